import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth, splitGraphemes, truncateToWidth } from '../../../src/cli/output/text-width.js'

test.each([
  ['Lyon', 4],
  ['Zoë', 3],
  ['Zoe\u0308', 3],
  ['Привет', 6],
  ['灯台', 4],
  ['한국어', 6],
  ['𠮷', 2],
  ['🦊', 2],
  ['👩‍👩‍👧', 2],
  ['❤️', 2],
  ['a\u200bb', 2],
  ['', 0],
])('%j takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns)
})

test.each([
  ['Lyon', 4, 'Lyon'],
  ['Lyons', 4, 'Lyo…'],
  ['灯台守', 5, '灯台…'],
  ['灯台守', 6, '灯台守'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['ne\u0301e\u0301e\u0301', 3, 'ne\u0301…'],
])('%j is cut to %i columns between letters', (text, width, expected) => {
  expect(truncateToWidth(text, width)).toBe(expected)
})

test('a long text has the letters that it has as a whole', () => {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const piece = fc.constantFrom('a', 'e\u0301', '灯', '👩‍👩‍👧', '🇫🇷', '\r\n', ' ', '\u200d', '한')
  fc.assert(
    fc.property(fc.array(piece, { minLength: 300, maxLength: 900 }), (pieces) => {
      const text = pieces.join('')
      expect(splitGraphemes(text)).toEqual(Array.from(letters.segment(text), ({ segment }) => segment))
    }),
    { numRuns: 20 },
  )
})
