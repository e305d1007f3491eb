import type { Timers } from './clock.js'

export interface EventLoopYielder {
  /** Yields when the work has run for too long; to be awaited between small steps. */
  yieldToEventLoop(): Promise<void>
  /** Whether the next call would yield: lets tight loops skip the await. */
  isDue(): boolean
}

/** Longest time that work may block the event loop, in milliseconds. */
const MAX_BLOCKING_MS = 5

/**
 * Yields to the event loop after about 5 ms of work. Waiters that share it resume one at a time and re-check the clock;
 * resumed together they would block the event loop as one.
 */
export function createEventLoopYielder({
  elapsed,
  sleep,
}: Pick<Timers, 'elapsed' | 'sleep'>): EventLoopYielder {
  let since = elapsed()
  let queue: Promise<void> = Promise.resolve()
  const isDue = () => elapsed() - since >= MAX_BLOCKING_MS
  const yieldIfDue = async () => {
    if (!isDue()) return
    await sleep(0)
    since = elapsed()
  }
  return {
    isDue,
    yieldToEventLoop: () => {
      queue = queue.then(yieldIfDue)
      return queue
    },
  }
}
