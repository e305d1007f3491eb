import { expect, test } from 'vitest'
import { isObject } from '../../src/contract/is-object.js'

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [1, false],
])('whether %j is an object with fields: %j', (value, expected) => {
  expect(isObject(value)).toBe(expected)
})
