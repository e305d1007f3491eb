import { expect, test } from 'vitest'
import { createSampleBatcher, createSampleRing } from '../../../src/domain/voice/sample-buffers.js'

const numbers = (from: number, to: number) =>
  Float32Array.from({ length: to - from }, (_, index) => from + index)

const given = () => {
  const joined: Float32Array[] = []
  return { joined, ...createSampleBatcher(10, (samples) => joined.push(samples)) }
}

test.each([1, 3, 4, 9, 10, 11, 25])('chunks of %i samples are joined in order, and none is lost', (size) => {
  const { joined, push, flush } = given()
  for (let at = 0; at < 300; at += size) push(numbers(at, Math.min(at + size, 300)))
  expect(joined.every(({ length }) => length >= 10)).toBe(true)
  flush()
  flush()
  expect(joined.flatMap((samples) => [...samples])).toEqual([...numbers(0, 300)])
})

test('a chunk that is long enough is passed on as it is', () => {
  const { joined, push } = given()
  const chunk = numbers(0, 10)
  push(chunk)
  expect(joined).toEqual([chunk])
  expect(joined[0]).toBe(chunk)
})

test.each([1, 3, 7, 10, 25])(
  'in chunks of %i samples: the ring keeps the last ten, by their position',
  (size) => {
    const ring = createSampleRing(10)
    for (let at = 0; at < 100; at += size) {
      ring.push(numbers(at, Math.min(at + size, 100)))
      const end = ring.end()
      expect(end).toBe(Math.min(at + size, 100))
      for (const from of [0, end - 10, end - 4, end])
        expect(ring.from(from)).toEqual(numbers(Math.max(0, end - 10, from), end))
    }
    expect(ring.from(200)).toEqual(numbers(0, 0))
  },
)

test('the cost of a chunk does not depend on how many samples are kept', () => {
  const ring = createSampleRing(100_000)
  const chunk = new Float32Array(1)
  // One copy of all samples for each chunk would be ten thousand million.
  for (let at = 0; at < 200_000; at += 1) ring.push(chunk)
  expect(ring.end()).toBe(200_000)
})
