import type { ClockState } from '../../contract/accounts.js'

/** Formats an ISO 8601 time as `2030-01-31 09:00:00Z`: null as an empty string, an invalid time unchanged. */
export function readableTime(time: string | null): string {
  if (time === null) return ''
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) return time
  return moment.toISOString().replace('T', ' ').replace(/\.\d+/, '')
}

/** The time of the server to the millisecond, in the form that `clock set` accepts. */
export const renderClock = ({ now, frozen }: ClockState): string => (frozen ? `${now} (frozen)` : now)
