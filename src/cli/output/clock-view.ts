import type { ClockState } from '../../contract/accounts.js'

/** The server's time, to the millisecond, as it may be given back to `clock set`. */
export const renderClock = ({ now, frozen }: ClockState): string => (frozen ? `${now} (frozen)` : now)
