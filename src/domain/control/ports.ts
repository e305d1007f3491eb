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
  /** Runs everything that falls due on the way, in order, before it resolves. Going back runs nothing. */
  adjust(adjustment: ClockAdjustment): Promise<void>
}

/** Goes back to the state right after the start, seed included. */
export interface Resettable {
  reset(): Promise<void>
}
