import { MINUTE_MS, SECOND_MS } from '../../contract/durations.js'
import { isObject } from '../../contract/is-object.js'
import { parseDurationMs } from '../scenario/duration.js'

/** What of a file could not be taken over, one line each: where it stands, and why. */
export type Notes = {
  add(path: string, why: string): void
  /** Adds a line for each key that holds something and is none of these. */
  addOthers(values: Values, path: string, known: readonly string[]): void
  lines(): readonly string[]
}

export type Values = Readonly<Record<string, unknown>>

const MAX_NOTES = 200
const MAX_PATH_CHARACTERS = 200

export function createNotes(): Notes {
  const kept: string[] = []
  let more = 0
  const add = (path: string, why: string) => {
    const shown = path.length > MAX_PATH_CHARACTERS ? `${path.slice(0, MAX_PATH_CHARACTERS)}…` : path
    if (kept.length < MAX_NOTES) kept.push(`${shown}: ${why}`)
    else more += 1
  }
  return {
    add,
    addOthers(values, path, known) {
      for (const [key, value] of Object.entries(values))
        if (!known.includes(key) && !isEmpty(value)) add(join(path, key), 'parley has nothing like it')
    },
    lines: () => (more === 0 ? [...kept] : [...kept, `… and ${more} more`]),
  }
}

export const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

export const valuesOf = (value: unknown): Values => (isObject(value) ? value : {})

/** `k6 inspect` writes every option, most of them empty. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** A number of at least 0, also when it is written as a text; undefined for anything else. */
export function amountOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** A time such as `1m30s` or `500 ms`; a number is in units of this many milliseconds. */
export function durationMsOf(value: unknown, unitMs: number): number | undefined {
  const amount = amountOf(value)
  if (amount !== undefined) return amount * unitMs
  return typeof value === 'string' ? parseDurationMs(value.replaceAll(' ', '')) : undefined
}

/** A duration as scenarios have it. */
export function formatDuration(ms: number): string {
  const whole = Math.round(ms)
  if (whole > 0 && whole % MINUTE_MS === 0) return `${whole / MINUTE_MS}m`
  return whole % SECOND_MS === 0 ? `${whole / SECOND_MS}s` : `${whole}ms`
}
