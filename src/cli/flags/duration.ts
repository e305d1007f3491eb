import { DAY_MS } from '../../contract/durations.js'
import { DURATION_EXAMPLES, parseDurationMs } from '../../loadtest/scenario/duration.js'
import { usageError } from '../errors/command-error.js'

/** The longest duration that a flag accepts, and the words that name it in an error. */
type DurationLimit = { readonly ms: number; readonly words: string }
const A_DAY: DurationLimit = { ms: DAY_MS, words: ' of at most a day' }
const TEN_YEARS: DurationLimit = { ms: 3650 * DAY_MS, words: ' of at most 10 years' }

/** Milliseconds of `90s`, `5m`, `1h30m`, `500ms` or `PT90S`; a bare number means seconds. */
export function parseDuration(text: string, limit: DurationLimit = A_DAY): number {
  const ms = readMilliseconds(text) ?? Number.NaN
  if (!(ms > 0 && ms <= limit.ms)) {
    throw usageError(`"${text}" is not a duration${limit.words}`, `Write it as ${DURATION_EXAMPLES}.`)
  }
  return ms
}

/** A duration in whole seconds, as requests carry it. */
export function parseSeconds(text: string, limit: DurationLimit = TEN_YEARS): number {
  const seconds = parseDuration(text, limit) / 1000
  if (Number.isInteger(seconds)) return seconds
  throw usageError(`"${text}" is not a duration of whole seconds`, `Write it as ${DURATION_EXAMPLES}.`)
}

export const parseSecondsUpToADay = (text: string): number => parseSeconds(text, A_DAY)

const ISO_DURATION = /^P[\dT]/

/** A duration in ISO 8601, as the clock of a local server takes it. ISO input may have months and years. */
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
