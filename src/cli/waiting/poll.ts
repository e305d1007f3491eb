import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type CallOptions, ServiceError, UnreachableError } from '../../client/create-client.js'

/** The contract's `Retry-After`, for a service that sends none. */
const POLL_MS = 5000
/** A server that restarts, or a proxy in between, is no reason to give up at once. */
const FAILURES_IN_A_ROW = 5

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export type PollOptions<T> = {
  /** Asks once; passes the options on to the client's call. */
  readonly read: (options: CallOptions) => Promise<T>
  readonly isOver: (state: T) => boolean
  /** Milliseconds; infinity: as long as it takes. */
  readonly waitMs: number
  /** Ends the following at once, with the reason of the signal. */
  readonly signal: AbortSignal
  /** Milliseconds between two questions; undefined: as the service says. */
  readonly pollMs?: number | undefined
  /** Lets this many milliseconds pass. */
  readonly sleep?: Sleep
}

/** Every state that is read, up to the first that is over; the last one read is not over when the time ran out. */
export async function* poll<T>(following: PollOptions<T>): AsyncGenerator<T, void> {
  const { isOver, signal, sleep = realSleep } = following
  const until = performance.now() + following.waitMs
  for (let failures = 0; ; ) {
    const { state, pauseMs, error } = await pollOnce(following)
    failures = error === null ? 0 : failures + 1
    if (failures >= FAILURES_IN_A_ROW) throw error
    if (state !== null) {
      yield state
      if (isOver(state)) return
    }
    const leftMs = until - performance.now()
    if (leftMs <= 0) return
    await sleep(Math.min(pauseMs, leftMs), signal)
  }
}

const realSleep: Sleep = (ms, signal) => pause(ms, undefined, { signal })

/** One question: the state, or an error that may pass. */
async function pollOnce<T>({ read, pollMs, signal }: PollOptions<T>) {
  let seconds: number | null = null
  const onRetryAfter = (asked: number | null) => {
    seconds = asked
  }
  const pauseMs = () => pollMs ?? (seconds === null ? POLL_MS : Math.max(1, seconds) * 1000)
  try {
    const state = await read({ signal, onRetryAfter })
    return { state, error: null, pauseMs: pauseMs() }
  } catch (error) {
    if (signal.aborted || !isTransientError(error)) throw error
    return { state: null, error, pauseMs: pauseMs() }
  }
}

const isTransientError = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ServiceError && (error.status === 429 || error.status >= 502))
