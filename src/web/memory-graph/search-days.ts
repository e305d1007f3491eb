import { phraseAt } from './search-meaning.js'

/** A word of a query: as it was written, and as it is compared. */
export type QueryWord = {
  readonly written: string
  readonly word: string
  /** Whether it is a phrase between quotation marks, and means nothing else. */
  readonly isQuoted?: boolean
}

/** Before a month, or a month and a day, of any year, as ISO 8601 once wrote them. */
const ANY_YEAR = '--'
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Whether a word names this day, `2030-01-31`, or its month or year. */
export function namesDay(word: string, day: string): boolean {
  if (DATE.test(word)) return day.startsWith(word)
  if (word.startsWith(ANY_YEAR)) return day.slice(5) === word.slice(ANY_YEAR.length)
  const month = MONTHS.indexOf(word)
  return month >= 0 && Number(day.slice(5, 7)) === month + 1
}

const DATE = /^\d{4}(?:-\d\d){0,2}$/

/** Makes one word of several that name a time: `24 nov 2030`, `november 2030`, `last 7 days`, `over 30 days`. */
export function withDays(words: readonly string[]): QueryWord[] {
  const made: QueryWord[] = []
  for (let at = 0; at < words.length; ) {
    const [first = '', second = '', third = ''] = words.slice(at, at + 3)
    const [length, word] = phraseAt(words.slice(at)) ?? timeOf(first, second, third)
    made.push({ written: words.slice(at, at + length).join(' '), word })
    at += length
  }
  return made
}

/** What the first of these words are together, and how many of them. */
function timeOf(first: string, second: string, third: string): readonly [length: number, word: string] {
  const day = dayOfMonth(first, second) ?? dayOfMonth(second, first)
  if (day !== null) return YEAR.test(third) ? [3, `${third}-${day}`] : [2, `${ANY_YEAR}${day}`]
  const month = monthOf(first)
  if (month > 0 && YEAR.test(second)) return [2, `${second}-${twoDigits(month)}`]
  return [1, dateOf(first) ?? first]
}

const YEAR = /^\d{4}$/

function dayOfMonth(day: string, name: string): string | null {
  const [number, month] = [Number(day), monthOf(name)]
  return month > 0 ? monthAndDay(month, number) : null
}

/** From 1 on; 0 of what is no month, nor the first letters of one. */
const monthOf = (name: string): number =>
  name.length < 3 ? 0 : MONTHS.findIndex((one) => one.startsWith(name)) + 1

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const monthAndDay = (month: number, day: number): string | null =>
  Number.isInteger(day) && day >= 1 && day <= 31 && month >= 1 && month <= 12
    ? `${twoDigits(month)}-${twoDigits(day)}`
    : null

/** `31.1.2030` and `31.1.` begin with the day; `1/31/2030` with the month, unless there is none of that number. */
function dateOf(word: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(word) ?? []
  const [, one = '', other = '', yearAfter] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(word) ?? []
  const dotted = monthAndDay(Number(month), Number(day))
  if (dotted !== null) return year === undefined ? `${ANY_YEAR}${dotted}` : `${year}-${dotted}`
  const slashed = monthAndDay(Number(one), Number(other)) ?? monthAndDay(Number(other), Number(one))
  return slashed === null ? null : `${yearAfter}-${slashed}`
}
