import { createVad, VAD_DEFAULTS, type VadSettings } from '../../audio/vad.js'
import type { Timers } from '../clock.js'
import type { SpeechRecognition, SpeechSynthesis, VoiceActivity } from './ports.js'
import type { VoiceTimings } from './settings.js'

/** The voice, the recogniser and the detector of a session. */
export type VoiceEngine = {
  readonly synthesis: SpeechSynthesis
  readonly recognition: SpeechRecognition
  readonly activity: VoiceActivity
  readonly timings: VoiceTimings
  /** Every session gets the data layer, also one that does not ask for it. */
  readonly hasDataLayer?: boolean
}

/** The timers that voice runs by. */
export type VoiceTimers = Pick<Timers, 'after' | 'afterInput' | 'elapsed'>

/** The built-in voice activity detector. */
export function createVoiceActivity(settings: VadSettings = VAD_DEFAULTS): VoiceActivity {
  return { open: ({ sampleRate, sensitivity }) => createVad(sampleRate, { ...settings, sensitivity }) }
}

const LOWEST_RATE = 8000
const HIGHEST_RATE = 48_000
const DEFAULT_RATE = 24_000

/** Hz of a session's audio; a rate that cannot be played counts as none (docs/wire-protocol.md, Authentication). */
export const sessionSampleRate = (requested: number | undefined): number =>
  validSampleRate(requested) ?? DEFAULT_RATE

/** The rate, if it can be played. */
export function validSampleRate(requested: number | undefined): number | undefined {
  const isUsable =
    Number.isInteger(requested) && Number(requested) >= LOWEST_RATE && Number(requested) <= HIGHEST_RATE
  return isUsable ? requested : undefined
}
