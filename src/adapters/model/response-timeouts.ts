import type { Timers } from '../../domain/clock.js'
import type { TimeoutLimits } from './provider.js'

export type TimeoutReason = 'late' | 'stalled' | 'too_long'

export interface ResponseTimeouts {
  /** Aborts when the reply is not wanted any more, or a limit has passed. */
  readonly signal: AbortSignal
  /** The limit that has passed. */
  expiredLimit(): TimeoutReason | undefined
  /** A request went out: the first token is awaited. */
  requestSent(): void
  /** A token came: nothing is awaited while the listener is busy with it. */
  tokenReceived(): void
  /** The next token is awaited. */
  awaitNextToken(): void
  /** Ends the watch, and with it whatever request is still open. */
  end(): void
}

/** Times one reply. */
export function createResponseTimeouts(
  { timers }: { timers: Pick<Timers, 'after'> },
  { firstTokenSeconds, idleSeconds, totalSeconds }: TimeoutLimits,
  wanted: AbortSignal,
): ResponseTimeouts {
  const stop = new AbortController()
  let overdue: TimeoutReason | undefined
  let isWaiting = false
  let relax = () => {}

  const abort = (why: string) => stop.abort(new DOMException(why, 'AbortError'))
  const giveUp = (why: TimeoutReason) => () => {
    overdue = why
    abort(why)
  }
  const wait = (seconds: number, why: TimeoutReason) => {
    relax()
    isWaiting = true
    relax = timers.after(seconds * 1000, giveUp(why))
  }

  const relaxTotal = timers.after(totalSeconds * 1000, giveUp('too_long'))
  const end = (why: string) => {
    relax()
    relaxTotal()
    abort(why)
  }
  const leave = () => end('unwanted')
  if (wanted.aborted) leave()
  else wanted.addEventListener('abort', leave, { once: true })

  return {
    signal: stop.signal,
    expiredLimit: () => overdue,
    requestSent: () => wait(firstTokenSeconds, 'late'),
    tokenReceived: () => {
      relax()
      isWaiting = false
    },
    awaitNextToken: () => {
      if (!isWaiting) wait(idleSeconds, 'stalled')
    },
    end: () => {
      wanted.removeEventListener('abort', leave)
      end('over')
    },
  }
}
