import { expandAbbreviation } from './abbreviations.js'
import { readMoney, SCALES } from './money-words.js'
import { cardinal, digits, figuresInWords, ordinal, pluralNumber, yearInWords } from './number-words.js'

export type TokenContext = {
  /** The words beside it, without punctuation. */
  readonly before: string
  readonly next: string
  /** The punctuation behind it. */
  readonly after: string
}

export type TokenReading = {
  readonly words: readonly string[]
  /** The full stop behind it belongs to an abbreviation. */
  readonly isAbbreviated: boolean
}

/** Longer words are not looked at closely; they are no figures that a person would read. */
const MAX_LENGTH = 60

/** Reads one word without the marks around it. */
export function readToken(core: string, context: TokenContext): TokenReading {
  const token = core.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").replaceAll('−', '-')
  const abbreviation = token.length <= MAX_LENGTH ? readAbbreviation(token, context) : undefined
  if (abbreviation !== undefined) return { words: abbreviation, isAbbreviated: true }
  return { words: readPlain(token, context), isAbbreviated: false }
}

function readPlain(token: string, context: TokenContext): string[] {
  if (token.length > MAX_LENGTH) return readParts(token.slice(0, 4 * MAX_LENGTH))
  for (const read of READERS) {
    const words = read(token, context)
    if (words !== undefined) return words
  }
  return readParts(token)
}

type Reader = (token: string, context: TokenContext) => string[] | undefined

/** The first that knows a word reads it. */
const READERS: readonly Reader[] = [
  readScale,
  readMoney,
  readTime,
  readDate,
  readYear,
  readOrdinal,
  readNumber,
  readRange,
  readCapitals,
]

/** `million` behind an amount of money: the currency, which is written first, is said last. */
function readScale(token: string, { before }: TokenContext): string[] | undefined {
  const currency = /^[$£€][\d.,]{1,20}$/u.test(before)
    ? readMoney(`${before.charAt(0)}2`, NO_CONTEXT)?.at(-1)
    : undefined
  return currency !== undefined && SCALES.includes(token.toLowerCase())
    ? [token.toLowerCase(), currency]
    : undefined
}

const NO_CONTEXT: TokenContext = { before: '', next: '', after: '' }

function readTime(token: string, { before, next }: TokenContext): string[] | undefined {
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
  return [...hour, ...(isNamed ? [] : ["o'clock"]), ...seconds, ...half]
}

const minutes = (figures: string) =>
  figures.startsWith('0') ? ['oh', ...cardinal(Number(figures))] : cardinal(Number(figures))

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

function readDate(token: string): string[] | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(token) ?? []
  const name = MONTHS[Number(month) - 1]
  if (year === '' || name === undefined) return undefined
  return [name, ...ordinal(Number(day)), ...yearInWords(Number(year))]
}

