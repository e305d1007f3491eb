import type { UnitCosts } from './unit-costs.js'

/** What one run of `npm run bench -- scale` has found; all times in milliseconds. */
export type Measurement = {
  readonly command: string
  readonly startedAt: string
  readonly machine: {
    readonly processor: string
    readonly cores: number
    readonly memoryBytes: number
    readonly node: string
    readonly postgres: string
    /** Share of all cores that others used, in the seconds before and after the run. */
    readonly busyBefore: number
    readonly busyAfter: number
  }
  readonly commit: {
    readonly roundTrip: number
    readonly lock: number
    readonly write: number
    readonly commit: number
    readonly commitWithoutSync: number
  }
  readonly costs: UnitCosts
  readonly runs: readonly Run[]
}

/** Clients who say something as soon as they have been answered, on this store. */
export type Run = {
  readonly store: 'files' | 'postgres' | 'members'
  readonly servers: number
  readonly clients: number
  readonly turnsPerSecond: number
  /** Processor time of each turn: of all servers, of PostgreSQL, of the players. */
  readonly server: number
  readonly postgres: number
  readonly player: number
  readonly transactions: number
  readonly wal: number
}
