import { usageError } from '../errors.js'

const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/
const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const LONGEST_MS = 24 * 3_600_000

/** Milliseconds of `90s`, `5m`, `1h30m` or `500ms`; a bare number is seconds. At most a day. */
export function parseDuration(text: string): number {
  const isSeconds = /^\d+(\.\d+)?$/.test(text)
  const ms = isSeconds ? Number(text) * 1000 : sumOf(text)
  if (!(ms > 0 && ms <= LONGEST_MS)) {
    throw usageError(`"${text}" is not a duration of at most a day`, 'Write it as 90s, 5m or 1h30m.')
  }
  return ms
}

function sumOf(text: string): number {
  if (!WHOLE.test(text)) return Number.NaN
  return [...text.matchAll(PART)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (MS[unit ?? ''] ?? 0),
    0,
  )
}
