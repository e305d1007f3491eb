import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds since the start of the run, the same in all its processes. */
export type RunClock = { now(): number }

export const createRunClock = (startsAtEpochMs: number): RunClock => ({
  now: () => performance.timeOrigin + performance.now() - startsAtEpochMs,
})

/** Sleeps until a time of the run; returns at once if it has passed. */
export async function sleepUntil(clock: RunClock, at: number): Promise<void> {
  const left = at - clock.now()
  if (left > 0) await sleep(left)
}

/** Resolves to null on timeout. Leaves no timer behind. */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  const late = sleep(Math.max(0, ms), null, { signal: over.signal }).catch(() => null)
  try {
    return await Promise.race([promise, late])
  } finally {
    over.abort()
  }
}
