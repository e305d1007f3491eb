import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.js'

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 604_800_000,
}
/** Examples of durations, for messages. */
export const DURATION_EXAMPLES = '90s, 5m, 3d, 1h30m or P3D'

/** Numbers with units, or ISO 8601 without years and months, whose length varies. */
const FORM =
  '(?:(?:\\d+(?:\\.\\d+)?(?:ms|[smhdw]))+|P(?=[\\dT])(?:\\d+W)?(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?)'
export const DURATION_PATTERN = new RegExp(`^${FORM}$`, 'u')
/** A duration, or a range of two separated by `..`. */
export const DURATION_RANGE_PATTERN = new RegExp(`^${FORM}(?:\\.\\.${FORM})?$`, 'u')
const PART = /(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhdw])/g
export const MAX_DURATION_LENGTH = 64

/** Parses `250ms`, `10s`, `1h30m`, `3d`, `PT90S` or `P3D` (ISO 8601); undefined for any other text. */
export function parseDurationMs(text: string): number | undefined {
  if (text.length > MAX_DURATION_LENGTH || !DURATION_PATTERN.test(text)) return undefined
  // An ISO duration uses the same units between its markers P and T.
  const parts = text.replace(/[PT]/g, '').toLowerCase()
  return [...parts.matchAll(PART)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0),
    0,
  )
}
