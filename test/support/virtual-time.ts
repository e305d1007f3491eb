import type { Timers } from '../../src/domain/clock.js'

type Due = { readonly at: number; readonly call: () => void }

/** Timers that the test moves: what falls due happens in order, each after all that came of the one before. */
export function createVirtualTimers() {
  const waiting = new Set<Due>()
  /** What is due, once input was read. */
  const behindInput = new Set<() => void>()
  let now = 0

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const after = (ms: number, call: () => void) => {
    const due = { at: now + Math.max(0, ms), call }
    waiting.add(due)
    return () => void waiting.delete(due)
  }
  const afterInput = (ms: number, call: () => void) => {
    const cancel = after(ms, () => behindInput.add(call))
    return () => {
      cancel()
      behindInput.delete(call)
    }
  }
  const run = async (end: number, beforeTheNext: () => Promise<void>) => {
    await settle()
    for (;;) {
      await beforeTheNext()
      const next = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      waiting.delete(next)
      now = Math.max(now, next.at)
      next.call()
      await settle()
    }
    now = end
  }
  const readInput = async () => {
    for (const call of behindInput) {
      behindInput.delete(call)
      call()
      await settle()
    }
  }
  const timers: Timers = {
    after,
    afterInput,
    elapsed: () => now,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
  }
  return {
    ...timers,
    /** What waits, in milliseconds from now. */
    waiting: () => [...waiting].map(({ at }) => at - now),
    settle,
    advance: (ms: number) => run(now + ms, readInput),
    /** The process is held up: what falls due meanwhile happens, and nothing that came in is read. */
    holdUp: (ms: number) => run(now + ms, async () => undefined),
  }
}
