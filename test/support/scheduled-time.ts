import { readFileSync } from 'node:fs'

/**
 * The milliseconds since, without those in which this thread was ready to go on and the machine did something else
 * instead. Where the system does not tell them (it does on Linux), all count.
 */
export function startScheduledTimer(): () => number {
  const begun = performance.now()
  const heldUp = runQueueDelayMs()
  return () => performance.now() - begun - (runQueueDelayMs() - heldUp)
}

/** What the scheduler says of this thread: nanoseconds on a processor, nanoseconds of waiting for one, turns. */
function runQueueDelayMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
