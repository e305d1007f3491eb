import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds since the start of the run, on a clock that every process of it shares. */
export type RunClock = { now(): number }

export const createRunClock = (startsAtEpochMs: number): RunClock => ({
  now: () => performance.timeOrigin + performance.now() - startsAtEpochMs,
})

/** Waits until a moment of the run; at once when it is past. */
export async function sleepUntil(clock: RunClock, at: number): Promise<void> {
  const left = at - clock.now()
  if (left > 0) await sleep(left)
}

/** Resolves to null when the time is over first. No timer stays behind. */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  const late = sleep(Math.max(0, ms), null, { signal: over.signal }).catch(() => null)
  try {
    return await Promise.race([promise, late])
  } finally {
    over.abort()
  }
}
