import type { ClockState } from '../../contract/accounts.js'

/** A time of the service for a person: `2030-01-31 09:00:00Z`. Null is nothing; what is no time stays as it is. */
export function readableTime(time: string | null): string {
  if (time === null) return ''
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) return time
  return moment.toISOString().replace('T', ' ').replace(/\.\d+/, '')
}

/** The server's time, to the millisecond, as it may be given back to `clock set`. */
export const renderClock = ({ now, frozen }: ClockState): string => (frozen ? `${now} (frozen)` : now)
