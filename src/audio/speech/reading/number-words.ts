const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SIZES: readonly (readonly [number, string])[] = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
]
/** More digits than this are read one by one. */
const MAX_DIGITS = 12
/** So many figures in a row, if they are not round, are a code or a telephone number. */
const CODE_DIGITS = 9

/** A whole number below 10^12: 142 is one hundred forty two. */
export function cardinal(value: number): string[] {
  if (value < 20) return [SMALL[value] ?? '']
  if (value < 100) return [TENS[Math.floor(value / 10)] ?? '', ...rest(value % 10)]
  for (const [size, name] of SIZES) {
    if (value >= size) return [...cardinal(Math.floor(value / size)), name, ...rest(value % size)]
  }
  return []
}

const rest = (value: number) => (value === 0 ? [] : cardinal(value))

export const digits = (figures: string): string[] => [...figures].map((figure) => SMALL[Number(figure)] ?? '')

/** Figures as a person reads them: leading zeros, very long numbers and those that count nothing digit by digit. */
export function figuresInWords(figures: string): string[] {
  const isCode = figures.length >= CODE_DIGITS && !figures.endsWith('000')
  const isSpelled = figures.length > MAX_DIGITS || isCode || (figures.startsWith('0') && figures.length > 1)
  return isSpelled ? digits(figures) : cardinal(Number(figures))
}

const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** 21 is twenty first. */
export function ordinal(value: number): string[] {
  const words = cardinal(value)
  const last = words.at(-1) ?? ''
  return [...words.slice(0, -1), ORDINALS[last] ?? last.replace(/y$/, 'ie').concat('th')]
}

/** A year of four digits: 1987 is nineteen eighty seven, 1905 nineteen oh five, 2007 two thousand seven. */
export function yearInWords(year: number): string[] {
  const [century, within] = [Math.floor(year / 100), year % 100]
  if (within === 0) return century % 10 === 0 ? cardinal(year) : [...cardinal(century), 'hundred']
  if (century % 10 === 0 && within < 10) return cardinal(year)
  return [...cardinal(century), ...(within < 10 ? ['oh'] : []), ...cardinal(within)]
}

const PLURALS: Readonly<Record<string, string>> = { six: 'sixes', half: 'halves' }

/** The plural of a number's last word, for decades: the 1980s are nineteen eighties. */
export function pluralNumber(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  return [
    ...words.slice(0, -1),
    PLURALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`),
  ]
}
