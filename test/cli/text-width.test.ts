import { expect, test } from 'vitest'
import { columnsOf, cutTo } from '../../src/cli/text-width.js'

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
  expect(columnsOf(text)).toBe(columns)
})

test.each([
  ['Lyon', 4, 'Lyon'],
  ['Lyons', 4, 'Lyo…'],
  ['灯台守', 5, '灯台…'],
  ['灯台守', 6, '灯台守'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['ne\u0301e\u0301e\u0301', 3, 'ne\u0301…'],
])('%j is cut to %i columns between letters', (text, width, expected) => {
  expect(cutTo(text, width)).toBe(expected)
})
