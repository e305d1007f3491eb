import type * as Chrono from 'chrono-node/en'
import { DAY_MS } from '../../../../contract/durations.js'

export type ParsedDate = {
  /** As written. */
  readonly text: string
  readonly index: number
  /** `2030-03-15`, or `2030-03` without a day. */
  readonly date: string
  /** `March 15`; undefined unless both day and month are given. */
  readonly day: string | undefined
  readonly isPast: boolean
}

export type DateParser = (text: string, saidAt: string, tense: 'past' | 'future') => ParsedDate | undefined

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const VAGUE =
  /^(?:now|today|tonight|this (?:morning|afternoon|evening)|(?:at )?(?:noon|midnight)|sun|sat|mon|wed|may|march|second|an? (?:second|minute|moment|day|week|month|year)s?)$/i
const ONLY_TIME = /^(?:at )?\d{1,2}(?::\d\d)?(?: ?[ap]m)?$/i

/** Loads chrono-node lazily, because loading takes long. */
export async function loadDateParser(): Promise<DateParser> {
  const chrono = await import('chrono-node/en')
  return (text, saidAt, tense) => {
    const reference = { instant: new Date(saidAt), timezone: 0 }
    const results = chrono.parse(text, reference, { forwardDate: tense === 'future' })
    return results.map((result) => toDate(result, saidAt, tense)).find((date) => date !== undefined)
  }
}

/** Parsed twice by every pattern, because the engine compiles a regular expression to machine code on its second use. */
const SOME_DATE = 'On March 15, 2030 at 5 pm, two days ago.'

/**
 * Compiles the date patterns one at a time, awaiting `pause` before each. Compiling all of them takes about 200 ms, 60
 * for the longest, and would otherwise block the event loop at the first sentence.
 */
export async function warmUpDateParser(pause: () => Promise<void>): Promise<void> {
  const { Chrono, casual } = await import('chrono-node/en')
  for (const pattern of casual.parsers) {
    await pause()
    const parser = new Chrono({ parsers: [pattern], refiners: [] })
    for (const _ of ['interpreted', 'compiled']) parser.parse(SOME_DATE)
  }
}

function toDate(
  result: Chrono.ParsedResult,
  saidAt: string,
  tense: 'past' | 'future',
): ParsedDate | undefined {
  const { start, text, index } = result
  const isNamed = (part: Chrono.Component) => start.isCertain(part)
  const hasDay = isNamed('day') || isNamed('weekday')
  if (VAGUE.test(text) || ONLY_TIME.test(text) || !(hasDay || isNamed('month'))) return undefined
  const found = start.date()
  const days = tense === 'past' && found.getTime() > Date.parse(saidAt) ? backwards(isNamed) : 0
  const shifted = new Date(found.getTime() - days * DAY_MS)
  const date = shifted.toISOString().slice(0, hasDay ? 10 : 7)
  return {
    text,
    index,
    date,
    day:
      isNamed('day') && isNamed('month')
        ? `${MONTHS[shifted.getUTCMonth()]} ${shifted.getUTCDate()}`
        : undefined,
    isPast: date < saidAt.slice(0, date.length),
  }
}

/** Days to subtract in the past tense: a weekday means last week's, a month last year's. */
function backwards(isNamed: (part: Chrono.Component) => boolean): number {
  if (isNamed('weekday') && !isNamed('day')) return 7
  return isNamed('year') ? 0 : 365
}
