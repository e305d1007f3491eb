import { createEnvelope, ENVELOPE_MS, type Envelope, findEcho } from '../../audio/envelope.js'
import type { VadFrame } from '../../audio/vad.js'
import type { VoiceTimings } from './settings.js'

/** `from`: by the timers' clock, in milliseconds; the rate in Hz. */
type Played = { readonly from: number; readonly sampleRate: number }

export interface EchoGuard {
  /** Sound of a reply that will be played from then on. */
  sent(samples: Float32Array, played: Played): void
  /** The next frame that the microphone heard. */
  heard(frame: Pick<VadFrame, 'levelDb'>): void
  /** Whether the microphone has just been hearing the character itself. */
  isOwnVoice(): boolean
}

type EchoGuardSettings = {
  readonly timings: Pick<VoiceTimings, 'echoLagMs' | 'echoCorrelation'>
  /** The timers' clock. */
  readonly elapsed: () => number
}

/**
 * So much is compared. Measured with the stub's voices and flite's, echoes 20 dB down at lags of 0 to 480 ms: they
 * correlate by .87 or more; other speech over .6 in less than 1 % of all cases. With half a second it would be 50 %.
 */
const WINDOW_MS = 1500
/** While there is silence in what is compared, a voice may rise with the reply by chance: nothing less counts then. */
const BEGINNING_CORRELATION = 0.85
/** An echo is quieter than what it is the echo of. */
const ECHO_DB = -3

/** Tells a character's own voice from a player's by the course of its loudness (docs/voice.md, Echo guard). */
export function createEchoGuard({ timings, elapsed }: EchoGuardSettings): EchoGuard {
  const lagFrames = Math.ceil(timings.echoLagMs / ENVELOPE_MS)
  const windowFrames = WINDOW_MS / ENVELOPE_MS
  const played = createPlayed(windowFrames + lagFrames)
  const levels = new Float64Array(windowFrames)
  return {
    sent: played.add,
    heard: ({ levelDb }) => {
      levels.copyWithin(0, 1)
      levels[windowFrames - 1] = 10 ** (levelDb / 20)
    },
    isOwnVoice: () => {
      const now = elapsed()
      const { correlation, gainDb } = findEcho(levels, played.until(now))
      const isBeginning = now - played.start() < WINDOW_MS + timings.echoLagMs
      const least = isBeginning ? BEGINNING_CORRELATION : 0
      return correlation > Math.max(timings.echoCorrelation, least) && gainDb <= ECHO_DB
    },
  }
}

/** How loud what is played is, in frames of its own time; nothing is silence. */
function createPlayed(frames: number) {
  let levels = new Map<number, number>()
  let envelope: Envelope | undefined
  let first = 0
  let count = 0
  let end = Number.NEGATIVE_INFINITY
  let start = Number.NEGATIVE_INFINITY
  const forget = (now: number) => {
    const oldest = now - frames
    levels = new Map([...levels].filter(([frame]) => frame >= oldest))
  }
  return {
    /** When it began to be played, but for pauses. */
    start: () => start,
    add: (samples: Float32Array, { from, sampleRate }: Played) => {
      if (from - end > WINDOW_MS) start = from
      // Sound that does not follow on begins a frame of its own.
      if (envelope === undefined || Math.abs(from - end) > 1) {
        envelope = createEnvelope(sampleRate)
        first = Math.round(from / ENVELOPE_MS)
        count = 0
      }
      for (const level of envelope.push(samples)) {
        levels.set(first + count, level)
        count += 1
      }
      end = from + (samples.length / sampleRate) * 1000
      forget(Math.floor(from / ENVELOPE_MS))
    },
    /** The last frames before that moment. */
    until: (now: number): Float64Array => {
      const last = Math.floor(now / ENVELOPE_MS)
      return Float64Array.from({ length: frames }, (_, at) => levels.get(last - frames + at) ?? 0)
    },
  }
}
