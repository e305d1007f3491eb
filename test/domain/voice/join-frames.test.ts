import { expect, test } from 'vitest'
import { joinFrames } from '../../../src/domain/voice/join-frames.js'

const numbers = (from: number, to: number) =>
  Float32Array.from({ length: to - from }, (_, index) => from + index)

const given = () => {
  const joined: Float32Array[] = []
  return { joined, ...joinFrames(10, (samples) => joined.push(samples)) }
}

test.each([1, 3, 4, 9, 10, 11, 25])('pieces of %i samples are joined in order, none is lost', (size) => {
  const { joined, push, flush } = given()
  for (let at = 0; at < 300; at += size) push(numbers(at, Math.min(at + size, 300)))
  expect(joined.every(({ length }) => length >= 10)).toBe(true)
  flush()
  flush()
  expect(joined.flatMap((samples) => [...samples])).toEqual([...numbers(0, 300)])
})

test('a piece that is long enough is handed on as it is', () => {
  const { joined, push } = given()
  const piece = numbers(0, 10)
  push(piece)
  expect(joined).toEqual([piece])
  expect(joined[0]).toBe(piece)
})
