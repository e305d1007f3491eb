import { DAY_MS } from '../../contract/durations.js'
import { DURATION_EXAMPLES, parseDurationMs } from '../../loadtest/scenario/duration.js'
import { usageError } from '../errors/command-error.js'

/** What of a duration a flag takes, and how its limit is called. */
type Longest = { readonly ms: number; readonly words: string }
const A_DAY: Longest = { ms: DAY_MS, words: ' of at most a day' }
const TEN_YEARS: Longest = { ms: 3650 * DAY_MS, words: ' of at most 10 years' }

/** Milliseconds of `90s`, `5m`, `1h30m`, `500ms` or `PT90S`; a bare number is seconds. At most a day, unless told. */
export function parseDuration(text: string, longest: Longest = A_DAY): number {
  const ms = readMilliseconds(text) ?? Number.NaN
  if (!(ms > 0 && ms <= longest.ms)) {
    throw usageError(`"${text}" is not a duration${longest.words}`, `Write it as ${DURATION_EXAMPLES}.`)
  }
  return ms
}

/** The same in seconds, for what goes to a service as such; what is less than a second is none. */
export function parseSeconds(text: string, longest: Longest = TEN_YEARS): number {
  const seconds = parseDuration(text, longest) / 1000
  if (Number.isInteger(seconds)) return seconds
  throw usageError(`"${text}" is not a duration of whole seconds`, `Write it as ${DURATION_EXAMPLES}.`)
}

/** At most a day. */
export const parseSecondsUpToADay = (text: string): number => parseSeconds(text, A_DAY)

const ISO_DURATION = /^P[\dT]/

/** A duration as the control clock takes it, in ISO 8601; one that is so already may have months and years. */
export function isoDuration(text: string): string {
  if (ISO_DURATION.test(text)) return text
  const ms = readMilliseconds(text)
  if (ms === undefined || !Number.isSafeInteger(Math.round(ms))) {
    throw usageError(`"${text}" is not a duration`, `Write it as ${DURATION_EXAMPLES}.`)
  }
  const days = Math.floor(ms / DAY_MS)
  return `P${days}DT${Number(((ms - days * DAY_MS) / 1000).toFixed(3))}S`
}

function readMilliseconds(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : parseDurationMs(text)
}
