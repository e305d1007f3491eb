import { expandAbbreviation } from './abbreviations.js'
import { readLetters } from './letter-words.js'
import { cardinal, ordinal, pluralNumber, yearInWords } from './number-words.js'

/** The words beside a token, without punctuation. */
type Neighbours = { readonly before: string; readonly next: string }

/** `9:30`, `7pm`, and `pm` behind a figure. */
export function readTime(token: string, { before, next }: Neighbours): string[] | undefined {
  if (/^[ap]m$/i.test(token) && /^\d{1,2}(?::\d{2})?$/.test(before)) return readLetters(token)
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(am|pm|a\.m|p\.m)?$/i.exec(token)
  const whole = /^(\d{1,2})(am|pm|a\.m|p\.m)$/i.exec(token)
  if (whole !== null) return [...cardinal(Number(whole[1])), ...readLetters(whole[2] ?? '')]
  if (clock === null || Number(clock[1]) > 24 || Number(clock[2]) > 59) return undefined
  const [hour, minute] = [cardinal(Number(clock[1])), clock[2] ?? '']
  const half = readLetters(clock[4] ?? '')
  const seconds = clock[3] === undefined ? [] : ['and', ...cardinal(Number(clock[3])), 'seconds']
  if (minute !== '00') return [...hour, ...minutes(minute), ...seconds, ...half]
  const isNamed = half.length > 0 || /^[ap]\.?m$/i.test(next)
  const onTheHour = Number(clock[1]) > 12 ? 'hundred' : "o'clock"
  return [...hour, ...(isNamed ? [] : [onTheHour]), ...seconds, ...half]
}

/** `10:30-11:00` and `9–10am`. */
export function readTimeRange(token: string, { next }: Neighbours): string[] | undefined {
  const [from = '', to = '', ...rest] = token.split(/[-–]/u)
  if (rest.length > 0) return undefined
  const end = readTime(to, { before: '', next })
  const start = readTime(from, { before: '', next }) ?? hourOf(from)
  return end === undefined || start === undefined ? undefined : [...start, 'to', ...end]
}

const hourOf = (figures: string) => (/^\d{1,2}$/.test(figures) ? cardinal(Number(figures)) : undefined)

const minutes = (figures: string) =>
  figures.startsWith('0') ? ['oh', ...cardinal(Number(figures))] : cardinal(Number(figures))

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** `2026-11-23`, and with slashes or full stops: the month first as in America, unless that cannot be. */
export function readDate(token: string): string[] | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(token)
  if (iso !== null) return dateInWords(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [, one = '', other = '', year = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(token) ?? /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(token) ?? []
  if (year === '') return undefined
  const isDayFirst = Number(one) > 12 || token.includes('.')
  const [month, day] = isDayFirst ? [other, one] : [one, other]
  return dateInWords(fullYear(Number(year)), Number(month), Number(day))
}

/** Of two figures: the century that lies nearer. */
function fullYear(year: number): number {
  if (year > 99) return year
  return year > 50 ? 1900 + year : 2000 + year
}

function dateInWords(year: number, month: number, day: number): string[] | undefined {
  const name = MONTHS[month - 1]
  if (name === undefined || day < 1 || day > 31) return undefined
  return [name, ...ordinal(day), ...yearInWords(year)]
}

/** Years, decades, and the day of a month: `1987`, `the ’90s`, `May 4`, `23 November`. */
export function readYear(token: string, { before, next }: Neighbours): string[] | undefined {
  const decade = /^'?(\d{2}|\d{4})s$/.exec(token)
  if (decade !== null) {
    const year = Number(decade[1])
    return pluralNumber(year < 100 ? cardinal(year) : yearInWords(year))
  }
  if (/^'\d{2}$/.test(token)) return minutes(token.slice(1))
  const isDay = /^\d{1,2}$/.test(token) && Number(token) >= 1 && Number(token) <= 31
  if (isDay && isMonth(before)) return ordinal(Number(token))
  if (isDay && isMonth(next))
    return [...(before.toLowerCase() === 'the' ? [] : ['the']), ...ordinal(Number(token)), 'of']
  if (!/^\d{4}$/.test(token) || COUNTED.has(next.toLowerCase())) return undefined
  const year = Number(token)
  const isYear = (year >= 1100 && year < 2100) || (year >= 1010 && YEAR_FOLLOWS.has(before.toLowerCase()))
  return isYear && year < 2100 ? yearInWords(year) : undefined
}

/** `May` is no month in "may 2 of us", but it is before a bare figure far more often. */
const isMonth = (word: string) => {
  const name = word.toLowerCase()
  return /^\p{Lu}/u.test(word) && MONTHS.includes(expandAbbreviation(name) ?? name)
}

/** Words behind which even 1066 is a year. */
const YEAR_FOLLOWS: ReadonlySet<string> = new Set(['in', 'since', 'year', 'ad', 'by', 'until'])

/** What four figures before them count. */
const COUNTED: ReadonlySet<string> = new Set(
  'dollars euros pounds people men women steps miles metres meters feet times coins pieces gold words points'.split(
    ' ',
  ),
)
