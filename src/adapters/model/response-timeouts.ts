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
  /** Waits so long without a limit but that of the whole reply; ends early when the signal aborts. */
  pause(seconds: number): Promise<void>
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
  const leave = () => end('unwanted')
  if (wanted.aborted) leave()
  else wanted.addEventListener('abort', leave, { once: true })

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
    pause: async (seconds) => {
      cancelWait()
      isWaiting = false
      await new Promise<void>((resolve) => {
        const wake = () => {
          cancel()
          stop.signal.removeEventListener('abort', wake)
          resolve()
        }
        const cancel = timers.after(seconds * 1000, wake)
        if (stop.signal.aborted) wake()
        else stop.signal.addEventListener('abort', wake, { once: true })
      })
    },
    end: () => {
      wanted.removeEventListener('abort', leave)
      end('over')
    },
  }
}
