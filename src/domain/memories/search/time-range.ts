import { DAY_MS } from '../../../contract/durations.js'
import type { Hints } from '../../retrieval/factors.js'

type TimeRange = NonNullable<Hints['time']>

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Days that a unit of time lasts at most. */
const UNIT_DAYS = { day: 1, week: 7, month: 31, year: 366 } as const
type Unit = keyof typeof UNIT_DAYS

/** One way to name a time: what it looks like, and what is meant, in whole days of UTC. */
type Phrase = readonly [pattern: RegExp, range: (found: RegExpExecArray, today: number) => TimeRange]

const PHRASES: readonly Phrase[] = [
  [/\btoday\b|\bthis (?:morning|afternoon|evening)\b/, (_, today) => days(today, 1)],
  [/\b(?:yesterday|last night)\b/, (_, today) => days(today - DAY_MS, 1)],
  [
    /\b(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (day|week|month|year)s? ago\b/,
    ([, count = '', unit], today) => unitsAgo(numberOf(count), unit as Unit, today),
  ],
  [/\bthis (week|month|year)\b/, ([, unit], today) => lastUnits(unit as Unit, 1, today)],
  [/\b(?:last|past) (week|month|year)\b/, ([, unit], today) => lastUnits(unit as Unit, 2, today)],
  [
    new RegExp(`\\b(?:on|last) (${WEEKDAYS.join('|')})\\b`),
    ([, name = ''], today) => days(weekdayBefore(WEEKDAYS.indexOf(name), today), 1),
  ],
  [
    new RegExp(`\\b(?:in|last) (${MONTHS.join('|')})(?: (\\d{4}))?\\b`),
    ([, name = '', year], today) => monthOf(MONTHS.indexOf(name), year, today),
  ],
]

/** The time that a question names, in English; undefined when it names none. */
export function timeRangeOf(question: string, now: Date): TimeRange | undefined {
  const text = question.toLowerCase()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  for (const [pattern, range] of PHRASES) {
    const found = pattern.exec(text)
    if (found !== null) return range(found, today)
  }
  return undefined
}

/** So many days from one on. */
const days = (first: number, count: number): TimeRange => ({ from: first, to: first + count * DAY_MS - 1 })

const numberOf = (written: string): number =>
  written.startsWith('a') ? 1 : Math.max(NUMBERS.indexOf(written), Number.parseInt(written, 10) || 0)

/** People round: half a unit on either side belongs to it, and a day only for days. */
function unitsAgo(count: number, unit: Unit, today: number): TimeRange {
  const slack = unit === 'day' ? 0 : Math.floor(UNIT_DAYS[unit] / 2)
  return days(today - (count * UNIT_DAYS[unit] + slack) * DAY_MS, 2 * slack + 1)
}

/** The last so many units up to the end of today: "last week" may have begun almost two weeks ago. */
const lastUnits = (unit: Unit, count: number, today: number): TimeRange => ({
  from: today - count * UNIT_DAYS[unit] * DAY_MS,
  to: today + DAY_MS - 1,
})

/** Today is never meant by its name. */
function weekdayBefore(weekday: number, today: number): number {
  const since = (new Date(today).getUTCDay() - weekday + 7) % 7
  return today - (since === 0 ? 7 : since) * DAY_MS
}

/** Without a year the last such month that has begun. */
function monthOf(month: number, year: string | undefined, today: number): TimeRange {
  const now = new Date(today)
  const last = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0)
  const of = year === undefined ? last : Number(year)
  return { from: Date.UTC(of, month, 1), to: Date.UTC(of, month + 1, 1) - 1 }
}
