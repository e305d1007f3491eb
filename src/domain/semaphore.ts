export type Semaphore = {
  /** Waits for a slot, first come first served. Resolves with the call that releases it; rejects when `signal` aborts. */
  readonly acquire: (signal?: AbortSignal) => Promise<() => void>
  /** Holds a slot while the work runs. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
}

type Waiter = {
  readonly signal: AbortSignal | undefined
  readonly enter: () => void
  readonly fail: (reason: unknown) => void
}

/** Lets `count` callers in at a time. Waiting is separate from the work, so a caller can start a time limit once it has its slot. */
export function createSemaphore(count: number): Semaphore {
  let free = count
  let waiting: Waiter[] = []
  const listeners = new Map<AbortSignal, () => void>()

  const release = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else {
      unwatch(next.signal)
      next.enter()
    }
  }
  // One listener for all who wait with the same signal, such as that of a server's stop: hundreds may wait.
  const watch = (signal: AbortSignal | undefined) => {
    if (signal === undefined || listeners.has(signal)) return
    const leave = () => {
      listeners.delete(signal)
      const leaving = waiting.filter((waiter) => waiter.signal === signal)
      waiting = waiting.filter((waiter) => waiter.signal !== signal)
      for (const { fail } of leaving) fail(signal.reason)
    }
    listeners.set(signal, leave)
    signal.addEventListener('abort', leave, { once: true })
  }
  const unwatch = (signal: AbortSignal | undefined) => {
    if (signal === undefined || waiting.some((waiter) => waiter.signal === signal)) return
    const leave = listeners.get(signal)
    listeners.delete(signal)
    if (leave !== undefined) signal.removeEventListener('abort', leave)
  }
  const waitForSlot = (signal: AbortSignal | undefined) =>
    new Promise<void>((enter, fail) => {
      waiting.push({ signal, enter, fail })
      watch(signal)
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
