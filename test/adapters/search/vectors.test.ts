import { describe, expect, test } from 'vitest'
import { createSimd } from '../../../src/adapters/search/simd.js'
import { createVectors } from '../../../src/adapters/search/vectors.js'
import { createImmediateYielder } from '../../../src/adapters/search/yield-to-event-loop.js'
import { createSeededRandom } from '../../support/memories/search.js'

const pace = () => createImmediateYielder({ elapsed: () => 0 })
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
  test.each([1, 3, 16, 17, 64, 256, 384, 1000])('finds the cosines of %i dimensions', async (dimensions) => {
    const vectors = createVectors({ dimensions, ...way })
    const all = Array.from({ length: 50 }, () => vectorOf(dimensions))
    for (const [slot, vector] of all.entries()) vectors.set(slot, vector)
    const query = vectorOf(dimensions)
    const cosines = await vectors.cosines(query, pace())
    expect(cosines).toHaveLength(50)
    for (const [slot, vector] of all.entries()) expect(cosines[slot]).toBeCloseTo(cosine(query, vector), 5)
  })

  test('gives 0 for what has no vector, a zero vector or a cleared one', async () => {
    const vectors = createVectors({ dimensions: 20, ...way })
    const vector = vectorOf(20)
    vectors.set(1, vector)
    vectors.set(2, new Float32Array(20))
    vectors.set(3, vector)
    vectors.clear(3)
    const cosines = await vectors.cosines(vector, pace())
    expect([...cosines].map((value) => Number(value.toFixed(5)))).toEqual([0, 1, 0, 0])
    expect(vectors.at(0)).toBeUndefined()
    expect(vectors.at(3)).toBeUndefined()
  })

  test('keeps vectors at length 1 and gives out copies', () => {
    const vectors = createVectors({ dimensions: 2, ...way })
    vectors.set(0, Float32Array.of(3, 4))
    vectors.at(0)?.fill(9)
    expect([...(vectors.at(0) ?? [])].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8])
  })

  test('goes through more rows than one block', async () => {
    const vectors = createVectors({ dimensions: 4, ...way })
    for (let slot = 0; slot < 5000; slot += 1) vectors.set(slot, Float32Array.of(1, slot, 0, 0))
    const cosines = await vectors.cosines(Float32Array.of(0, 1, 0, 0), pace())
    expect(cosines[0]).toBe(0)
    expect(cosines[1]).toBeCloseTo(Math.SQRT1_2, 5)
    expect(cosines[4999]).toBeCloseTo(1, 5)
  })
})

test('the SIMD code and the plain loop agree', async () => {
  const [simd, plain] = WAYS.slice(0, 2).map(([, way]) => createVectors({ dimensions: 384, ...way }))
  for (let slot = 0; slot < 300; slot += 1) {
    const vector = vectorOf(384)
    simd?.set(slot, vector)
    plain?.set(slot, vector)
  }
  const query = vectorOf(384)
  const expected = (await plain?.cosines(query, pace())) ?? []
  const found = (await simd?.cosines(query, pace())) ?? []
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

test('a vector set while others are scanned does not disturb the scan', async () => {
  let now = 0
  // Every look at the clock is ten milliseconds later.
  const impatient = createImmediateYielder({ elapsed: () => (now += 10) })
  const vectors = createVectors({ dimensions: 16, simdFrom: 1 })
  const one = new Float32Array(16).fill(1)
  for (let slot = 0; slot < 5000; slot += 1) vectors.set(slot, one)
  const scan = vectors.cosines(one, impatient)
  const other = vectors.cosines(
    one.map((value) => -value),
    impatient,
  )
  for (let slot = 5000; slot < 30_000; slot += 1) vectors.set(slot, one)
  expect((await scan).every((value) => value > 0.999)).toBe(true)
  expect((await other).every((value) => value < -0.999)).toBe(true)
  expect(await scan).toHaveLength(5000)
})

test('its bytes grow with its vectors', () => {
  const vectors = createVectors({ dimensions: 256 })
  for (let slot = 0; slot < 3000; slot += 1) vectors.set(slot, vectorOf(256))
  expect(vectors.bytes()).toBeGreaterThan(3000 * 1024)
  expect(vectors.bytes()).toBeLessThan(3000 * 1024 * 1.6)
})
