import { expandAbbreviation } from './abbreviations.js'
import { readAddress } from './address-words.js'
import { readFigureGroups } from './figure-groups.js'
import { readCapitals, readLetters } from './letter-words.js'
import { readMoney, SCALES } from './money-words.js'
import { cardinal, digits, figuresInWords, ordinal } from './number-words.js'
import { SIGNS } from './sign-words.js'
import { readDate, readTime, readTimeRange, readYear } from './time-words.js'

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
  const token = toPlainLetters(core)
  const abbreviation = token.length <= MAX_LENGTH ? readAbbreviation(token, context) : undefined
  if (abbreviation !== undefined) return { words: abbreviation, isAbbreviated: true }
  return { words: readPlain(token, context), isAbbreviated: false }
}

/** Without accents, and with the letters that other Latin alphabets have besides. */
const toPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’−ßøØæÆœŒłŁđĐðÐþÞı]/gu, (letter) => OTHER_LETTERS[letter] ?? letter)

const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ...{ '’': "'", '−': '-', ß: 'ss', ø: 'o', Ø: 'O', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe' },
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i' },
}

function readPlain(token: string, context: TokenContext): string[] {
  const address = readAddress(token)
  if (address !== undefined) return address
  if (token.length > MAX_LENGTH) return readParts(token.slice(0, 4 * MAX_LENGTH))
  const words = readWhole(token, context)
  if (words !== undefined) return words
  const pieces = token.split(/[-–—/]/u)
  if (pieces.length < 2) return readParts(token)
  // `5 km/h` and `$5/month` are so much for each; in `and/or` the mark is silent.
  const isRate = token.includes('/') && (/^[\d$£€¥]/u.test(token) || /^\d/.test(context.before))
  return pieces.flatMap((piece, at) => [
    ...(isRate && at === 1 && /^[a-z]/i.test(piece) ? ['per'] : []),
    ...((isRate && at === 1 ? UNITS.get(piece)?.[0].split('_') : undefined) ??
      readWhole(piece, at === 0 ? { ...NO_CONTEXT, before: context.before } : NO_CONTEXT) ??
      readParts(piece, true)),
  ])
}

function readWhole(token: string, context: TokenContext): string[] | undefined {
  for (const read of READERS) {
    const words = read(token, context)
    if (words !== undefined) return words
  }
  return undefined
}

type Reader = (token: string, context: TokenContext) => string[] | undefined

/** The first that knows a word reads it. */
const READERS: readonly Reader[] = [
  readScale,
  readMoney,
  readTime,
  readTimeRange,
  readDate,
  readYear,
  readOrdinal,
  readFigureGroups,
  readNumber,
  readUnit,
  readRoman,
  readOperator,
  readShortWord,
  readCapitals,
]

/** `million` behind an amount of money: the currency, which is written first, is said last. */
function readScale(token: string, { before }: TokenContext): string[] | undefined {
  const currency = /^-?[$£€¥₹][\d.,]{1,20}$/u.test(before)
    ? readMoney(`${before.replace('-', '').charAt(0)}2`, NO_CONTEXT)?.at(-1)
    : undefined
  return currency !== undefined && SCALES.includes(token.toLowerCase())
    ? [token.toLowerCase(), currency]
    : undefined
}

const NO_CONTEXT: TokenContext = { before: '', next: '', after: '' }

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

/** A unit behind its number. */
function readUnit(token: string, { before }: TokenContext): string[] | undefined {
  const names = /^-?\d[\d.,]*$/.test(before) && token !== 'x' ? UNITS.get(token.toLowerCase()) : undefined
  return names?.[before === '1' ? 0 : 1].split('_')
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 }
/** What is counted with Roman figures; a person has a number in order: Henry the eighth. */
const NUMBERED: ReadonlySet<string> = new Set(
  'war chapter part act volume vol book type phase level scene section stage mark class title'.split(' '),
)

function readRoman(token: string, { before }: TokenContext): string[] | undefined {
  if (!/^(?:X{0,3})(?:IX|IV|V?I{0,3})$/.test(token) || token.length < 2) return undefined
  const isNumbered = NUMBERED.has(before.toLowerCase())
  if (!isNumbered && !/^\p{Lu}\p{Ll}/u.test(before)) return undefined
  const values = [...token].map((letter) => ROMAN[letter] ?? 0)
  const value = values.reduce((sum, one, at) => sum + (one < (values[at + 1] ?? 0) ? -one : one), 0)
  return isNumbered ? cardinal(value) : ['the', ...ordinal(value)]
}

const SHORT_WORDS: Readonly<Record<string, string>> = {
  ...{ 'w/': 'with', 'w/o': 'without', vs: 'versus', etc: 'et cetera', phd: 'pee aitch dee' },
  ...{ 'km/h': 'kilometres per hour', 'm/s': 'metres per second' },
}

function readOperator(token: string, { before, next }: TokenContext): string[] | undefined {
  if (!/\d$/.test(before) || !/^\d/.test(next)) return undefined
  if (token === '×') return ['times']
  return token === '÷' ? ['divided', 'by'] : undefined
}

function readShortWord(token: string): string[] | undefined {
  return SHORT_WORDS[token.toLowerCase()]?.split(' ')
}

/** Undefined for what is no abbreviation. */
function readAbbreviation(token: string, { before, next, after }: TokenContext): string[] | undefined {
  // Initials: J. R. R., U.S., a.m., e.g.
  if (/^(?:\p{L}\.){1,5}\p{L}$/u.test(token)) return readLetters(token)
  const name = token.toLowerCase()
  if (name === 'ph.d') return readLetters(token)
  // In Britain titles have no full stop.
  if (/^(?:Mr|Mrs|Ms|Dr|Prof|St)$/.test(token) && /^\p{Lu}/u.test(next) && !after.startsWith('.'))
    return expandAbbreviation(name)?.split(' ')
  if (!after.startsWith('.')) return undefined
  if (/^\p{Lu}$/u.test(token) && /^\p{Lu}/u.test(next)) return readLetters(token)
  if (name === 'no' && /^\d/.test(next)) return ['number']
  if (name === 'st' && /^\p{Lu}/u.test(before) && !/^\p{Lu}/u.test(next)) return ['street']
  if (name === 'ft' && /\d/.test(before)) return ['feet']
  return expandAbbreviation(name)?.split(' ')
}

/** The words, figures and signs within a word: `B2`, `5€`. Everything else is silent. */
function readParts(token: string, isPiece = false): string[] {
  // A figure or a letter that a heading begins with is not counted: `# Title`.
  if (/^#+$/.test(token)) return []
  if (/^#[a-z]/i.test(token)) return ['hashtag', ...readParts(token.slice(1))]
  const parts =
    token.match(/\d{1,40}|[A-Za-z]+(?:'[A-Za-z]+)*|[&%@+=#°$€£¥₹¢]|(?<=[a-z\d])\.(?=[a-z])/g) ?? []
  const isMixed = parts.length > 1 || isPiece
  return parts.flatMap((part) => {
    if (/^\d/.test(part)) return figuresInWords(part)
    if (isMixed && /^[A-Z]$/.test(part)) return readLetters(part)
    return (isMixed ? readCapitals(part) : undefined) ?? [SIGNS[part] ?? part.toLowerCase()]
  })
}
