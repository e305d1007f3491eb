/** Works on one thing one after the other, on different things at the same time. */
export interface KeyedMutex {
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing is being worked on. */
  whenIdle(): Promise<void>
}

/** Turns within this process. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    runExclusive(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work)
      // The one after it waits for its end, however it ends.
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
    async whenIdle() {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}
