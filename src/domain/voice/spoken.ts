import type { TextMark } from './playback-tracker.js'
import type { PhonemeTiming, SpeechSynthesis, VoiceSettings } from './ports.js'
import type { Sentence } from './sentences.js'

/** Sound of a reply with the text and the sounds of speech that are in it, in seconds from its start. */
export type SpokenSound = {
  readonly samples: Float32Array
  readonly marks: readonly TextMark[]
  readonly phonemes: readonly PhonemeTiming[]
  /** Whether the voice tells the sounds of speech at all. */
  readonly tellsSounds: boolean
}

type SpeakSettings = {
  readonly sentence: Sentence
  readonly sampleRate: number
  readonly voice: VoiceSettings
  readonly signal: AbortSignal
}

/** For voices that tell no times: an unhurried pace. */
const CHARACTERS_PER_SECOND = 15

/** Speaks one sentence. Words are where the voice says; for one that tells no times, where an even pace puts them. */
export async function* speakSentence(
  synthesis: SpeechSynthesis,
  { sentence, sampleRate, voice, signal }: SpeakSettings,
): AsyncGenerator<SpokenSound> {
  const { text, at } = sentence
  let seconds = 0
  let total: number | undefined
  let tellsWords = false
  let tellsSounds = false
  const evenly = (by: number) => () => {
    if (tellsWords) return 0
    const whole = total ?? Math.max(by, text.length / CHARACTERS_PER_SECOND)
    return at + Math.min(text.length, Math.floor((text.length * by) / whole))
  }

  for await (const { samples, words, phonemes } of synthesis.speak({ text, sampleRate, voice }, signal)) {
    const start = seconds
    seconds += samples.length / sampleRate
    tellsWords ||= words.length > 0
    tellsSounds ||= phonemes.length > 0
    const told = words.map((word) => ({ at: word.to - start, textEnd: () => at + word.textEnd }))
    const guess = { at: seconds - start, textEnd: evenly(seconds) }
    const sounds = phonemes.map((sound) => moved(sound, -start))
    yield { samples, marks: [...told, guess], phonemes: sounds, tellsSounds }
  }
  total = seconds
}

const moved = ({ phoneme, from, to }: PhonemeTiming, by: number): PhonemeTiming => ({
  phoneme,
  from: from + by,
  to: to + by,
})
