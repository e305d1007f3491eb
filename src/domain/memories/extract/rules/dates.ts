import type * as Chrono from 'chrono-node/en'
import { DAY_MS } from '../../../../contract/durations.js'

export type ParsedDate = {
  /** As it was written. */
  readonly text: string
  readonly index: number
  /** `2030-03-15`, or `2030-03` where no day was named. */
  readonly date: string
  /** `March 15` where day and month were named. */
  readonly day: string | undefined
  readonly isPast: boolean
}

export type DateParser = (text: string, said: string, tense: 'past' | 'future') => ParsedDate | undefined

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const VAGUE =
  /^(?:now|today|tonight|this (?:morning|afternoon|evening)|(?:at )?(?:noon|midnight)|sun|sat|mon|wed|may|march|second|an? (?:second|minute|moment|day|week|month|year)s?)$/i
const ONLY_TIME = /^(?:at )?\d{1,2}(?::\d\d)?(?: ?[ap]m)?$/i

/** Loaded when it is first needed: it takes long. */
export async function loadDateParser(): Promise<DateParser> {
  const chrono = await import('chrono-node/en')
  return (text, said, tense) => {
    const reference = { instant: new Date(said), timezone: 0 }
    const results = chrono.parse(text, reference, { forwardDate: tense === 'future' })
    return results.map((result) => toDate(result, said, tense)).find((date) => date !== undefined)
  }
}

/** Compiles every kind of date, the second time to machine code. */
const SOME_DATE = 'On March 15, 2030 at 5 pm, two days ago.'

/**
 * Makes each pattern for dates ready on its own, for the first sentence that is read not to hold up everybody until all
 * of them are: the machine takes 200 ms for them, 60 for the longest. `pause` comes between two.
 */
export async function warmUpDateParser(pause: () => Promise<void>): Promise<void> {
  const { Chrono, casual } = await import('chrono-node/en')
  for (const parser of casual.parsers) {
    await pause()
    const one = new Chrono({ parsers: [parser], refiners: [] })
    for (const _ of ['interpreted', 'compiled']) one.parse(SOME_DATE)
  }
}

function toDate(result: Chrono.ParsedResult, said: string, tense: 'past' | 'future'): ParsedDate | undefined {
  const { start, text, index } = result
  const names = (part: Chrono.Component) => start.isCertain(part)
  const hasDay = names('day') || names('weekday')
  if (VAGUE.test(text) || ONLY_TIME.test(text) || !(hasDay || names('month'))) return undefined
  const found = start.date()
  const days = tense === 'past' && found.getTime() > Date.parse(said) ? backwards(names) : 0
  const shifted = new Date(found.getTime() - days * DAY_MS)
  const date = shifted.toISOString().slice(0, hasDay ? 10 : 7)
  return {
    text,
    index,
    date,
    day:
      names('day') && names('month') ? `${MONTHS[shifted.getUTCMonth()]} ${shifted.getUTCDate()}` : undefined,
    isPast: date < said.slice(0, date.length),
  }
}

/** A weekday of the past is the one before, a month of the past that of the year before. */
function backwards(names: (part: Chrono.Component) => boolean): number {
  if (names('weekday') && !names('day')) return 7
  return names('year') ? 0 : 365
}
