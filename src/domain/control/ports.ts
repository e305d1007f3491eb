import type { Clock } from '../clock.js'

export type ClockAdjustment = {
  readonly set?: Date
  /** Milliseconds. */
  readonly advance?: number
  readonly frozen?: boolean
}

/** The server's clock as the local control plane sees it. */
export interface AdjustableClock extends Clock {
  isFrozen(): boolean
  /** Runs everything that becomes due, in order, before it resolves. Moving back runs nothing. */
  adjust(adjustment: ClockAdjustment): Promise<void>
}

/** Restores the state right after the start, including the seeded sequences. */
export interface Resettable {
  reset(): Promise<void>
}
