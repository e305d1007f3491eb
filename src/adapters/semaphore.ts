export type Semaphore = {
  /** Waits for a place, first come first served; the call it returns gives it back. Rejects when `signal` aborts. */
  readonly acquire: (signal: AbortSignal) => Promise<() => void>
}

/** Lets `count` callers in at a time. A time limit can then begin when the work does, not while it waits. */
export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []

  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const come = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(come), 1)
        reject(signal.reason)
      }
      waiting.push(come)
      signal.addEventListener('abort', giveUp, { once: true })
    })

  return {
    acquire: async (signal) => {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else await turn(signal)
      return leave
    },
  }
}
