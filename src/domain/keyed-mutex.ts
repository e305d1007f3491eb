/** Runs work of one key one after another, and work of different keys concurrently. */
export interface KeyedMutex {
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether work of the key is running or waiting. */
  isBusy(key: string): boolean
  /** Resolves when no work is running or waiting. */
  whenIdle(): Promise<void>
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    runExclusive(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work)
      // The next work of the key waits for this one to settle, also when it fails.
      const end = turn.then(
        () => undefined,
        () => undefined,
      )
      last.set(key, end)
      void end.then(() => {
        if (last.get(key) === end) last.delete(key)
      })
      return turn
    },
    isBusy: (key) => last.has(key),
    async whenIdle() {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}
