import { VAD_DEFAULTS, type VadSettings } from '../../audio/vad.js'

/** When turns start and end, and how speech interrupts a reply (docs/voice.md, Settings). Milliseconds. */
export type VoiceTimings = {
  readonly vad: VadSettings
  /** Audio from before the start of speech that is recognised, too. */
  readonly keptMs: number
  /** Silence behind the last voiced frame that ends a turn … */
  readonly endpointMs: number
  /** … and one whose text is incomplete: a trailing 'and', an unfinished number. */
  readonly openEndpointMs: number
  /** Speech over a reply that interrupts it (`vad_min_speech_duration_ms` of it pauses the reply). */
  readonly bargeInMs: number
  /** Silence after which a paused reply goes on. */
  readonly falseBargeInMs: number
  /** The beginning of a reply, in which speech does not pause it. */
  readonly turnGuardMs: number
  /** How far audio is sent ahead of its playback. */
  readonly playbackLeadMs: number
  /** Delay between the playback of audio and the player's ear. */
  readonly playbackDelayMs: number
  /** A reply counts as played so long after its estimated end. */
  readonly playbackGraceMs: number
  /** The longest wait for the next audio of a reply that has begun. */
  readonly starvedMs: number
  /** Time without speech after which the recogniser is released. */
  readonly voiceIdleMs: number
  /** The longest delay of an echo. */
  readonly echoLagMs: number
  /** The correlation from which the microphone's audio is an echo. */
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
