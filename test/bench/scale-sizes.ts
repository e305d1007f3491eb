import type { Size } from './bench.js'

/** How much of each is done. */
export type ScaleSize = {
  /** Of all servers together. */
  readonly clients: number
  /** Of each server, before anything counts. */
  readonly warmUpTurns: number
  readonly windows: number
  readonly windowMs: number
  /** Of one client alone, in each window. */
  readonly soloTurns: number
  readonly idleSessions: number
  readonly messages: number
  readonly memories: number
  /** Commits whose parts are timed. */
  readonly commits: number
  /** Before and after all, to see whether anything else runs. */
  readonly quietMs: number
}

export const SCALE_SIZES: Record<Size, ScaleSize> = {
  full: {
    ...{ clients: 24, warmUpTurns: 8000, windows: 5, windowMs: 3000, soloTurns: 500 },
    ...{ idleSessions: 2000, messages: 50_000, memories: 10_000, commits: 300 },
    quietMs: 3000,
  },
  reduced: {
    ...{ clients: 4, warmUpTurns: 8, windows: 1, windowMs: 300, soloTurns: 5 },
    ...{ idleSessions: 5, messages: 500, memories: 100, commits: 5 },
    quietMs: 200,
  },
}
