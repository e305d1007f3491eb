import type { Timers } from '../../src/domain/clock.js'

type Due = { readonly at: number; readonly call: () => void }

/** Timers that the test moves: what falls due happens in order, each after all that came of the one before. */
export function createVirtualTimers() {
  const waiting = new Set<Due>()
  let now = 0

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const after = (ms: number, call: () => void) => {
    const due = { at: now + Math.max(0, ms), call }
    waiting.add(due)
    return () => void waiting.delete(due)
  }
  const timers: Timers = {
    after,
    elapsed: () => now,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
  }
  return {
    ...timers,
    /** What waits, in milliseconds from now. */
    waiting: () => [...waiting].map(({ at }) => at - now),
    settle,
    advance: async (ms: number) => {
      const end = now + ms
      await settle()
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        waiting.delete(next)
        now = Math.max(now, next.at)
        next.call()
        await settle()
      }
      now = end
    },
  }
}
