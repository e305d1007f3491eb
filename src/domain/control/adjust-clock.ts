import type { ClockState } from '../../contract/accounts.js'
import { DAY_MS } from '../../contract/durations.js'
import { domainError } from '../errors.js'
import type { AdjustableClock } from './ports.js'

type Adjustment = {
  readonly set?: string | undefined
  readonly advance?: string | undefined
  readonly frozen?: boolean | undefined
}

/** Token lifetimes count seconds from 1970; after 9999 an ISO year has more than four digits. */
const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Moves the server's clock: first `set`, then `advance`. Resolves after everything that became due has run. */
export async function adjustClock(
  { clock }: { readonly clock: AdjustableClock },
  { set, advance, frozen }: Adjustment,
): Promise<ClockState> {
  const start = set === undefined ? clock.now() : requireSupportedDate('set', new Date(set))
  const end = advance === undefined ? start : requireSupportedDate('advance', advancedBy(start, advance))
  await clock.adjust({
    ...(set !== undefined && { set: start }),
    ...(advance !== undefined && { advance: end.getTime() - start.getTime() }),
    ...(frozen !== undefined && { frozen }),
  })
  return readClockState({ clock })
}

export function readClockState({ clock }: { readonly clock: AdjustableClock }): ClockState {
  return { now: clock.now().toISOString(), frozen: clock.isFrozen() }
}

function advancedBy(start: Date, duration: string): Date {
  const end = addDuration(start, duration)
  if (end === undefined) throw unprocessable('advance', 'Input should be a valid duration')
  return end
}

function requireSupportedDate(field: 'set' | 'advance', moment: Date): Date {
  const time = moment.getTime()
  if (time >= EARLIEST && time <= LATEST) return moment
  throw unprocessable(field, 'Input should lead to a moment in the years 1970 to 9999')
}

const unprocessable = (field: string, msg: string) =>
  domainError('invalidFields', [{ loc: ['body', field], msg, type: 'value_error' }])

/** ISO 8601 duration; seconds may have a fraction. Groups: Y M W D H M S. */
const DURATION =
  /^P(?!$)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/

/**
 * Adds a duration (ISO 8601, such as `P1M2DT3H`) to `start` in UTC: years and months first, clamped to the last day of
 * a shorter month, then the other units at their exact length. Undefined when the text is not a duration.
 */
export function addDuration(start: Date, duration: string): Date | undefined {
  const parts = DURATION.exec(duration)?.slice(1)
  if (parts === undefined) return undefined

  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    parts.map(toNumber)
  const day = addMonths(start, years * 12 + months)
  const clockMs = Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
  return new Date(day.getTime() + (weeks * 7 + days) * DAY_MS + clockMs)
}

const toNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits.replace(',', '.'))

function addMonths(start: Date, months: number): Date {
  const moved = new Date(start)
  moved.setUTCMonth(start.getUTCMonth() + months)
  // The month has no such day, so the date has overflowed into the next month; day 0 is the last of the month before.
  if (moved.getUTCDate() !== start.getUTCDate()) moved.setUTCDate(0)
  return moved
}
