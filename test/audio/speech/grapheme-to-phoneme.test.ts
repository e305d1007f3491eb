import { expect, test } from 'vitest'
import { createGraphemeToPhoneme } from '../../../src/audio/speech/grapheme-to-phoneme.js'
import { loadPhonemes } from '../../../src/audio/speech/phonemes.js'

const pronounce = createGraphemeToPhoneme()
const said = (word: string) => pronounce(word).join(' ')

test.each([
  ['station', 'S T EY SH AX N'],
  ['table', 'T EY B AX L'],
  ['making', 'M EY K IH NX'],
  ['quick', 'K W IH K'],
  ['wishes', 'W IH SH IH Z'],
  ['walked', 'W AO K T'],
  ['knight', 'N AY T'],
  ['phone', 'F OW N'],
])('spells %s by the rules', (word, sounds) => {
  expect(said(word)).toBe(sounds)
})

test.each([
  ['one', 'W AH N'],
  ["don't", 'D OW N T'],
  ['friend', 'F R EH N D'],
])('knows that %s is not said as it is written', (word, sounds) => {
  expect(said(word)).toBe(sounds)
})

test('capitals, accents and punctuation make no difference', () => {
  expect(said('“Café,”')).toBe(said('cafe'))
  expect(said('HELLO!')).toBe(said('hello'))
  expect(said('don’t')).toBe(said("don't"))
})

test.each([
  ['0', 'zero'],
  ['17', 'seventeen'],
  ['42', 'forty two'],
  ['100%', 'one hundred percent'],
  ['1984', 'one thousand nine hundred eighty four'],
  ['2000000', 'two million'],
  ['007', 'zero zero seven'],
  ['12:30', 'twelve thirty'],
  ['NPC', 'n p c'],
])('reads %s as words', (written, words) => {
  expect(said(written)).toBe(words.split(' ').map(said).join(' '))
})

test.each(['', '…', '👋', '日本語', '—', '\0'])('%j has no sounds', (word) => {
  expect(pronounce(word)).toEqual([])
})

test('every sound that comes out can be made', () => {
  const sounds = loadPhonemes()
  const words =
    'sphinx judge quartz vow back dwarf youngest rhythm measure vision church thing that which zoo boy cow xylophone'
  for (const word of [...words.split(' '), ...'abcdefghijklmnopqrstuvwxyz']) {
    expect(pronounce(word).length).toBeGreaterThan(0)
    for (const sound of pronounce(word)) expect(sounds.has(sound)).toBe(true)
  }
})
