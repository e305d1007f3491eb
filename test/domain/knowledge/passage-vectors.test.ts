import { expect, test } from 'vitest'
import { decodeVectors, encodeVectors } from '../../../src/domain/knowledge/passage-vectors.js'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test.each([1, 5, 12, 13, 1000])(
  'vectors are read as they were written, in pieces of %d bytes',
  async (size) => {
    const vectors = [Float32Array.of(1, -0.5, 1e-9), Float32Array.of(0, 3.25, -7)]
    const read: Float32Array[] = []
    for await (const vector of decodeVectors(pieces(encodeVectors(vectors), size), 3)) read.push(vector)
    expect(read).toEqual(vectors)
  },
)

test('the lowest byte of a number comes first', () => {
  expect([...encodeVectors([Float32Array.of(1)])]).toEqual([0, 0, 128, 63])
})
