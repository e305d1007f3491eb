import { readdirSync, readFileSync } from 'node:fs'

/**
 * The milliseconds since, without those in which this thread was ready to go on and the machine did something else
 * instead. Where the system does not tell them (it does on Linux), all count.
 */
export const startScheduledTimer = (): (() => number) => startTimer(() => runQueueDelayMs('thread-self'))

/** The same for work that goes through several threads of this process: what held up any of them does not count. */
export const startProcessScheduledTimer = (): (() => number) => startTimer(delayOfAllThreads)

function startTimer(delay: () => number): () => number {
  const begun = performance.now()
  const heldUp = delay()
  return () => performance.now() - begun - (delay() - heldUp)
}

function delayOfAllThreads(): number {
  try {
    return readdirSync('/proc/self/task').reduce(
      (sum, thread) => sum + runQueueDelayMs(`self/task/${thread}`),
      0,
    )
  } catch {
    return 0
  }
}

/** What the scheduler says of a thread: nanoseconds on a processor, nanoseconds of waiting for one, turns. */
function runQueueDelayMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
