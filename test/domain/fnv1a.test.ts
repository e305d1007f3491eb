import { expect, test } from 'vitest'
import { FNV_OFFSET_BASIS, fnv1a, mixBits } from '../../src/domain/fnv1a.js'

const hashOf = (text: string): number =>
  [...new TextEncoder().encode(text)].reduce(fnv1a, FNV_OFFSET_BASIS) >>> 0

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the hash of %j is the published one', (text, hash) => {
  expect(hashOf(text)).toBe(hash)
})

test('mixed hashes are unsigned, and their low bits are spread', () => {
  const mixed = Array.from({ length: 1000 }, (_, index) => mixBits(hashOf(`key ${index}`)))
  expect(mixed.every((hash) => Number.isInteger(hash) && hash >= 0)).toBe(true)
  const buckets = new Set(mixed.map((hash) => hash % 16))
  expect(buckets.size).toBe(16)
})
