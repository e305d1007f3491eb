import { expect, test } from 'vitest'
import { createComfortNoise } from '../../src/audio/comfort-noise.js'
import { concatSamples } from '../../src/audio/resample.js'
import { createToneEnergyMeter } from '../../src/audio/tone-energy-meter.js'
import { HIGH_BAND, TONE_COUNT, toneFrequency } from '../../src/audio/tone-modulation.js'
import { areSame, bandPower, chunksOf, decibels, power, silence, toneOf } from '../support/speech/sound.js'

const bedOf = (samples: number, sampleRate = 16_000) =>
  createComfortNoise(HIGH_BAND)(sampleRate)(silence(samples))

test('the bed is even and quiet, from below the voice to above the tones', () => {
  const bed = bedOf(32_000)
  expect(decibels(power(bed))).toBeLessThan(-58)
  expect(decibels(power(bed))).toBeGreaterThan(-64)
  const levels = [200, 1000, 3000, 4500, 6000].map((low) =>
    decibels(bandPower(bed, 16_000, [low, low + 800])),
  )
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(4)
  expect(bed.every((sample) => Math.abs(sample) < 0.006)).toBe(true)
})

test('in no stretch of 20 ms does it reach a tone', () => {
  const meter = createToneEnergyMeter(HIGH_BAND)
  meter.push(bedOf(16_000))
  const bed = Array.from({ length: 50 }, (_, at) => Math.max(...meter.energies(at + 3, 8)))
  const one = createToneEnergyMeter(HIGH_BAND)
  one.push(toneOf(toneFrequency(HIGH_BAND, TONE_COUNT - 1), { amplitude: 0.0012 }))
  expect(decibels(Math.max(...bed) / Math.max(...one.energies(3, 8)))).toBeLessThan(-50)
})

test.each([16_000, 24_000, 44_100, 48_000])('at %i Hz it goes on from chunk to chunk', (sampleRate) => {
  const bed = createComfortNoise(HIGH_BAND)(sampleRate)
  const pieces = chunksOf(silence(9000), 700).map((piece) => bed(piece))
  expect(areSame(concatSamples(pieces), bedOf(9000, sampleRate))).toBe(true)
})

test('each sound lies on the bed from its beginning', () => {
  const lay = createComfortNoise(HIGH_BAND)
  expect(lay(16_000)(silence(500))).toEqual(lay(16_000)(silence(500)))
})
