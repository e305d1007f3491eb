import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../src/domain/idempotency/canonical-json.js'

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

test('two JSON values have the same text when they are equal, whatever the order of keys, and only then', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [first, second] = [one, other].map((value) => JSON.parse(JSON.stringify(value)) as unknown)
      expect(canonicalJson(reversed(first))).toBe(canonicalJson(first))
      const areEqual = JSON.stringify(sorted(first)) === JSON.stringify(sorted(second))
      expect(canonicalJson(first) === canonicalJson(second)).toBe(areEqual)
    }),
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, inner]) => [name, sorted(inner)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .concat([['an object', '']])
}

test.each([
  [['a', 'b'], ['a,b']],
  [
    [['a'], 'b'],
    ['a', ['b']],
  ],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
  [[], {}],
  [[1], { 0: 1 }],
  ['1', 1],
  [null, 'null'],
  [[null], []],
])('%j and %j differ', (one, other) => {
  expect(canonicalJson(one)).not.toBe(canonicalJson(other))
})

test('a field that is undefined is not there', () => {
  expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }))
})

test('values may nest deeper than any stack', () => {
  const depth = 100_000
  const nested = (inner: string) => JSON.parse(`${'['.repeat(depth)}${inner}${']'.repeat(depth)}`) as unknown
  expect(canonicalJson(nested('1'))).toBe(canonicalJson(nested('1')))
  expect(canonicalJson(nested('1'))).not.toBe(canonicalJson(nested('2')))
})
