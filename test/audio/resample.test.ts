import { describe, expect, test } from 'vitest'
import { concatSamples, createResampler, resample } from '../../src/audio/resample.js'
import { areSame, chunksOf, decibels, power, toneOf, whiteNoise } from '../support/speech/sound.js'

const PAIRS: [from: number, to: number][] = [
  [24_000, 16_000],
  [48_000, 16_000],
  [44_100, 16_000],
  [16_000, 24_000],
  [16_000, 48_000],
  [16_000, 8000],
  [8000, 16_000],
  [44_100, 48_000],
  [11_111, 16_000],
]

/** What is left of a tone when the tone itself is taken away, against it; the edges are left out. */
function signalToNoise(frequency: number, [from, to]: [number, number]): number {
  const output = resample(toneOf(frequency, { sampleRate: from, seconds: 0.5 }), { from, to })
  const heard = output.subarray(Math.floor(0.1 * to), Math.floor(0.4 * to))
  const wanted = toneOf(frequency, { sampleRate: to, seconds: 0.5, amplitude: 1 }).subarray(
    Math.floor(0.1 * to),
  )
  const product = heard.reduce((sum, x, at) => sum + x * (wanted[at] ?? 0), 0)
  const gain = product / wanted.subarray(0, heard.length).reduce((sum, x) => sum + x * x, 0)
  const rest = heard.map((x, at) => x - gain * (wanted[at] ?? 0))
  return decibels(power(heard) / power(rest))
}

describe.each(PAIRS)('%i Hz to %i Hz', (from, to) => {
  const lower = Math.min(from, to)

  test.each([0.05, 0.1, 0.2, 0.3, 0.35])(
    'a tone at %f of the lower rate keeps 94 dB over the noise',
    (share) => {
      expect(signalToNoise(share * lower, [from, to])).toBeGreaterThanOrEqual(94)
    },
  )

  test.runIf(from > 1.2 * to).each([0.56, 0.6])(
    'a tone at %f of the new rate is gone below -81 dB',
    (share) => {
      const input = toneOf(share * to, { sampleRate: from, seconds: 0.5 })
      const output = resample(input, { from, to })
      const middle = output.subarray(Math.floor(0.1 * to), Math.floor(0.4 * to))
      expect(decibels(power(middle) / power(input))).toBeLessThan(-81)
    },
  )

  test('the cuts between chunks do not change a bit', () => {
    const input = whiteNoise(from / 10).map((x) => 0.1 * x)
    const whole = resample(input, { from, to })
    for (const length of [1, 7, 160, 1601]) {
      const resampler = createResampler({ from, to })
      const pieces = chunksOf(input, length).map((chunk) => resampler.push(chunk))
      expect(areSame(concatSamples([...pieces, resampler.flush()]), whole)).toBe(true)
    }
  })

  test('the length is that of the sound', () => {
    const input = whiteNoise(12_345)
    expect(resample(input, { from, to })).toHaveLength(Math.ceil((12_345 * to) / from))
  })

  test('the voice is not delayed', () => {
    const input = new Float32Array(from / 10)
    const middle = Math.floor(from / 20)
    input[middle] = 1
    const output = resample(input, { from, to })
    const loudest = output.reduce((best, x, at) => (x > (output[best] ?? 0) ? at : best), 0)
    expect(Math.abs(loudest / to - middle / from)).toBeLessThan(1 / lower)
  })
})

test('the same rate gives a copy', () => {
  const input = whiteNoise(100)
  const output = resample(input, { from: 16_000, to: 16_000 })
  expect(output).toEqual(input)
  expect(output.buffer).not.toBe(input.buffer)
})

test('no sound gives none', () => {
  expect(resample(new Float32Array(0), { from: 48_000, to: 16_000 })).toHaveLength(0)
})
