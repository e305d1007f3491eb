/** The service's time: timestamps, lifetimes, quotas, decay. It can be set, advanced and frozen. */
export interface Clock {
  now(): Date
  /**
   * Runs `due` once the clock reaches `at`, also when it jumps past it; the returned function cancels that. When a jump
   * makes several due, each one is awaited before the next starts.
   */
  schedule(at: Date, due: () => void | Promise<void>): () => void
}

/** Real time, for pacing, I/O time limits and handshakes. Only tests replace it. */
export interface Timers {
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `due` after `ms` milliseconds; the returned function cancels that. */
  after(ms: number, due: () => void): () => void
  /**
   * As `after`, but first handles the input that has arrived: in a process that was blocked, timers would otherwise
   * fire before input that came in time.
   */
  afterInput(ms: number, due: () => void): () => void
  /** Milliseconds on a monotonic clock, for measuring durations. */
  elapsed(): number
}

/** Resolves when `work` does, or after `ms`; rejects when `work` rejects before. */
export async function waitAtMost(
  ms: number,
  { timers, work }: { readonly timers: Pick<Timers, 'after'>; readonly work: Promise<unknown> },
): Promise<void> {
  let cancel = () => {}
  const timeout = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    cancel()
  }
}
