import { createFormantSynthesiser } from './formant-synthesiser.js'
import { createGraphemeToPhoneme, type GraphemeToPhoneme } from './grapheme-to-phoneme.js'
import { createParameterTrack, type ParameterSegment } from './parameter-track.js'
import { type Formants, loadPhonemes, type Phoneme } from './phonemes.js'
import { type PlannedWord, planSpeech } from './speech-plan.js'

export type SpeakerProfile = {
  /** Mean pitch in Hz. */
  readonly pitch: number
  /** Speaking rate; 1 is natural. */
  readonly pace: number
  /** Factor on the formant frequencies: a shorter vocal tract has higher ones. */
  readonly formantScale: number
}

/** For speech without a chosen voice. */
export const DEFAULT_SPEAKER: SpeakerProfile = { pitch: 115, pace: 1, formantScale: 1 }

export type PlannedSpeech = {
  readonly words: readonly PlannedWord[]
  /** Synthesises the next word at `SYNTHESIS_RATE`, exactly as long as its steps. Call it once per word, in order. */
  readonly voice: (word: PlannedWord) => Float32Array
}

export interface FormantVoice {
  /** `speed` multiplies the speaker's own pace. */
  speak(text: string, speaker: SpeakerProfile, speed: number): PlannedSpeech
}

/** English text to speech: letter-to-sound rules, then formant synthesis. Deterministic. */
export function createFormantVoice(): FormantVoice {
  let tools: { pronounce: GraphemeToPhoneme; sounds: ReadonlyMap<string, Phoneme> } | undefined
  return {
    speak: (text, { pitch, pace, formantScale }, speed) => {
      tools ??= { pronounce: createGraphemeToPhoneme(), sounds: loadPhonemes() }
      const words = planSpeech(text, { ...tools, pace, speed })
      return { words, voice: createVoiceRenderer(words, pitch, formantScale) }
    },
  }
}

function createVoiceRenderer(
  words: readonly PlannedWord[],
  pitch: number,
  formantScale: number,
): PlannedSpeech['voice'] {
  const synthesiser = createFormantSynthesiser()
  const prepare = () => ({
    track: createParameterTrack(
      words.flatMap(({ segments }) => segments.map((segment) => scaleFormants(segment, formantScale))),
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

/** Limit of the third formant, in Hz: the fourth must fit between it and 4 kHz. */
const HIGHEST_THIRD = 3050

const scaleFormants = (segment: ParameterSegment, formantScale: number): ParameterSegment => ({
  ...segment,
  from: resizedFormants(segment.from, formantScale),
  to: resizedFormants(segment.to, formantScale),
})

const resizedFormants = ([first, second, third]: Formants, formantScale: number): Formants => [
  first * formantScale,
  second * formantScale,
  Math.min(third * formantScale, HIGHEST_THIRD),
]

/** The pitch declines over a sentence, rises slightly on each word, and ends with a fall, or a rise for a question. */
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
