import { describe, expect, test } from 'vitest'
import { createSimd } from '../../../src/adapters/search/simd.js'
import { createVectors } from '../../../src/adapters/search/vectors.js'
import { createSeededRandom } from '../../support/memories/search.js'

const next = createSeededRandom(7)
const vectorOf = (dimensions: number) => Float32Array.from({ length: dimensions }, () => next() - 0.5)

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

const WAYS = [
  ['the SIMD code', { simdFrom: 1 }],
  ['the plain loop', { simdFrom: 1, makeSimd: () => undefined }],
  ['the plain loop of few documents', { simdFrom: 1000 }],
  ['SIMD code that takes over when there are many', { simdFrom: 20 }],
] as const

describe.each(WAYS)('%s', (_name, way) => {
  test.each([1, 3, 16, 17, 64, 256, 384, 1000])('finds the cosines of %i dimensions', (dimensions) => {
    const vectors = createVectors({ dimensions, ...way })
    const all = Array.from({ length: 50 }, () => vectorOf(dimensions))
    expect(all.map(vectors.add)).toEqual(all.map((_, slot) => slot))
    const query = vectorOf(dimensions)
    const cosines = vectors.cosines(query)
    expect(cosines).toHaveLength(50)
    for (const [slot, vector] of all.entries()) expect(cosines[slot]).toBeCloseTo(cosine(query, vector), 5)
  })

  test('gives 0 for a zero vector and a removed one, whose number the next vector gets', () => {
    const vectors = createVectors({ dimensions: 20, ...way })
    const vector = vectorOf(20)
    vectors.add(vector)
    vectors.add(new Float32Array(20))
    vectors.add(vector)
    vectors.remove(2)
    const rounded = () => [...vectors.cosines(vector)].map((value) => Number(value.toFixed(5)))
    expect(rounded()).toEqual([1, 0, 0])
    expect(vectors.size()).toBe(2)
    expect(vectors.add(vector)).toBe(2)
    expect(rounded()).toEqual([1, 0, 1])
    expect(vectors.size()).toBe(3)
  })

  test('keeps vectors at length 1 and gives out copies', () => {
    const vectors = createVectors({ dimensions: 2, ...way })
    vectors.add(Float32Array.of(3, 4))
    vectors.at(0).fill(9)
    expect([...vectors.at(0)].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8])
  })

  test('goes through more rows than one block', () => {
    const vectors = createVectors({ dimensions: 4, ...way })
    for (let slot = 0; slot < 5000; slot += 1) vectors.add(Float32Array.of(1, slot, 0, 0))
    const cosines = vectors.cosines(Float32Array.of(0, 1, 0, 0))
    expect(cosines[0]).toBe(0)
    expect(cosines[1]).toBeCloseTo(Math.SQRT1_2, 5)
    expect(cosines[4999]).toBeCloseTo(1, 5)
  })
})

test('the SIMD code and the plain loop agree', () => {
  const [simd, plain] = WAYS.slice(0, 2).map(([, way]) => createVectors({ dimensions: 384, ...way }))
  for (let slot = 0; slot < 300; slot += 1) {
    const vector = vectorOf(384)
    simd?.add(vector)
    plain?.add(vector)
  }
  const query = vectorOf(384)
  const expected = plain?.cosines(query) ?? []
  const found = simd?.cosines(query) ?? []
  for (const [slot, value] of expected.entries()) expect(found[slot]).toBeCloseTo(value, 5)
})

test('this engine runs the SIMD code, so that the tests above mean what they say', () => {
  const simd = createSimd()
  const floats = new Float32Array(simd?.memory.buffer ?? new ArrayBuffer(0))
  floats.set(
    Array.from({ length: 16 }, (_, at) => at),
    0,
  )
  floats.set(
    Array.from({ length: 16 }, () => 2),
    16,
  )
  simd?.dot(0, 64, 1, 64, 128)
  expect(floats[32]).toBe(240)
})

test('its bytes grow with its vectors', () => {
  const vectors = createVectors({ dimensions: 256 })
  for (let slot = 0; slot < 3000; slot += 1) vectors.add(vectorOf(256))
  expect(vectors.bytes()).toBeGreaterThan(3000 * 1024)
  expect(vectors.bytes()).toBeLessThan(3000 * 1024 * 1.6)
})
