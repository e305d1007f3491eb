import type { Timers } from '../../../src/domain/clock.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'

type Pace = {
  readonly timers: Timers
  /** Milliseconds before each word. */
  readonly gapMs: () => number
  readonly words: readonly string[]
}

/** A language model that says the same words to everybody, each after its time; it stops with the signal. */
export function createPacedModel({ timers, gapMs, words }: Pace): LanguageModel {
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const stop = () => {
        cancel()
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const cancel = timers.after(ms, stop)
      signal.addEventListener('abort', stop, { once: true })
    })
  return {
    async *reply(_, signal) {
      for (const word of words) {
        await wait(gapMs(), signal)
        if (signal.aborted) return
        yield { type: 'text', text: `${word} ` }
      }
    },
  }
}
