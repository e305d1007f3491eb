import { expect, test } from 'vitest'
import { createEnvelope, findEcho } from '../../src/audio/envelope.js'
import { LOW_BAND } from '../../src/audio/tone-modulation.js'
import { chunksOf, toneOf, tonesOf, whiteNoise } from '../support/speech/sound.js'

const RATE = 16_000
const say = (text: string) => tonesOf(text, { band: LOW_BAND, symbolRate: 'natural', sampleRate: RATE })
const envelopeOf = (samples: Float32Array, rate = RATE) => createEnvelope(rate).push(samples)

const sent = envelopeOf(say('I was born in a small house by the sea'))
const delayed = (levels: readonly number[], frames: number) => levels.slice(0, levels.length - frames)

test('a level every 20 ms, however the samples are cut, at any rate', () => {
  const tone = toneOf(400, { sampleRate: 44_100, amplitude: 1 })
  const envelope = createEnvelope(44_100)
  const levels = chunksOf(tone, 37).flatMap((chunk) => envelope.push(chunk))
  expect(levels).toHaveLength(50)
  for (const level of levels) expect(level).toBeCloseTo(Math.SQRT1_2, 2)
  expect(envelopeOf(toneOf(400, { sampleRate: 11_025 }), 11_025)).toHaveLength(50)
})

test.each([0, 3, 12, 30])('what was sent %i frames ago is found again, 20 dB down, with its lag', (lag) => {
  const heard = delayed(sent, lag)
    .slice(-40)
    .map((level) => 0.1 * level)
  const echo = findEcho(heard, sent.slice(-70))
  expect(echo.correlation).toBeGreaterThan(0.99)
  expect(echo.lagMs).toBe(20 * lag)
  expect(echo.gainDb).toBeCloseTo(-20, 1)
})

test('an echo over the noise of a room is above .6', () => {
  const noise = whiteNoise(16_000 * 4, 9)
  const room = say('I was born in a small house by the sea').map((x, at) => 0.1 * x + 0.01 * (noise[at] ?? 0))
  expect(findEcho(envelopeOf(room).slice(-40), sent.slice(-70)).correlation).toBeGreaterThan(0.6)
})

test('someone else’s words are not taken for an echo', () => {
  const other = envelopeOf(say('Would you please stop talking about that now'))
  expect(findEcho(other.slice(20, 60), sent.slice(-70)).correlation).toBeLessThan(0.6)
})

test('silence echoes nothing', () => {
  const nothing = Array.from({ length: 40 }, () => 0)
  expect(findEcho(nothing, sent.slice(-70)).correlation).toBe(0)
  expect(
    findEcho(
      sent.slice(-40),
      Array.from({ length: 70 }, () => 0),
    ).correlation,
  ).toBe(0)
})
