import type { SpeechChunk, SpeechRequest, SpeechSynthesis } from '../../../src/domain/voice/ports.js'

type Habits = {
  /** Length of each word, pause included. */
  readonly wordMs?: number
  /** Whether it tells when its words sound. */
  readonly tellsWords?: boolean
  /** Stops answering before this word of all that it says. */
  readonly stallsAt?: number
  readonly failsAt?: number
  readonly error?: unknown
}

/** A voice whose every word is one chunk, of a level of its own: 0.1 for the first, 0.11 for the second … */
export function createControlledVoice(habits: Habits = {}) {
  const { wordMs = 200, tellsWords = true } = habits
  const requests: SpeechRequest[] = []
  const signals: AbortSignal[] = []
  let spoken = 0
  let release = () => {}

  const synthesis: SpeechSynthesis = {
    async *speak(request, signal) {
      requests.push(request)
      signals.push(signal)
      const words = [...request.text.matchAll(/\S+/g)]
      for (const [at, match] of words.entries()) {
        if (signal.aborted) return
        if (spoken === habits.failsAt) throw habits.error
        if (spoken === habits.stallsAt) await new Promise<void>((resolve) => (release = resolve))
        yield chunkOf(match, {
          at,
          wordMs,
          tellsWords,
          sampleRate: request.sampleRate,
          level: 0.1 + spoken / 100,
        })
        spoken += 1
      }
    },
  }
  return { synthesis, requests, signals, release: () => release() }
}

type Word = {
  readonly at: number
  readonly wordMs: number
  readonly tellsWords: boolean
  readonly sampleRate: number
  readonly level: number
}

function chunkOf(match: RegExpMatchArray, { at, wordMs, tellsWords, sampleRate, level }: Word): SpeechChunk {
  const [from, to] = [(at * wordMs) / 1000, ((at + 1) * wordMs) / 1000]
  const textEnd = (match.index ?? 0) + match[0].length
  return {
    samples: new Float32Array((sampleRate * wordMs) / 1000).fill(level),
    words: tellsWords ? [{ word: match[0], textEnd, from, to }] : [],
    phonemes: tellsWords ? [{ phoneme: 'AA', from, to }] : [],
  }
}
