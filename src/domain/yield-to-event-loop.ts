import type { Timers } from './clock.js'

/** Longest time that work may block the event loop, in milliseconds. */
const MAX_BLOCKING_MS = 5

/**
 * Returns a function to await between small steps of long work: it yields to the event loop when the work has run too
 * long. Waiters resume one at a time and re-check the clock; resumed together they would block the event loop as one.
 */
export function createYieldToEventLoop({
  elapsed,
  sleep,
}: Pick<Timers, 'elapsed' | 'sleep'>): () => Promise<void> {
  let since = elapsed()
  let queue: Promise<void> = Promise.resolve()
  const yieldIfDue = async () => {
    if (elapsed() - since < MAX_BLOCKING_MS) return
    await sleep(0)
    since = elapsed()
  }
  return () => {
    queue = queue.then(yieldIfDue)
    return queue
  }
}
