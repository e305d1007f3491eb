import { VAD_DEFAULTS, type VadSettings } from '../../audio/vad.js'

/** When a turn starts and ends, and how speaking gives way to being spoken to (docs/voice.md, Settings). Milliseconds. */
export type VoiceTimings = {
  readonly vad: VadSettings
  /** Audio from before the start of speech that the recogniser gets too. */
  readonly keptMs: number
  /** The turn ends so long after the last voiced frame … */
  readonly endpointMs: number
  /** … and so long when the text is open: a trailing 'and', an unfinished number. */
  readonly openEndpointMs: number
  /** Speech of this length over a playing reply makes it the user's turn (it pauses at `vad_min_speech_duration_ms`). */
  readonly bargeInMs: number
  /** A pause that turned out to be nothing ends after this. */
  readonly falseBargeInMs: number
  /** Around the ends of turns nothing counts as barge-in. */
  readonly turnGuardMs: number
  /** How far audio is sent ahead of its playback. */
  readonly playbackLeadMs: number
  /** What was sent this recently has not been heard yet. */
  readonly playbackDelayMs: number
  /** A reply counts as played so long after its estimated end. */
  readonly playbackGraceMs: number
  /** The longest wait for the next audio of a reply that has begun. */
  readonly starvedMs: number
  /** The recogniser is released after so long without speech. */
  readonly voiceIdleMs: number
  /** An echo comes back within this. */
  readonly echoLagMs: number
  /** From this correlation on, what is heard is what was said. */
  readonly echoCorrelation: number
}

export const VOICE_TIMINGS: VoiceTimings = {
  vad: VAD_DEFAULTS,
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
}
