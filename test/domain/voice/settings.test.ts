import { expect, test } from 'vitest'
import { LOW_BAND } from '../../../src/audio/tone-modulation.js'
import { createVoiceActivity } from '../../../src/domain/voice/engine.js'
import { VOICE_TIMINGS } from '../../../src/domain/voice/settings.js'
import { silence, tonesOf } from '../../support/speech/sound.js'

test('every figure of the engine is the agreed one until it is set', () => {
  expect(VOICE_TIMINGS).toEqual({
    vad: { sensitivity: 0.5, startMs: 200, startShare: 0.6, endMs: 500 },
    keptMs: 400,
    endpointMs: 500,
    openEndpointMs: 3000,
    bargeInMs: 500,
    falseBargeInMs: 1500,
    turnGuardMs: 500,
    playbackLeadMs: 600,
    playbackDelayMs: 80,
    playbackGraceMs: 500,
    starvedMs: 2000,
    voiceIdleMs: 600_000,
    echoLagMs: 600,
    echoCorrelation: 0.6,
  })
})

test('the built-in detector listens with the character’s sensitivity and the server’s times', () => {
  const activity = createVoiceActivity({ ...VOICE_TIMINGS.vad, endMs: 900 })
  const speech = tonesOf('Hello my friend', { band: LOW_BAND, symbolRate: 'natural', sampleRate: 16_000 })
  const detector = activity.open({ sampleRate: 16_000, sensitivity: 0.5 })
  const frames = [silence(8000), speech, silence(24_000)].flatMap((samples) => [...detector.push(samples)])
  const end = frames.find(({ change }) => change === 'end')
  expect(end?.silenceMs).toBe(900)
})
