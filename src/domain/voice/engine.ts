import type { Timers } from '../clock.js'
import type { SpeechRecognition, SpeechSynthesis, VoiceActivity } from './ports.js'
import type { VoiceTimings } from './settings.js'

/** What a session speaks and hears with. */
export type VoiceEngine = {
  readonly synthesis: SpeechSynthesis
  readonly recognition: SpeechRecognition
  readonly activity: VoiceActivity
  readonly timings: VoiceTimings
}

/** The timers that voice runs by. */
export type VoiceTimers = Pick<Timers, 'after' | 'afterInput' | 'elapsed'>

const LOWEST_RATE = 8000
const HIGHEST_RATE = 48_000
const DEFAULT_RATE = 24_000

/** Hz of a session's audio; a rate that nobody can play is taken for none (docs/wire-protocol.md, Authentication). */
export const sessionSampleRate = (asked: number | undefined): number => validSampleRate(asked) ?? DEFAULT_RATE

/** The rate, if somebody can play it. */
export function validSampleRate(asked: number | undefined): number | undefined {
  const isUsable = Number.isInteger(asked) && Number(asked) >= LOWEST_RATE && Number(asked) <= HIGHEST_RATE
  return isUsable ? asked : undefined
}
