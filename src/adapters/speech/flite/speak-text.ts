import { fromPcm16 } from '../../../audio/pcm.js'
import { concatSamples, createResamplerFactory } from '../../../audio/resample.js'
import { createGraphemeToPhoneme } from '../../../audio/speech/grapheme-to-phoneme.js'
import { alignPhonemes, type TimedPhoneme } from '../../../audio/speech/phoneme-alignment.js'
import { type SpokenToken, toPlainText, toSpokenTokens } from '../../../audio/speech/reading/spoken-text.js'
import type { WordTiming } from '../../../domain/voice/ports.js'
import { type createFlite, FLITE_RATE, type FliteSpeech } from './flite-program.js'
import { type FliteSpeaker, TUNINGS } from './speakers.js'

/** A part of the sound of a text. Words and phonemes come with the first, timed from the beginning of the text. */
export type SpokenPiece = {
  /** At the rate that was asked for, -1 to 1. */
  readonly samples: Float32Array<ArrayBuffer>
  readonly words: readonly WordTiming[]
  readonly phonemes: readonly TimedPhoneme[]
}

export type SpeakTask = {
  readonly text: string
  /** Hz. */
  readonly sampleRate: number
  readonly speaker: FliteSpeaker
  /** 2 halves the time. */
  readonly speed: number
}

/** Seconds of silence before the first sound, and after the last by the mark that follows it. */
const LEAD = 0.03
const PAUSES: Readonly<Record<SpokenToken['pause'], number>> = {
  '': 0.06,
  ',': 0.16,
  '.': 0.3,
  '?': 0.3,
  '!': 0.3,
}
const FADE = 0.004
/** Enough for a first chunk. Whoever waits for it does not wait until all of the sound is resampled as well. */
const HEAD = 0.25

/** Reads a text aloud, in one piece or two; in none if there is nothing to say. Deterministic. */
export function createTextSpeaker(flite: Pick<ReturnType<typeof createFlite>, 'speak'>) {
  const pronounce = createGraphemeToPhoneme()
  const createResampler = createResamplerFactory()
  return function* ({ text, sampleRate, speaker, speed }: SpeakTask): Generator<SpokenPiece> {
    const tokens = toSpokenTokens(text)
    const plain = toPlainText(tokens)
    if (plain === '') return
    // The pitch is changed by the rate at which the samples are played, which the pace makes up for.
    const rate = Math.round(FLITE_RATE * speaker.pitch)
    const stretch = speaker.pitch / (speaker.pace * speed)
    const { gain, meanPitch } = TUNINGS[speaker.voice]
    const speech = flite.speak({ text: plain, voice: speaker.voice, stretch, meanPitch })
    const { samples: sound, phonemes } = trimSilence(speech, rate, tokens)
    const owners = alignPhonemes(
      phonemes,
      tokens.map(({ spoken }) => spoken),
      pronounce,
    )
    const timed = { phonemes, words: timeWords(tokens, phonemes, owners) }
    const resampler = createResampler({ from: rate, to: sampleRate })
    const resampled = (part: Float32Array) => resampler.push(scale(part, gain))

    const cut = Math.round(HEAD * rate)
    if (sound.length < 2 * cut) {
      const whole = concatSamples([resampled(sound), resampler.flush()])
      return yield { samples: fadeOut(fadeIn(whole, sampleRate), sampleRate), ...timed }
    }
    yield { samples: fadeIn(resampled(sound.subarray(0, cut)), sampleRate), ...timed }
    const rest = concatSamples([resampled(sound.subarray(cut)), resampler.flush()])
    yield { samples: fadeOut(rest, sampleRate), words: [], phonemes: [] }
  }
}

/** The program pauses for a quarter of a second before each text, and after it; how long is ours to say. */
function trimSilence({ samples, phonemes }: FliteSpeech, rate: number, tokens: readonly SpokenToken[]) {
  const timed = phonemes.map(({ name, end }, at) => ({
    phoneme: toArpabet(name),
    from: ((phonemes[at - 1]?.end ?? 0) * FLITE_RATE) / rate,
    to: (end * FLITE_RATE) / rate,
  }))
  const first = timed.find(({ phoneme }) => phoneme !== 'SIL')
  const last = timed.findLast(({ phoneme }) => phoneme !== 'SIL')
  const pause = PAUSES[tokens.findLast((token) => token.pause !== '' || token.spoken.length > 0)?.pause ?? '']
  const start = Math.max(0, (first?.from ?? 0) - LEAD)
  const end = (last?.to ?? 0) + pause
  const kept = new Float32Array(Math.round((end - start) * rate))
  const from = Math.round(start * rate)
  // What follows the last sound is silence or breath, and fades before it is cut.
  const sound = fromPcm16(new Uint8Array(samples.buffer)).subarray(from, from + kept.length)
  kept.set(sound)
  const inner = timed.filter(({ from: at, to }) => to > start && at < end)
  return {
    samples: kept,
    phonemes: inner.map(({ phoneme, from: at, to }) => ({
      phoneme,
      from: Math.max(0, at - start),
      to: Math.min(end, to) - start,
    })),
  }
}

const toArpabet = (name: string): string => OTHER_NAMES[name] ?? name.toUpperCase()
const OTHER_NAMES: Readonly<Record<string, string>> = { pau: 'SIL', ssil: 'SIL', ng: 'NX' }

const scale = (samples: Float32Array, gain: number) =>
  samples.map((sample) => Math.max(-0.98, Math.min(0.98, gain * sample)))

/** A copy whose first milliseconds, at most half of it, rise from silence. */
function fadeIn(samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> {
  const faded = new Float32Array(samples)
  const length = Math.min(faded.length >> 1, Math.round(FADE * sampleRate))
  for (let at = 0; at < length; at += 1) faded[at] = (at / length) * (faded[at] ?? 0)
  return faded
}

const fadeOut = (samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> =>
  fadeIn(samples.toReversed(), sampleRate).reverse()

/** A word of which nothing is heard ends with the one before it. */
function timeWords(
  tokens: readonly SpokenToken[],
  phonemes: readonly TimedPhoneme[],
  owners: readonly number[],
): WordTiming[] {
  const spans = tokens.map((): { from: number; to: number } | undefined => undefined)
  for (const [at, { phoneme, from, to }] of phonemes.entries()) {
    const word = owners[at] ?? 0
    if (phoneme !== 'SIL') spans[word] = { from: spans[word]?.from ?? from, to }
  }
  let end = 0
  return tokens.map(({ word, textEnd }, at) => {
    const span = spans[at] ?? { from: end, to: end }
    end = span.to
    return { word, textEnd, ...span }
  })
}
