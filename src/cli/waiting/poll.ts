import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type CallOptions, ServiceError, UnreachableError } from '../../client/create-client.js'
import type { ResumeHint, WaitInterruptHandler } from './wait-interrupt-handler.js'

/** The contract's `Retry-After`, for a service that sends none. */
const POLL_MS = 5000
/** A server that restarts, or a proxy in between, is no reason to give up at the first failure. */
const MAX_CONSECUTIVE_FAILURES = 5

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export type PollOptions<T> = {
  /** Reads the state once; must pass the options on to the client's call. */
  readonly read: (options: CallOptions) => Promise<T>
  readonly isOver: (state: T) => boolean
  /** Milliseconds; infinity waits without a limit. */
  readonly waitMs: number
  /** Aborting it ends the polling at once, with the reason of the signal. */
  readonly signal: AbortSignal
  /** Milliseconds between two reads; undefined uses the `Retry-After` of the service. */
  readonly pollMs?: number | undefined
  readonly sleep?: Sleep
}

/** Shows the state of something that is being waited for. Work without intermediate states uses `withSpinner` instead. */
export type Progress<T> = {
  show(state: T): void
  /** Removes what disappears at the end; nothing is shown afterwards. */
  end(): void | Promise<void>
}

type ProgressWait<T> = Omit<PollOptions<T>, 'signal' | 'sleep'> & {
  readonly progress: Progress<T>
  readonly interruption: WaitInterruptHandler
}

/** Polls and shows each state; resolves to the last one. Ctrl-C ends the wait and throws an error with `resumeHint`. */
export function waitWithProgress<T extends object>(
  { progress, interruption, ...polling }: ProgressWait<T>,
  resumeHint: ResumeHint,
): Promise<T> {
  return interruption.runInterruptible(resumeHint, async (signal) => {
    let last: T | null = null
    try {
      for await (const state of poll({ ...polling, signal })) {
        progress.show(state)
        last = state
      }
    } finally {
      await progress.end()
    }
    // The time may have run out before anything could be read.
    return last ?? polling.read({ signal })
  })
}

/** Yields every state that is read, up to the first one that is over or until the time has run out. */
export async function* poll<T>(options: PollOptions<T>): AsyncGenerator<T, void> {
  const { isOver, signal, sleep = realSleep } = options
  const until = performance.now() + options.waitMs
  for (let failures = 0; ; ) {
    const { state, pauseMs, error } = await pollOnce(options)
    failures = error === null ? 0 : failures + 1
    if (failures >= MAX_CONSECUTIVE_FAILURES) throw error
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

/** Reads once: gives the state, or an error that may be transient. Throws any other error. */
async function pollOnce<T>({ read, pollMs, signal }: PollOptions<T>) {
  let retryAfterSeconds: number | null = null
  const onRetryAfter = (seconds: number | null) => {
    retryAfterSeconds = seconds
  }
  const pauseMs = () =>
    pollMs ?? (retryAfterSeconds === null ? POLL_MS : Math.max(1, retryAfterSeconds) * 1000)
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
