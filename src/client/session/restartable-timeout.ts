export type RestartableTimeout = {
  /** Starts or restarts the timeout. */
  start(): void
  cancel(): void
}

/** Calls `onTimeout` unless it is cancelled or restarted in time. Does not keep the process alive. */
export function createRestartableTimeout(ms: number, onTimeout: () => void): RestartableTimeout {
  let current: AbortSignal | null = null
  return {
    start() {
      const signal = AbortSignal.timeout(Math.ceil(ms))
      current = signal
      signal.addEventListener('abort', () => {
        if (signal === current) onTimeout()
      })
    },
    cancel() {
      current = null
    },
  }
}
