import { createEnvelope, ENVELOPE_MS, type Envelope, findEcho } from '../../audio/envelope.js'
import type { VadFrame } from '../../audio/vad.js'
import type { VoiceTimings } from './settings.js'
import type { SpeechOverlap } from './turn-state.js'

// Echo suppression: a loudspeaker brings the character's voice back to the microphone. It is recognised by its loudness and
// by its words (docs/voice.md, Echo guard).

/** `from`: by the timers' clock, in milliseconds; the rate in Hz. */
type Playback = { readonly from: number; readonly sampleRate: number }

export interface EchoGuard {
  /** Audio of a reply that will be played from then on. */
  addPlayback(samples: Float32Array, playback: Playback): void
  /** The next frame of the microphone. */
  addFrame(frame: Pick<VadFrame, 'levelDb'>): void
  /** Whether the microphone has just been picking up the character's own voice. */
  isOwnVoice(): boolean
}

type EchoGuardSettings = {
  readonly timings: Pick<VoiceTimings, 'echoLagMs' | 'echoCorrelation'>
  /** The timers' clock. */
  readonly elapsed: () => number
}

/**
 * Length of the comparison. Measured with the stub's voices and flite's, echoes 20 dB down at lags of 0 to 480 ms: they
 * correlate by .87 or more; other speech over .6 in less than 1 % of all cases. With half a second it would be 50 %.
 */
const WINDOW_MS = 1500
/** While part of the window is silence, other speech may rise with the reply by chance. */
const BEGINNING_CORRELATION = 0.85
/** An echo is quieter than its source. */
const ECHO_DB = -3

/** Compares the loudness of the microphone with that of the reply over the last 1.5 s. */
export function createEchoGuard({ timings, elapsed }: EchoGuardSettings): EchoGuard {
  const lagFrames = Math.ceil(timings.echoLagMs / ENVELOPE_MS)
  const windowFrames = WINDOW_MS / ENVELOPE_MS
  const playback = createPlaybackEnvelope(windowFrames + lagFrames)
  const levels = new Float64Array(windowFrames)
  return {
    addPlayback: playback.add,
    addFrame: ({ levelDb }) => {
      levels.copyWithin(0, 1)
      levels[windowFrames - 1] = 10 ** (levelDb / 20)
    },
    isOwnVoice: () => {
      const now = elapsed()
      const { correlation, gainDb } = findEcho(levels, playback.until(now))
      const isBeginning = now - playback.start() < WINDOW_MS + timings.echoLagMs
      const least = isBeginning ? BEGINNING_CORRELATION : 0
      return correlation > Math.max(timings.echoCorrelation, least) && gainDb <= ECHO_DB
    },
  }
}

/** Audio is sent ahead of its playback, in chunks of a fraction of a second. */
const AHEAD_FRAMES = 5000 / ENVELOPE_MS

/** The loudness of what is played, by frames of its own time; a frame without audio is silence. */
function createPlaybackEnvelope(frames: number) {
  // A ring: sessions add audio and read this many times a second, for which a map costs too much.
  const size = frames + AHEAD_FRAMES
  const levels = new Float64Array(size)
  const stored = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  const read = new Float64Array(frames)
  const slotOf = (frame: number) => ((frame % size) + size) % size
  let oldest = Number.NEGATIVE_INFINITY
  let envelope: Envelope | undefined
  let first = 0
  let count = 0
  let end = Number.NEGATIVE_INFINITY
  let start = Number.NEGATIVE_INFINITY
  return {
    /** When playback began, apart from pauses. */
    start: () => start,
    add: (samples: Float32Array, { from, sampleRate }: Playback) => {
      if (from - end > WINDOW_MS) start = from
      // Audio that does not follow on begins a frame of its own.
      if (envelope === undefined || Math.abs(from - end) > 1) {
        envelope = createEnvelope(sampleRate)
        first = Math.round(from / ENVELOPE_MS)
        count = 0
      }
      for (const level of envelope.push(samples)) {
        const slot = slotOf(first + count)
        levels[slot] = level
        stored[slot] = first + count
        count += 1
      }
      end = from + (samples.length / sampleRate) * 1000
      oldest = Math.floor(from / ENVELOPE_MS) - frames
    },
    /** The last frames before that moment. Valid until the next call. */
    until: (now: number): Float64Array => {
      const start = Math.floor(now / ENVELOPE_MS) - frames
      for (let at = 0; at < frames; at += 1) {
        const frame = start + at
        const slot = slotOf(frame)
        read[at] = frame >= oldest && stored[slot] === frame ? (levels[slot] ?? 0) : 0
      }
      return read
    },
  }
}

