import { expect, test } from 'vitest'
import { truncateAtWord } from '../../../src/domain/generation/truncate-at-word.js'

test.each([
  ['a text that fits', 'two words', 9, 'two words'],
  ['a text that is too long', 'two words more', 12, 'two words'],
  ['a text whose next word begins right there', 'two words', 3, 'two'],
  ['a single long word', 'incomprehensible', 4, 'inco'],
  ['characters beyond 16 bits', '🦊🦊 🦊🦊🦊', 4, '🦊🦊'],
  ['white space around', '  a b  ', 5, 'a b'],
])('%s is cut at a word, and never in a character', (_, text, max, expected) => {
  expect(truncateAtWord(text, max)).toBe(expected)
})
