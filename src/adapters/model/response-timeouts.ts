import type { Timers } from '../../domain/clock.js'
import type { TimeoutLimits } from './provider.js'

export type TimeoutReason = 'late' | 'stalled' | 'too_long'

export interface ResponseTimeouts {
  /** Aborts when the caller cancels or a limit expires. */
  readonly signal: AbortSignal
  /** The limit that expired, if one did. */
  expiredLimit(): TimeoutReason | undefined
  /** Starts the limit for the first token. */
  requestSent(): void
  /** Stops the current limit: no limit applies while the consumer handles the token. */
  tokenReceived(): void
  /** Starts the limit between tokens, unless one is running. */
  awaitNextToken(): void
  /** Stops all limits and aborts a request that is still open. */
  end(): void
}

/** Time limits for one reply. `wanted` is the caller's signal. */
export function createResponseTimeouts(
  { timers }: { timers: Pick<Timers, 'after'> },
  { firstTokenSeconds, idleSeconds, totalSeconds }: TimeoutLimits,
  wanted: AbortSignal,
): ResponseTimeouts {
  const stop = new AbortController()
  let expired: TimeoutReason | undefined
  let isWaiting = false
  let cancelWait = () => {}

  const abort = (why: string) => stop.abort(new DOMException(why, 'AbortError'))
  const giveUp = (why: TimeoutReason) => () => {
    expired = why
    abort(why)
  }
  const wait = (seconds: number, why: TimeoutReason) => {
    cancelWait()
    isWaiting = true
    cancelWait = timers.after(seconds * 1000, giveUp(why))
  }

  const cancelTotal = timers.after(totalSeconds * 1000, giveUp('too_long'))
  const end = (why: string) => {
    cancelWait()
    cancelTotal()
    abort(why)
  }
  const cancel = () => end('unwanted')
  if (wanted.aborted) cancel()
  else wanted.addEventListener('abort', cancel, { once: true })

  return {
    signal: stop.signal,
    expiredLimit: () => expired,
    requestSent: () => wait(firstTokenSeconds, 'late'),
    tokenReceived: () => {
      cancelWait()
      isWaiting = false
    },
    awaitNextToken: () => {
      if (!isWaiting) wait(idleSeconds, 'stalled')
    },
    end: () => {
      wanted.removeEventListener('abort', cancel)
      end('over')
    },
  }
}