/** Words of the reply that an echo may consist of, before the last one that was played and behind it. */
const WORDS_BEFORE = 14
const WORDS_BEHIND = 4

/** Whether the words of a transcript stand, in this order, in the part of the reply that is being played. */
export function isEchoOf(
  transcript: string,
  { delivered, played }: { readonly delivered: string; readonly played: string },
): boolean {
  const words = wordsOf(transcript)
  const position = wordsOf(played).length
  // The echo of a long reply that was heard in one piece has more words than that.
  const before = Math.max(WORDS_BEFORE, words.length + WORDS_BEHIND)
  const near = wordsOf(delivered).slice(Math.max(0, position - before), position + WORDS_BEHIND)
  return (
    words.length > 0 &&
    near.some((_, at) =>
      words.every((word, index) => isSameWord(word, near[at + index], index === words.length - 1)),
    )
  )
}

/** The last word of a transcript may be cut off. */
const isSameWord = (word: string, replyWord: string | undefined, isLast: boolean) =>
  replyWord === word || (isLast && word.length > 2 && replyWord?.startsWith(word) === true)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

type SpeechOverlapSettings = {
  readonly timings: Pick<VoiceTimings, 'echoLagMs'>
  /** Hz of the microphone. */
  readonly sampleRate: number
  readonly minSpeechMs: number
  /** Time since audio of the character was last played, in milliseconds: 0 while it speaks. */
  readonly silentMs: () => number
  /** See EchoGuard. */
  readonly isOwnVoice: () => boolean
}

/** Measures how long someone other than the character has been speaking. */
export function createSpeechOverlap(settings: SpeechOverlapSettings) {
  const { timings, sampleRate, minSpeechMs, silentMs, isOwnVoice } = settings
  const milliseconds = (samples: number) => (samples * 1000) / sampleRate
  let speechMs = 0
  /** Position behind the last frame that was the character's own voice. */
  let ownEnd: number | undefined
  let isNearReply = false
  const startUtterance = () => {
    ownEnd = undefined
    isNearReply = false
  }
  return {
    /** Push-to-talk: a player who presses the button is no echo, and the speech before is over. */
    reset: () => {
      startUtterance()
      speechMs = 0
    },
    current: (): Pick<SpeechOverlap, 'speechMs' | 'isNearReply' | 'isOwnVoice'> => ({
      speechMs,
      isNearReply,
      isOwnVoice: ownEnd !== undefined && speechMs < minSpeechMs,
    }),
    /** Whether the frame is one of speech. */
    push: ({ isSpeech, isVoiced, speechStart, change, end }: VadFrame): boolean => {
      if (change === 'start') startUtterance()
      if (!isSpeech || speechStart === null) speechMs = 0
      if (!isSpeech || !isVoiced || speechStart === null) return false
      const wholeMs = milliseconds(end - speechStart)
      isNearReply ||= silentMs() - wholeMs <= timings.echoLagMs
      // The comparison is expensive and needs some sound to compare.
      if (isNearReply && wholeMs >= minSpeechMs && isOwnVoice()) ownEnd = end
      speechMs = milliseconds(end - (ownEnd ?? speechStart))
      return true
    },
  }
}
