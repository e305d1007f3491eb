import { expect, test } from 'vitest'
import { directionOf, shortened } from '../../../src/web/share/text-direction.js'

test.each([
  ['Mira Vale', 'ltr'],
  ['מרים', 'rtl'],
  ['«12» مارين', 'rtl'],
  ['*Mira* מרים', 'ltr'],
  ['12', 'ltr'],
  ['', 'ltr'],
] as const)('%s is written %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

test('a long text ends after a word, with an ellipsis of its own', () => {
  expect(shortened('Keeps the light', 20)).toBe('Keeps the light')
  expect(shortened('Keeps the light, and counts the boats', 20)).toBe('Keeps the light…')
  expect(shortened('W'.repeat(50), 20)).toBe(`${'W'.repeat(20)}…`)
})
