import { expect, test } from 'vitest'
import { closestWord, similarWords } from '../../../src/runtime/config/similar-words.js'

test.each([
  ['nme', ['name', 'tagline'], ['name']],
  ['prot', ['host', 'port'], ['port']],
  ['temprature', ['temperature', 'max_tokens'], ['temperature']],
  ['MIRA', ['Mira', 'Otto'], ['Mira']],
  ['per', ['persona', 'tts'], ['persona']],
  ['color', ['voice', 'speed'], []],
  ['', ['name'], []],
  ['name', ['name', 'name'], ['name']],
])('what is nearest to %j of %j is %j', (word, candidates, expected) => {
  expect(similarWords(word, candidates)).toEqual(expected)
})

test('words of any length and lists of any length cost a bounded comparison', () => {
  expect(similarWords('a'.repeat(10_000_000), ['a'])).toEqual([])
  expect(similarWords('a', ['a'.repeat(10_000_000)])).toEqual([])
  const many = Array.from({ length: 1_000_000 }, () => 'nobody')
  expect(similarWords('name', [...many, 'name'])).toEqual([])
})

test('the closest word is the one that was probably meant', () => {
  expect(closestWord('prot', ['host', 'port'])).toBe('port')
  expect(closestWord('zzz', ['host', 'port'])).toBeUndefined()
})
