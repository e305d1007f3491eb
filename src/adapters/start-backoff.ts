import { MINUTE_MS } from '../contract/durations.js'
import type { Timers } from '../domain/clock.js'

/** Keeps what cannot be started from being started over and over, which costs more than going without it. */
export type StartBackoff = {
  /** Throws why the last start failed while it is too early for the next one. */
  requireDue(): void
  fail(cause: unknown): void
  succeed(): void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5 * MINUTE_MS

/** Waits a second after the first failure, and twice as long after each further one. */
export function createStartBackoff({ elapsed }: Pick<Timers, 'elapsed'>): StartBackoff {
  let waitMs = FIRST_WAIT_MS
  let failure: { readonly cause: unknown; readonly nextAt: number } | undefined
  return {
    requireDue() {
      if (failure !== undefined && elapsed() < failure.nextAt) throw failure.cause
    },
    fail(cause) {
      failure = { cause, nextAt: elapsed() + waitMs }
      waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)
    },
    succeed() {
      failure = undefined
      waitMs = FIRST_WAIT_MS
    },
  }
}
