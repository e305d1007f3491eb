import { expect, test } from 'vitest'
import { truncateLists } from '../../src/http/truncate-lists.js'

test('a value that is short enough is the same value', () => {
  const value = { a: [1, { b: [2, 3] }], c: 'text' }
  expect(truncateLists(value, 4)).toBe(value)
})

test.each([
  ['a list', [1, 2, 3, 4], 2, [1, 2]],
  ['a list in an object', { a: [1, 2, 3], b: 1 }, 2, { a: [1, 2], b: 1 }],
  ['lists in a list', [[1, 2], [3, 4], [5]], 4, [[1, 2], [3]]],
  ['a list after a long one', { a: [1, 2, 3], b: [4, 5], c: [] }, 2, { a: [1, 2], b: [4], c: [] }],
])('%s is cut off at its end, and no list that had elements becomes empty', (_, value, most, expected) => {
  expect(truncateLists(value, most)).toEqual(expected)
})

test('a value of any depth is taken', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  expect(truncateLists(deep, 4)).toBe(deep)
})

test('a key that means something to objects stays a key', () => {
  const value = JSON.parse('{"__proto__": [1, 2], "a": [1, 2]}')
  expect(Object.keys(truncateLists(value, 1) as object)).toEqual(['__proto__', 'a'])
})
