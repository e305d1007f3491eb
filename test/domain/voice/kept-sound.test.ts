import { expect, test } from 'vitest'
import { createKeptSound } from '../../../src/domain/voice/kept-sound.js'

const numbers = (from: number, to: number) =>
  Float32Array.from({ length: to - from }, (_, index) => from + index)

test.each([1, 3, 7, 10, 25])('in pieces of %i samples the last ten are kept, by their position', (size) => {
  const kept = createKeptSound(10)
  for (let at = 0; at < 100; at += size) {
    kept.push(numbers(at, Math.min(at + size, 100)))
    const end = kept.end()
    expect(end).toBe(Math.min(at + size, 100))
    for (const from of [0, end - 10, end - 4, end])
      expect(kept.from(from)).toEqual(numbers(Math.max(0, end - 10, from), end))
  }
  expect(kept.from(200)).toEqual(numbers(0, 0))
})

test('what a piece costs does not depend on how many pieces are kept', () => {
  const kept = createKeptSound(100_000)
  const piece = new Float32Array(1)
  // One copy of all pieces for each of them would be ten thousand million.
  for (let at = 0; at < 200_000; at += 1) kept.push(piece)
  expect(kept.end()).toBe(200_000)
})
