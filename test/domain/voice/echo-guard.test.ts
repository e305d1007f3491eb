import { expect, test } from 'vitest'
import { createEnvelope } from '../../../src/audio/envelope.js'
import { LOW_BAND } from '../../../src/audio/tone-modulation.js'
import { createEchoGuard, isEchoOf } from '../../../src/domain/voice/echo-guard.js'
import { VOICE_TIMINGS } from '../../../src/domain/voice/settings.js'
import { chunksOf, tonesOf } from '../../support/speech/sound.js'

const RATE = 16_000
const say = (text: string) => tonesOf(text, { band: LOW_BAND, symbolRate: 'natural', sampleRate: RATE })
const reply = say('I was born in a small house by the sea and my father was a fisherman of the old kind')
const player = say('Would you please stop talking about that now and tell me something else instead')

/** The reply is sent 600 ms ahead; after so long the microphone has heard this. */
function given(heard: (ms: number) => number, untilMs: number): boolean {
  let now = 0
  const guard = createEchoGuard({ timings: VOICE_TIMINGS, elapsed: () => now })
  const chunks = chunksOf(reply, RATE / 5)
  for (now = 0; now <= untilMs; now += 20) {
    const [chunk] = now % 200 === 0 ? chunks.splice(0, 1) : []
    if (chunk !== undefined) guard.addPlayback(chunk, { from: now, sampleRate: RATE })
    if (now < untilMs) guard.addFrame({ levelDb: 20 * Math.log10(heard(now) + 0.001) })
  }
  now = untilMs
  return guard.isOwnVoice()
}

const levelsOf = (samples: Float32Array) => createEnvelope(RATE).push(samples)
const replyLevels = levelsOf(reply)
const playerLevels = levelsOf(player)
const echo =
  (lagMs: number, gain = 0.1) =>
  (ms: number) =>
    gain * (replyLevels[(ms - lagMs) / 20] ?? 0)
const voice = (fromMs: number) => (ms: number) => playerLevels[(ms - fromMs) / 20] ?? 0

test.each([0, 140, 300, 580])('an echo of %i ms is its own voice, all through the reply', (lag) => {
  for (const ms of [800, 1400, 2400, 4000]) expect(given(echo(lag), ms)).toBe(true)
})

test('an echo that comes later than any room makes it is none', () => {
  expect(given(echo(900), 3000)).toBe(false)
})

test.each([1600, 2200, 3100])('a player who speaks up after %i ms is not taken for it', (from) => {
  for (const after of [260, 500, 800]) expect(given(voice(from), from + after)).toBe(false)
})

test('a player over an echo is heard', () => {
  const both = (ms: number) => Math.hypot(voice(2000)(ms), echo(200)(ms))
  expect(given(both, 1900)).toBe(true)
  expect(given(both, 2600)).toBe(false)
})

test('what is as loud as what was sent is no echo, and neither is silence', () => {
  expect(given(echo(100, 1), 3000)).toBe(false)
  expect(given(() => 0, 3000)).toBe(false)
})

const REPLY = 'The harbour is closed until nine, and the lamp is lit. Ask again tomorrow, friend.'
const PLAYED = 'The harbour is closed until nine,'

test.each([
  ['harbour is closed', true],
  ['until nine and the', true],
  ['is clos', true],
  ['closed harbour', false],
  ['tomorrow friend', false],
  ['is it closed', false],
  ['', false],
])('%j is an echo: %s', (text, expected) => {
  expect(isEchoOf(text, { delivered: REPLY, played: PLAYED })).toBe(expected)
})
