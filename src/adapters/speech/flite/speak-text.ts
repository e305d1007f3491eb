import { fromPcm16 } from '../../../audio/pcm.js'
import { concatSamples, createResamplerFactory } from '../../../audio/resample.js'
import { createGraphemeToPhoneme } from '../../../audio/speech/grapheme-to-phoneme.js'
import { alignPhonemes, type TimedPhoneme } from '../../../audio/speech/phoneme-alignment.js'
import { type SpokenToken, toPlainText, toSpokenTokens } from '../../../audio/speech/reading/spoken-text.js'
import type { WordTiming } from '../../../domain/voice/ports.js'
import { type createFlite, FLITE_RATE, type FliteSpeech } from './flite-program.js'
import { type FliteSpeaker, TUNINGS } from './speakers.js'

export type SpokenText = {
  /** At the rate that was asked for, -1 to 1; empty when there is nothing to say. */
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
/** A new one each time: its samples are handed over to another thread. */
const silence = (): SpokenText => ({ samples: new Float32Array(0), words: [], phonemes: [] })

/** Reads a text aloud. Deterministic. */
export function createTextSpeaker(flite: Pick<ReturnType<typeof createFlite>, 'speak'>) {
  const pronounce = createGraphemeToPhoneme()
  const createResampler = createResamplerFactory()
  return ({ text, sampleRate, speaker, speed }: SpeakTask): SpokenText => {
    const tokens = toSpokenTokens(text)
    const plain = toPlainText(tokens)
    if (plain === '') return silence()
    // The pitch is changed by the rate at which the samples are played, which the pace makes up for.
    const rate = Math.round(FLITE_RATE * speaker.pitch)
    const stretch = speaker.pitch / (speaker.pace * speed)
    const { gain, meanPitch } = TUNINGS[speaker.voice]
    const speech = flite.speak({ text: plain, voice: speaker.voice, stretch, meanPitch })
    const trimmed = trimSilence(speech, rate, tokens)
    const resampler = createResampler({ from: rate, to: sampleRate })
    const samples = concatSamples([resampler.push(scale(trimmed.samples, gain)), resampler.flush()])
    const owners = alignPhonemes(
      trimmed.phonemes,
      tokens.map(({ spoken }) => spoken),
      pronounce,
    )
    return {
      samples: fadeEdges(samples, sampleRate),
      phonemes: trimmed.phonemes,
      words: timeWords(tokens, trimmed.phonemes, owners),
    }
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

function fadeEdges(samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> {
  const length = Math.min(samples.length >> 1, Math.round(FADE * sampleRate))
  const faded = new Float32Array(samples)
  for (let at = 0; at < length; at += 1) {
    const gain = at / length
    faded[at] = gain * (faded[at] ?? 0)
    const mirrored = faded.length - 1 - at
    faded[mirrored] = gain * (faded[mirrored] ?? 0)
  }
  return faded
}

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
