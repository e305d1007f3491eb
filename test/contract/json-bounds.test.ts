import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { exceedsJsonBounds } from '../../src/contract/json-bounds.js'

const ANY = Number.POSITIVE_INFINITY
const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((inner) => levelsOf(inner)))
    : 0
const nastyText = fc.string({
  unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a', '\u00e9', '\n'),
})

property.prop([
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      nastyText,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(nastyText, tie('value'), { maxKeys: 4 }),
    ),
  })).value,
])('nesting is counted as the parser would find it, whatever stands in strings', (value) => {
  const text = JSON.stringify(value)
  const depth = levelsOf(value)
  expect(exceedsJsonBounds(text, { depth, values: ANY })).toBe(false)
  if (depth > 0) expect(exceedsJsonBounds(text, { depth: depth - 1, values: ANY })).toBe(true)
})

test.each([
  ['1', 1],
  ['[]', 2],
  ['[1,2,3]', 4],
  ['{"a":1,"b":[2,"[,,]"]}', 5],
])('%s is within %i values, and not one less', (text, values) => {
  expect(exceedsJsonBounds(text, { depth: ANY, values })).toBe(false)
  expect(exceedsJsonBounds(text, { depth: ANY, values: values - 1 })).toBe(true)
})

test('text that is no JSON is scanned to its end', () => {
  for (const text of ['', '"', '"\\', ']]]]', '{"a', '\\"[[', '"[[[[\\"[['])
    expect(exceedsJsonBounds(text, { depth: 3, values: 9 })).toBe(false)
})

test('what stands before the start does not count', () => {
  expect(exceedsJsonBounds('[[[["[]', { depth: 1, values: 9 }, 5)).toBe(false)
})

test('a string of ten million escaped quotes is skipped in one pass', () => {
  expect(exceedsJsonBounds(`"${'\\"'.repeat(10_000_000)}"`, { depth: 0, values: 1 })).toBe(false)
  expect(exceedsJsonBounds(`"${'\\'.repeat(20_000_000)}"`, { depth: 0, values: 1 })).toBe(false)
})
