import { DAY_MS } from '../../contract/durations.js'

/** Calendar units, weeks, and a time whose seconds may have a fraction. Groups: Y M W D H M S. */
const DURATION =
  /^P(?!$)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/
/**
 * The moment a duration (ISO 8601, such as `P1M2DT3H`) after `start`, by the calendar in UTC: years and months
 * first, in a shorter month its last day, then everything else at its exact length. Undefined if it is no duration.
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
  // A month without that day has run over into the next one: day 0 of which is the last of the month meant.
  if (moved.getUTCDate() !== start.getUTCDate()) moved.setUTCDate(0)
  return moved
}
