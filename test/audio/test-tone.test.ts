import { expect, test } from 'vitest'
import { concatSamples } from '../../src/audio/resample.js'
import { createTestTone, findTestTone, TEST_TONE_MS } from '../../src/audio/test-tone.js'
import { silence, toneOf, whiteNoise, withNoise } from '../support/speech/sound.js'

const RATE = 16_000
const TONE = createTestTone(RATE)
const ms = (count: number) => (count * RATE) / 1000

test.each([0, 120, 1230])('the whole tone is found where it starts, %i ms into the recording', (startMs) => {
  const found = findTestTone(concatSamples([silence(ms(startMs)), TONE, silence(ms(300))]), RATE)
  expect(found?.heardMs).toBeGreaterThan(0.95 * TEST_TONE_MS)
  expect(Math.abs((found?.startMs ?? -1000) - startMs)).toBeLessThanOrEqual(20)
})

test('it is found quietly, and in noise', () => {
  const quiet = TONE.map((sample) => sample / 100)
  const noisy = withNoise(quiet, 6, whiteNoise(TONE.length))
  for (const heard of [quiet, noisy]) {
    const found = findTestTone(concatSamples([silence(ms(500)), heard]), RATE)
    expect(found?.heardMs).toBeGreaterThan(0.8 * TEST_TONE_MS)
    expect(Math.abs((found?.startMs ?? 0) - 500)).toBeLessThanOrEqual(20)
  }
})

test.each([
  ['its start', TONE.subarray(ms(400)), 500, -400],
  ['its end', TONE.subarray(0, ms(400)), 400, 0],
])('without %s as much as is there is found', (_, part, heardMs, startMs) => {
  const found = findTestTone(concatSamples([silence(ms(600)), part, silence(ms(900))]), RATE)
  expect(Math.abs((found?.heardMs ?? 0) - heardMs)).toBeLessThan(50)
  expect(Math.abs((found?.startMs ?? 0) - 600 - startMs)).toBeLessThanOrEqual(20)
})

test('silence holds nothing of it, noise and another tone next to nothing', () => {
  expect(findTestTone(silence(ms(2000)), RATE)).toBeNull()
  expect(findTestTone(new Float32Array(0), RATE)).toBeNull()
  for (const other of [whiteNoise(ms(2000)), toneOf(440, { seconds: 2 })])
    expect(findTestTone(other, RATE)?.heardMs ?? 0).toBeLessThan(50)
})
