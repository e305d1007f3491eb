import { domainError } from '../errors.js'
import { createChannel } from './channel.js'
import type { VoiceTimers } from './engine.js'
import type { TextMark } from './playback.js'
import type { PhonemeTiming, SpeechSynthesis, VoiceSettings } from './ports.js'
import { createSentences, type Sentence } from './sentences.js'

/** Synthesized audio of a reply with the text and the phonemes that are in it, in seconds from its start. */
export type SynthesizedAudio = {
  readonly samples: Float32Array
  readonly marks: readonly TextMark[]
  readonly phonemes: readonly PhonemeTiming[]
  /** Whether the voice gives phonemes at all. */
  readonly hasPhonemes: boolean
}

type ReplySynthesisSettings = {
  readonly sampleRate: number
  readonly voice: VoiceSettings
  readonly hasDataLayer: boolean
  /** The longest wait for the next audio, in milliseconds; read anew at each wait. */
  readonly timeoutMs: () => number
  /** Takes audio; resolves when there is room for more. */
  readonly push: (audio: SynthesizedAudio) => Promise<void>
  /** The first sentence is complete; called once. */
  readonly onEngaged: () => void
  /** No audio will follow. */
  readonly onEnd: (hasText: boolean) => void
  /** Called at most once; `onEnd` follows. */
  readonly onFailure: (error: unknown) => void
}

export interface ReplySynthesis {
  say(text: string): void
  end(): void
  /** Aborts; nothing is called any more. */
  stop(): void
}

/** Synthesizes the text of a reply sentence by sentence, each as soon as it is complete. */
export function createReplySynthesis(
  { synthesis, timers }: { readonly synthesis: SpeechSynthesis; readonly timers: VoiceTimers },
  settings: ReplySynthesisSettings,
): ReplySynthesis {
  const sentences = createSentences()
  const queue = createChannel<Sentence>()
  const controller = new AbortController()
  let hasText = false
  let stopTimeout = () => {}

  const enqueue = (found: readonly Sentence[]) => {
    if (found.length > 0 && !hasText) settings.onEngaged()
    hasText ||= found.length > 0
    for (const sentence of found) queue.push(sentence)
  }
  const finish = (error?: { readonly cause: unknown }) => {
    if (controller.signal.aborted) return
    abort()
    if (error !== undefined) settings.onFailure(error.cause)
    settings.onEnd(hasText)
  }
  const abort = () => {
    stopTimeout()
    controller.abort()
    queue.end()
  }
  const startTimeout = () => {
    stopTimeout()
    stopTimeout = timers.after(settings.timeoutMs(), () => finish({ cause: domainError('voiceLate') }))
  }
  const speak = async (sentence: Sentence) => {
    const { sampleRate, voice, hasDataLayer } = settings
    startTimeout()
    for await (const audio of synthesizeSentence(synthesis, {
      sentence,
      sampleRate,
      voice,
      hasDataLayer,
      signal: controller.signal,
    })) {
      stopTimeout()
      if (controller.signal.aborted) return
      await settings.push(audio)
      startTimeout()
    }
    stopTimeout()
  }
  const speakAll = async () => {
    for await (const sentence of queue.values) {
      if (controller.signal.aborted) return
      await speak(sentence)
    }
  }
  void speakAll().then(
    () => finish(),
    (cause: unknown) => finish({ cause }),
  )

  return {
    say: (text) => enqueue(sentences.push(text)),
    end: () => {
      enqueue(sentences.flush())
      queue.end()
    },
    stop: abort,
  }
}

type SentenceSettings = {
  readonly sentence: Sentence
  readonly sampleRate: number
  readonly voice: VoiceSettings
  readonly hasDataLayer: boolean
  readonly signal: AbortSignal
}

/** An unhurried pace, for voices that give no times. */
const CHARACTERS_PER_SECOND = 15

/** Synthesizes one sentence. A voice that gives no times of words is taken to speak at an even pace. */
async function* synthesizeSentence(
  synthesis: SpeechSynthesis,
  { sentence, signal, ...request }: SentenceSettings,
): AsyncGenerator<SynthesizedAudio> {
  const { text, at } = sentence
  const { sampleRate } = request
  let seconds = 0
  let total: number | undefined
  let hasWords = false
  let hasPhonemes = false
  const atEvenPace = (by: number) => () => {
    if (hasWords) return 0
    const whole = total ?? Math.max(by, text.length / CHARACTERS_PER_SECOND)
    return at + Math.min(text.length, Math.floor((text.length * by) / whole))
  }

  for await (const { samples, words, phonemes } of synthesis.speak({ text, ...request }, signal)) {
    const start = seconds
    seconds += samples.length / sampleRate
    hasWords ||= words.length > 0
    hasPhonemes ||= phonemes.length > 0
    const marks = words.map((word) => ({ at: word.to - start, textEnd: () => at + word.textEnd }))
    const estimate = { at: seconds - start, textEnd: atEvenPace(seconds) }
    yield {
      samples,
      marks: [...marks, estimate],
      phonemes: phonemes.map((phoneme) => shift(phoneme, -start)),
      hasPhonemes,
    }
  }
  total = seconds
}

const shift = ({ phoneme, from, to }: PhonemeTiming, by: number): PhonemeTiming => ({
  phoneme,
  from: from + by,
  to: to + by,
})