function readYear(token: string, { before, next }: TokenContext): string[] | undefined {
  const decade = /^'?(\d{2}|\d{4})s$/.exec(token)
  if (decade !== null) {
    const year = Number(decade[1])
    return pluralNumber(year < 100 ? cardinal(year) : yearInWords(year))
  }
  if (/^'\d{2}$/.test(token)) return minutes(token.slice(1))
  const isDay = /^\d{1,2}$/.test(token) && Number(token) >= 1 && Number(token) <= 31
  // `May` is no month in "may 2 of us", but it is before a bare figure far more often.
  if (isDay && isMonth(before) && /^\p{Lu}/u.test(before)) return ordinal(Number(token))
  const isYear = /^\d{4}$/.test(token) && Number(token) >= 1100 && Number(token) < 2100
  return isYear && !COUNTED.has(next.toLowerCase()) ? yearInWords(Number(token)) : undefined
}

const isMonth = (word: string) => {
  const name = word.toLowerCase()
  return MONTHS.includes(expandAbbreviation(name) ?? name)
}

/** What four figures before them count. */
const COUNTED: ReadonlySet<string> = new Set(
  'dollars euros pounds people men women steps miles metres meters feet times coins pieces gold words points'.split(
    ' ',
  ),
)

function readOrdinal(token: string): string[] | undefined {
  const figures = /^(\d{1,9})(?:st|nd|rd|th)$/i.exec(token)?.[1]
  return figures === undefined ? undefined : ordinal(Number(figures))
}

const UNITS: ReadonlyMap<string, readonly [one: string, many: string]> = new Map(
  `% percent percent,°c degrees_celsius degrees_celsius,°f degrees_fahrenheit degrees_fahrenheit,° degree degrees
km kilometre kilometres,m metre metres,cm centimetre centimetres,mm millimetre millimetres,kg kilogram kilograms
g gram grams,lb pound pounds,lbs pound pounds,oz ounce ounces,ft foot feet,mph miles_per_hour miles_per_hour
h hour hours,min minute minutes,s second seconds,ms millisecond milliseconds,k thousand thousand,hz hertz hertz
khz kilohertz kilohertz,mb megabyte megabytes,gb gigabyte gigabytes,x times times`
    .split(/[,\n]/)
    .map((row) => row.split(' '))
    .map(([unit = '', one = '', many = '']) => [unit, [one, many]] as const),
)

/** A whole or decimal number, with a sign, groups of three figures and a unit. */
function readNumber(token: string): string[] | undefined {
  const found = /^(-)?(\d{1,30}|\d{1,3}(?:,\d{3}){1,8})(?:\.(\d{1,20}))?([%°a-z]{0,4})$/i.exec(token)
  const unit = (found?.[4] ?? '').toLowerCase()
  const names = UNITS.get(unit)
  if (found === null || (unit !== '' && names === undefined)) return undefined
  const [, minus, whole = '', part] = found
  const words = figuresInWords(whole.replaceAll(',', ''))
  const isOne = words.join() === 'one' && part === undefined
  return [
    ...(minus === undefined ? [] : ['minus']),
    ...words,
    ...(part === undefined ? [] : ['point', ...digits(part)]),
    ...(names === undefined ? [] : names[isOne ? 0 : 1].split('_')),
  ]
}

const FRACTIONS: Readonly<Record<string, string>> = {
  '1/2': 'one half',
  '1/3': 'one third',
  '2/3': 'two thirds',
  '1/4': 'one quarter',
  '3/4': 'three quarters',
  '1⁄2': 'one half',
  '1⁄3': 'one third',
  '2⁄3': 'two thirds',
  '1⁄4': 'one quarter',
  '3⁄4': 'three quarters',
}

/** Fractions, ranges and telephone numbers. */
function readRange(token: string): string[] | undefined {
  const fraction = FRACTIONS[token]
  if (fraction !== undefined) return fraction.split(' ')
  const groups = token.split(/[-–]/u)
  if (groups.length < 2 || groups.length > 5 || !groups.every((group) => /^\d{1,6}$/.test(group)))
    return undefined
  const [from = '', to = ''] = groups
  const isRange = groups.length === 2 && Number(from) < Number(to)
  if (!isRange) return groups.flatMap(digits)
  return [from, to].flatMap((figures, at) => [
    ...(at === 1 ? ['to'] : []),
    ...(readYear(figures, NO_CONTEXT) ?? figuresInWords(figures)),
  ])
}

const LETTERS =
  'ay bee see dee ee eff gee aitch eye jay kay ell em en oh pee cue are ess tee you vee double_you ex why zee'.split(
    ' ',
  )

/** The names of the letters in a text. */
function readLetters(text: string): string[] {
  const letters = text.toLowerCase().match(/[a-z]/g) ?? []
  return letters.flatMap((letter) => (LETTERS[letter.charCodeAt(0) - 97] ?? '').split('_'))
}

/** Spelled although they could be said as words. */
const SPELLED: ReadonlySet<string> = new Set(
  'USA UK US EU UN AI API ID FAQ CEO CIA UFO IOU IQ URL OK'.split(' '),
)

/** Capitals that cannot be said as a word are spelled: FBI, NPC, also in the plural. */
function readCapitals(token: string): string[] | undefined {
  const [, letters = '', end = ''] = /^([A-Z]{1,6})('?s)?$/.exec(token) ?? []
  const isSpelled = SPELLED.has(letters) || /^[B-DF-HJ-NP-TV-XZ]{1,6}$/.test(letters) || letters === 'FBI'
  if (!isSpelled) return undefined
  const names = readLetters(letters)
  return end === '' ? names : [...names.slice(0, -1), `${names.at(-1) ?? ''}s`]
}

/** Undefined for what is no abbreviation. */
function readAbbreviation(token: string, { before, next, after }: TokenContext): string[] | undefined {
  // Initials: J. R. R., U.S., a.m., e.g.
  if (/^(?:\p{L}\.){1,5}\p{L}$/u.test(token)) return readLetters(token)
  if (!after.startsWith('.')) return undefined
  if (/^\p{Lu}$/u.test(token) && /^\p{Lu}/u.test(next)) return readLetters(token)
  const name = token.toLowerCase()
  if (name === 'no' && /^\d/.test(next)) return ['number']
  if (name === 'st' && /^\p{Lu}/u.test(before) && !/^\p{Lu}/u.test(next)) return ['street']
  if (name === 'ft' && /\d/.test(before)) return ['feet']
  return expandAbbreviation(name)?.split(' ')
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': 'and',
  '%': 'percent',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '#': 'number',
  '°': 'degrees',
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '.': 'dot',
}

/** The words, figures and signs within a word: `and/or`, `name@example.org`, `B2`. Everything else is silent. */
function readParts(token: string): string[] {
  const parts = token.match(/\d{1,40}|[A-Za-z]+(?:'[A-Za-z]+)*|[&%@+=#°$€£]|\.(?=[A-Za-z])/g) ?? []
  return parts.flatMap((part) => {
    if (/^\d/.test(part)) return figuresInWords(part)
    return (parts.length > 1 ? readCapitals(part) : undefined) ?? [SIGNS[part] ?? part.toLowerCase()]
  })
}
