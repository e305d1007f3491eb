import type { Timers } from './clock.js'

export interface EventLoopYielder {
  /** Lets others run when this work has had its time; to be awaited between two small steps. */
  yieldToEventLoop(): Promise<void>
  /** Whether that time is over: saves the wait for nothing in tight loops. */
  isDue(): boolean
}

/** How long work may go on before others get their turn, in milliseconds. */
const MAX_BLOCKING_MS = 5

/**
 * Gives way to the event loop about every 5 ms of work. Works that share it resume one at a time and look at the clock
 * again: resumed together, they would block the event loop as one.
 */
export function createEventLoopYielder({
  elapsed,
  sleep,
}: Pick<Timers, 'elapsed' | 'sleep'>): EventLoopYielder {
  let since = elapsed()
  let line: Promise<void> = Promise.resolve()
  const isDue = () => elapsed() - since >= MAX_BLOCKING_MS
  const rest = async () => {
    if (!isDue()) return
    await sleep(0)
    since = elapsed()
  }
  return {
    isDue,
    yieldToEventLoop: () => {
      line = line.then(rest)
      return line
    },
  }
}
