export type Semaphore = {
  /** Waits for a slot, first come first served. Resolves with the call that releases it; rejects when `signal` aborts. */
  readonly acquire: (signal?: AbortSignal) => Promise<() => void>
  /** Holds a slot while the work runs. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
}

/** Lets `count` callers in at a time. Waiting is separate from the work, so a caller can start a time limit once it has its slot. */
export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []

  const release = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  const waitForSlot = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal?.reason)
      }
      waiting.push(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  const acquire = async (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    if (free > 0) free -= 1
    else await waitForSlot(signal)
    return release
  }

  return {
    acquire,
    run: async (work) => {
      const releaseSlot = await acquire()
      try {
        return await work()
      } finally {
        releaseSlot()
      }
    },
  }
}
