import type { Timers } from '../clock.js'

type Patience = { readonly ms: number; readonly signal: AbortSignal | undefined }

/**
 * What the work gives, or undefined when it takes too long or the signal aborts, which aborts the signal that the work is
 * given. Rejects as the work does, but for what it rejects with once it was given up.
 */
export async function withPatience<T>(
  { after }: Pick<Timers, 'after'>,
  { ms, signal }: Patience,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController()
  const givenUp = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const giveUp = () => controller.abort(signal?.reason)
  if (signal?.aborted === true) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true })
  const cancelTimeout = after(ms, giveUp)
  try {
    return await Promise.race([work(controller.signal), givenUp])
  } finally {
    cancelTimeout()
    signal?.removeEventListener('abort', giveUp)
  }
}
