import { FETCH_CONNECT_SECONDS, FETCH_TOTAL_SECONDS } from '../../contract/documents.js'
import type { Timers } from '../../domain/clock.js'
import { DocumentFailure } from '../../domain/documents/failure.js'

export type DownloadDeadline = {
  /** Aborts with the reason that `open` fails with: a `fetch_timeout`, or the caller's own. */
  readonly signal: AbortSignal
  /** Begins the time that a connection may take, DNS and TLS included; the call it returns ends it. */
  startConnectTimeout(): () => void
  /** The same promise, given up once the signal aborts. */
  race<T>(promise: Promise<T>): Promise<T>
  /** Nothing is timed any more. */
  end(): void
}

/** Times one download, from the first look-up to the last byte. */
export function createDownloadDeadline(
  { timers }: { timers: Pick<Timers, 'after'> },
  wanted: AbortSignal,
): DownloadDeadline {
  const stop = new AbortController()
  const abortAfter = (seconds: number, what: string) =>
    timers.after(seconds * 1000, () =>
      stop.abort(new DocumentFailure('fetch_timeout', `${what} within ${seconds} seconds`)),
    )
  const relax = abortAfter(FETCH_TOTAL_SECONDS, 'The document did not arrive')
  const leave = () => {
    relax()
    stop.abort(wanted.reason)
  }
  if (wanted.aborted) leave()
  else wanted.addEventListener('abort', leave, { once: true })

  return {
    signal: stop.signal,
    startConnectTimeout: () => abortAfter(FETCH_CONNECT_SECONDS, 'There was no connection to the origin'),
    race: (promise) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(stop.signal.reason)
        if (stop.signal.aborted) giveUp()
        else stop.signal.addEventListener('abort', giveUp, { once: true })
        promise
          .then(resolve, reject)
          .finally(() => stop.signal.removeEventListener('abort', giveUp))
          .catch(() => {}) // told above
      }),
    end: () => {
      relax()
      wanted.removeEventListener('abort', leave)
    },
  }
}
