import type { Timers } from '../clock.js'
import { domainError } from '../errors.js'

type IdleTimeoutSettings = {
  readonly timers: Pick<Timers, 'after'>
  readonly signal: AbortSignal
  /** Longest wait for the next part. */
  readonly silenceMs: number
}

/**
 * A model's parts, started at once. It ends with the signal's reason as soon as that aborts, and with an `upstream`
 * failure when nothing comes for too long, even if the model heeds neither.
 */
export function withIdleTimeout<Part>(
  parts: AsyncIterable<Part>,
  settings: IdleTimeoutSettings,
): AsyncIterable<Part> {
  const iterator = parts[Symbol.asyncIterator]()
  const first = settled(iterator.next())
  return { [Symbol.asyncIterator]: () => forwardWithTimeout(iterator, first, settings) }
}

async function* forwardWithTimeout<Part>(
  iterator: AsyncIterator<Part>,
  first: Promise<IteratorResult<Part>>,
  settings: IdleTimeoutSettings,
): AsyncGenerator<Part> {
  const watch = watchFor(settings)
  try {
    for (let next = first; ; next = settled(iterator.next())) {
      watch.restart()
      const result = await Promise.race([next, watch.cut])
      if (result.done === true) return
      yield result.value
    }
  } finally {
    watch.stop()
    // Not awaited: a model that is stuck would never let go.
    if (iterator.return !== undefined) void settled(iterator.return())
  }
}

/** A promise that rejects when the signal aborts or the silence lasts too long. */
function watchFor({ timers, signal, silenceMs }: IdleTimeoutSettings) {
  let stopTimer: () => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const cut = settled(new Promise<never>((_, refuse) => (reject = refuse)))
  const abort = () => reject(signal.reason)
  const expire = () => reject(domainError('modelLate'))

  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    cut,
    restart: () => {
      stopTimer()
      stopTimer = timers.after(silenceMs, expire)
    },
    stop: () => {
      stopTimer()
      signal.removeEventListener('abort', abort)
    },
  }
}

/** The same promise; that nobody waits for it any more is no unhandled rejection. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
