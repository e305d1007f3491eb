import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeWord, expandHome, splitFirstWord } from '../../../../src/cli/chat/commands/shell-words.js'
import { parseInput } from '../../../../src/cli/chat/commands/slash-command.js'

test.each([
  ['hello', { kind: 'text', text: 'hello' }],
  ['  and/or ', { kind: 'text', text: '  and/or' }],
  ['//help', { kind: 'text', text: '/help' }],
  ['/help', { kind: 'command', name: 'help', argument: '' }],
  ['/help ', { kind: 'command', name: 'help', argument: '' }],
  ['/say  Hello  there ', { kind: 'command', name: 'say', argument: 'Hello  there' }],
  ['/say one\ntwo', { kind: 'command', name: 'say', argument: 'one\ntwo' }],
  ['/usr/bin/env is a path', { kind: 'command', name: 'usr/bin/env', argument: 'is a path' }],
  ['/', { kind: 'command', name: '', argument: '' }],
])('%j is read as %j', (typed, read) => {
  expect(parseInput(typed)).toEqual(read)
})

test.each([
  ['picture.png', 'picture.png', ''],
  ['  my\\ cat.png  What is it? ', 'my cat.png', 'What is it?'],
  ['"my cat.png" What', 'my cat.png', 'What'],
  ["it\\'s.png", "it's.png", ''],
  ["'a b'\\ c.png x", 'a b c.png', 'x'],
  ['C:\\pictures\\cat.png', 'C:\\pictures\\cat.png', ''],
  ['"never closed', '', '"never closed'],
  ['', '', ''],
])('of %j the first word is %j, and the rest %j', (text, word, rest) => {
  expect(splitFirstWord(text)).toEqual({ word, rest })
})

test('a name that is completed is read as that name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z '"äö灯.]{1,12}$/), (name) => {
      expect(splitFirstWord(`${escapeWord(name)} rest`)).toEqual({ word: name, rest: 'rest' })
    }),
  )
})

test('a path from the home folder is found there', () => {
  expect(expandHome('~/cat.png')).toMatch(/^\/.*\/cat\.png$/)
  expect(expandHome('~cat.png')).toBe('~cat.png')
  expect(expandHome('cat.png')).toBe('cat.png')
})
