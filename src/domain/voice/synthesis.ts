import { domainError } from '../errors.js'
import { createChannel } from './channel.js'
import type { VoiceTimers } from './engine.js'
import type { SpeechSynthesis, VoiceSettings } from './ports.js'
import { createSentences, type Sentence } from './sentences.js'
import { type SpokenSound, speakSentence } from './spoken.js'

type ReplySynthesisSettings = {
  readonly sampleRate: number
  readonly voice: VoiceSettings
  /** The longest wait for the next sound, in milliseconds; asked anew at each wait. */
  readonly patienceMs: () => number
  /** Takes a sound; resolves when there is room for the next. */
  readonly push: (sound: SpokenSound) => Promise<void>
  /** There is something to be said; called once. */
  readonly onEngaged: () => void
  /** No sound will follow; it tells whether there was anything to say. */
  readonly onEnd: (hasSaid: boolean) => void
  /** Called at most once; `onEnd` follows. */
  readonly onFailure: (error: unknown) => void
}

export interface ReplySynthesis {
  say(text: string): void
  end(): void
  /** Gives up; nothing is called any more. */
  stop(): void
}

/** Turns the text of a reply into sound, sentence by sentence, each as soon as it is complete. */
export function createReplySynthesis(
  { synthesis, timers }: { readonly synthesis: SpeechSynthesis; readonly timers: VoiceTimers },
  settings: ReplySynthesisSettings,
): ReplySynthesis {
  const sentences = createSentences()
  const waiting = createChannel<Sentence>()
  const stop = new AbortController()
  let hasSaid = false
  let relax = () => {}

  const take = (found: readonly Sentence[]) => {
    if (found.length > 0 && !hasSaid) settings.onEngaged()
    hasSaid ||= found.length > 0
    for (const sentence of found) waiting.push(sentence)
  }
  const conclude = (error?: { readonly cause: unknown }) => {
    if (stop.signal.aborted) return
    halt()
    if (error !== undefined) settings.onFailure(error.cause)
    settings.onEnd(hasSaid)
  }
  const halt = () => {
    relax()
    stop.abort()
    waiting.end()
  }
  const watch = () => {
    relax()
    relax = timers.after(settings.patienceMs(), () => conclude({ cause: late() }))
  }
  const speak = async (sentence: Sentence) => {
    const { sampleRate, voice } = settings
    watch()
    for await (const sound of speakSentence(synthesis, {
      sentence,
      sampleRate,
      voice,
      signal: stop.signal,
    })) {
      relax()
      if (stop.signal.aborted) return
      await settings.push(sound)
      watch()
    }
    relax()
  }
  const speakAll = async () => {
    for await (const sentence of waiting.values) {
      if (stop.signal.aborted) return
      await speak(sentence)
    }
  }
  void speakAll().then(
    () => conclude(),
    (cause: unknown) => conclude({ cause }),
  )

  return {
    say: (text) => take(sentences.push(text)),
    end: () => {
      take(sentences.flush())
      waiting.end()
    },
    stop: halt,
  }
}

const late = () => domainError('voiceLate')
