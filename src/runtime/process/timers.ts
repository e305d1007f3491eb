import type { Timers } from '../../domain/clock.js'

/** Creates timers and a monotonic clock, independent of the server's adjustable clock. */
export const createTimers = (): Timers => ({
  after: (ms, due) => {
    const timer = setTimeout(due, ms)
    return () => clearTimeout(timer)
  },
  afterInput: (ms, due) => {
    let immediate: NodeJS.Immediate | undefined
    // The event loop polls for input between timers and immediates.
    const timer = setTimeout(() => {
      immediate = setImmediate(due)
    }, ms)
    return () => {
      clearTimeout(timer)
      clearImmediate(immediate)
    }
  },
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
})
