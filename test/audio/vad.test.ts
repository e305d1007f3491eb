import { expect, test } from 'vitest'
import { concatSamples, resample } from '../../src/audio/resample.js'
import { LOW_BAND } from '../../src/audio/tone-modulation.js'
import { createVad, VAD_DEFAULTS, type VadFrame, vadThresholds } from '../../src/audio/vad.js'
import { brownNoise, chunksOf, power, silence, toneOf, tonesOf, whiteNoise } from '../support/speech/sound.js'

const RATE = 16_000
const speech = tonesOf('Hello there, my friend', { band: LOW_BAND, symbolRate: 'natural', sampleRate: RATE })
const pause = (seconds: number) => silence(seconds * RATE)

const listen = (samples: Float32Array, { rate = RATE, chunk = 1600, sensitivity = 0.5 } = {}): VadFrame[] => {
  const vad = createVad(rate, { ...VAD_DEFAULTS, sensitivity })
  return chunksOf(samples, chunk).flatMap((piece) => [...vad.push(piece)])
}

const changes = (frames: readonly VadFrame[], rate = RATE) =>
  frames.filter(({ change }) => change !== null).map(({ change, end }) => [change, end / rate] as const)

test('speech starts 200 ms after its first voiced frame and ends 500 ms after its last', () => {
  const frames = listen(concatSamples([pause(1), speech, pause(1)]))
  const [start, end] = frames.filter(({ change }) => change !== null)
  expect(frames.filter(({ change }) => change !== null)).toHaveLength(2)
  expect(start).toMatchObject({ change: 'start', isSpeech: true })
  expect(start?.speechStart).toBeCloseTo(RATE, -3)
  expect((start?.end ?? 0) / RATE).toBeGreaterThanOrEqual(1.12)
  expect((start?.end ?? 0) / RATE).toBeLessThanOrEqual(1.24)
  expect(end).toMatchObject({ change: 'end', isSpeech: false, silenceMs: 500 })
  const lastVoiced = frames.findLast(({ isVoiced }) => isVoiced)
  expect((end?.end ?? 0) - (lastVoiced?.end ?? 0)).toBe(RATE / 2)
})

test('the clock is that of the samples: how they are cut makes no difference', () => {
  const sound = concatSamples([pause(0.5), speech, pause(1)])
  const whole = listen(sound, { chunk: sound.length })
  for (const chunk of [1, 319, 1600])
    expect(JSON.stringify(listen(sound, { chunk }))).toBe(JSON.stringify(whole))
})

test.each([8000, 11_025, 24_000, 44_100, 48_000])('hears the same at %i Hz', (rate) => {
  const sound = resample(concatSamples([pause(1), speech, pause(1)]), { from: RATE, to: rate })
  const found = changes(listen(sound, { rate, chunk: rate / 10 }), rate)
  expect(found.map(([change]) => change)).toEqual(['start', 'end'])
})

test.each([
  ['white noise at 5 dB', 5, whiteNoise],
  ['brown noise at 10 dB', 10, brownNoise],
] as const)('twelve utterances stay apart in %s', (_, snr, noise) => {
  const utterances = Array.from({ length: 12 }, () => concatSamples([pause(0.8), speech]))
  const sound = concatSamples([pause(1), ...utterances, pause(1)])
  const scale = Math.sqrt(power(speech) / 10 ** (snr / 10))
  const rest = noise(sound.length, 5)
  const noisy = sound.map((sample, at) => 0.5 * (sample + scale * (rest[at] ?? 0)))
  const found = changes(listen(noisy)).map(([change]) => change)
  expect(found).toEqual(utterances.flatMap(() => ['start', 'end']))
})

test.each([
  ['silence', () => pause(3)],
  ['white noise', () => whiteNoise(3 * RATE).map((x) => 0.1 * x)],
  ['brown noise', () => brownNoise(3 * RATE).map((x) => 0.1 * x)],
  ['a hum that goes on', () => toneOf(150, { seconds: 3, amplitude: 0.2 })],
  ['a click', () => pause(3).fill(0.9, RATE, RATE + 80)],
  ['a hum below the voice', () => toneOf(50, { seconds: 3, amplitude: 0.5 })],
  ['a constant', () => pause(3).fill(0.5)],
])('%s is no speech', (_, sound) => {
  expect(changes(listen(sound()))).toEqual([])
})

test('a voice of 100 ms is too short to be speech', () => {
  expect(changes(listen(concatSamples([pause(1), speech.subarray(0, 0.1 * RATE), pause(1)])))).toEqual([])
})

test('pauses between words do not end speech', () => {
  const sound = concatSamples([pause(1), speech, pause(0.4), speech, pause(1)])
  expect(changes(listen(sound)).map(([change]) => change)).toEqual(['start', 'end'])
})

test('sensitivity moves the thresholds over their whole range and not beyond it', () => {
  expect(vadThresholds(0)).toEqual({ voicing: 0.65, marginDb: 10 })
  expect(vadThresholds(1)).toEqual({ voicing: 0.25, marginDb: 3 })
  expect(vadThresholds(7)).toEqual(vadThresholds(1))
  expect(vadThresholds(-1)).toEqual(vadThresholds(0))
})

test('a faint voice is heard by the sensitive and not by the deaf', () => {
  const scale = Math.sqrt(power(speech))
  const sound = concatSamples([pause(1), speech, pause(1)])
  const noise = whiteNoise(sound.length, 3)
  const noisy = sound.map((sample, at) => 0.3 * (sample + scale * 1 * (noise[at] ?? 0)))
  expect(changes(listen(noisy, { sensitivity: 1 }))[0]?.[0]).toBe('start')
  expect(changes(listen(noisy, { sensitivity: 0 }))).toEqual([])
})
