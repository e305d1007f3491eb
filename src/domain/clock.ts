/** The time that users see: timestamps, lifetimes, quotas, decay. It can be set, advanced and frozen. */
export interface Clock {
  now(): Date
  /**
   * Runs `due` once the clock reaches `at`, even when it gets there by a jump; the call it returns takes that back.
   * A jump waits for what `due` returns before it goes on to the next.
   */
  schedule(at: Date, due: () => void | Promise<void>): () => void
}

/** Real time: pacing, I/O time limits, handshakes. Always real unless a test injects it. */
export interface Timers {
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `due` after `ms` milliseconds, unless the call it returns is made first. */
  after(ms: number, due: () => void): () => void
  /** The same, but once what has come in by then was read: a process that was held up finds its timers due first. */
  afterInput(ms: number, due: () => void): () => void
  /** A monotonic reading in milliseconds, for measuring. */
  elapsed(): number
}
