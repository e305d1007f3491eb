export type RestartableTimeout = {
  /** Starts the time anew. */
  start(): void
  cancel(): void
}

/** Calls `missed` when the time runs out before it is cancelled. It does not keep a process alive. */
export function createRestartableTimeout(ms: number, missed: () => void): RestartableTimeout {
  let current: AbortSignal | null = null
  return {
    start() {
      const signal = AbortSignal.timeout(Math.ceil(ms))
      current = signal
      signal.addEventListener('abort', () => {
        if (signal === current) missed()
      })
    },
    cancel() {
      current = null
    },
  }
}
