import type { Timers } from './clock.js'

/** How long work may go on before others get their turn, in milliseconds. */
const MAX_BLOCKING_MS = 5

/**
 * Lets others run when work has had its time; to be awaited between two small steps. Works that share it go on one behind
 * the other, and the time is looked at before each: went they on together, all their next steps would be one.
 */
export function createYieldToEventLoop({
  elapsed,
  sleep,
}: Pick<Timers, 'elapsed' | 'sleep'>): () => Promise<void> {
  let since = elapsed()
  let line: Promise<void> = Promise.resolve()
  const rest = async () => {
    if (elapsed() - since < MAX_BLOCKING_MS) return
    await sleep(0)
    since = elapsed()
  }
  return () => {
    line = line.then(rest)
    return line
  }
}
