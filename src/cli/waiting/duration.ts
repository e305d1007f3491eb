import { readDuration } from '../../loadtest/duration.js'
import { usageError } from '../errors.js'

const LONGEST_MS = 24 * 3_600_000

/** Milliseconds of `90s`, `5m`, `1h30m` or `500ms`; a bare number is seconds. At most a day. */
export function parseDuration(text: string): number {
  const isSeconds = /^\d+(\.\d+)?$/.test(text)
  const ms = (isSeconds ? Number(text) * 1000 : readDuration(text)) ?? Number.NaN
  if (!(ms > 0 && ms <= LONGEST_MS)) {
    throw usageError(`"${text}" is not a duration of at most a day`, 'Write it as 90s, 5m or 1h30m.')
  }
  return ms
}
