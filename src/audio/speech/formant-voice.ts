import { createFormantSynthesiser } from './formant-synthesiser.js'
import { createGraphemeToPhoneme, type GraphemeToPhoneme } from './grapheme-to-phoneme.js'
import { createParameterTrack, type ParameterSegment } from './parameter-track.js'
import { type Formants, loadPhonemes, type Phoneme } from './phonemes.js'
import { type PlannedWord, planSpeech } from './speech-plan.js'

/** Who speaks. */
export type SpeakerProfile = {
  /** Mean pitch in Hz. */
  readonly pitch: number
  /** 1 is the natural pace. */
  readonly pace: number
  /** Formants against those of the table: a shorter throat has higher ones. */
  readonly size: number
}

/** Who speaks when nobody in particular does. */
export const DEFAULT_SPEAKER: SpeakerProfile = { pitch: 115, pace: 1, size: 1 }

export type PlannedSpeech = {
  readonly words: readonly PlannedWord[]
  /** The next word's sound at `SYNTHESIS_RATE`, exactly as long as its steps; to be called once for each, in order. */
  readonly voice: (word: PlannedWord) => Float32Array
}

export interface FormantVoice {
  /** `speed` is that of the whole, beside the speaker's own pace. */
  speak(text: string, speaker: SpeakerProfile, speed: number): PlannedSpeech
}

/** Speaks English aloud: rules of spelling, then formants. Deterministic. */
export function createFormantVoice(): FormantVoice {
  let tools: { pronounce: GraphemeToPhoneme; sounds: ReadonlyMap<string, Phoneme> } | undefined
  return {
    speak: (text, { pitch, pace, size }, speed) => {
      tools ??= { pronounce: createGraphemeToPhoneme(), sounds: loadPhonemes() }
      const words = planSpeech(text, { ...tools, pace, speed })
      return { words, voice: createVoiceRenderer(words, pitch, size) }
    },
  }
}

function createVoiceRenderer(
  words: readonly PlannedWord[],
  pitch: number,
  size: number,
): PlannedSpeech['voice'] {
  const synthesiser = createFormantSynthesiser()
  const prepare = () => ({
    track: createParameterTrack(
      words.flatMap(({ pieces }) => pieces.map((piece) => scaleFormants(piece, size))),
    ),
    pitches: intonation(words, pitch),
  })
  let prepared: ReturnType<typeof prepare> | undefined
  return ({ from, to }) => {
    prepared ??= prepare()
    const steps = prepared.track(from, to)
    return synthesiser.speak(steps, prepared.pitches.slice(from, to))
  }
}

/** As far as four formants below 4 kHz go. */
const HIGHEST_THIRD = 3050

const scaleFormants = (piece: ParameterSegment, size: number): ParameterSegment => ({
  ...piece,
  from: resizedFormants(piece.from, size),
  to: resizedFormants(piece.to, size),
})

const resizedFormants = ([first, second, third]: Formants, size: number): Formants => [
  first * size,
  second * size,
  Math.min(third * size, HIGHEST_THIRD),
]

/** The pitch falls over each sentence, rises a little with each word, and at its end falls, or rises for a question. */
function intonation(words: readonly PlannedWord[], pitch: number): number[] {
  const pitches: number[] = []
  for (const sentence of sentencesOf(words)) {
    const from = sentence[0]?.from ?? 0
    const to = sentence.at(-1)?.to ?? 0
    const turn = /\?["')\]»”’]*$/u.test(sentence.at(-1)?.packet.text ?? '') ? 0.3 : -0.12
    for (const word of sentence) {
      const isFinal = word === sentence.at(-1)
      for (let at = word.from; at < word.to; at += 1) {
        const within = (at - word.from) / (word.to - word.from)
        const fall = 1.1 - 0.18 * ((at - from) / (to - from))
        const accent = 0.07 * Math.sin(Math.PI * Math.min(1, 1.3 * within))
        const end = isFinal ? turn * within : 0
        pitches[at] = pitch * (fall + accent + end)
      }
    }
  }
  return pitches
}

function sentencesOf(words: readonly PlannedWord[]): PlannedWord[][] {
  const sentences: PlannedWord[][] = [[]]
  for (const word of words) {
    sentences.at(-1)?.push(word)
    if (/[.!?…]["')\]»”’]*$/u.test(word.packet.text)) sentences.push([])
  }
  return sentences.filter(({ length }) => length > 0)
}
