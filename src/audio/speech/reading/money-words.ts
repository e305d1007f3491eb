import { cardinal, digits, figuresInWords } from './number-words.js'

type Currency = readonly [one: string, many: string, part: string, parts: string]
const CURRENCIES: Readonly<Record<string, Currency>> = {
  $: ['dollar', 'dollars', 'cent', 'cents'],
  '€': ['euro', 'euros', 'cent', 'cents'],
  '£': ['pound', 'pounds', 'penny', 'pence'],
  '¥': ['yen', 'yen', 'sen', 'sen'],
  '₹': ['rupee', 'rupees', 'paisa', 'paise'],
}

/** Words that may follow an amount and belong to it. */
export const SCALES: readonly string[] = ['hundred', 'thousand', 'million', 'billion']
const SUFFIXES: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  bn: 'billion',
  b: 'billion',
}

/** `$5.50` is five dollars and fifty cents; `$3` before `million` leaves the currency to that word. */
export function readMoney(token: string, { next }: { readonly next: string }): string[] | undefined {
  const isOwed = token.startsWith('-')
  const found = /^-?([$€£¥₹])(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.(\d{1,4}))?(k|m|bn|b)?$/i.exec(token)
  const currency = CURRENCIES[found?.[1] ?? '']
  if (found === null || currency === undefined) return undefined
  const [one, many, part, parts] = currency
  const [whole, fraction, suffix = ''] = [(found[2] ?? '').replaceAll(',', ''), found[3], found[4]]
  const scale = SUFFIXES[suffix.toLowerCase()]
  const hasScale = SCALES.includes(next.toLowerCase())
  const amount = [...(isOwed ? ['minus'] : []), ...figuresInWords(whole)]
  if (scale !== undefined || hasScale || (fraction !== undefined && fraction.length !== 2)) {
    const decimals = fraction === undefined ? [] : ['point', ...digits(fraction)]
    return [...amount, ...decimals, ...(scale === undefined ? [] : [scale]), ...(hasScale ? [] : [many])]
  }
  const cents = Number(fraction ?? 0)
  const wholeWords = [...amount, Number(whole) === 1 ? one : many]
  if (cents === 0) return wholeWords
  const centWords = [...cardinal(cents), cents === 1 ? part : parts]
  return Number(whole) === 0 ? centWords : [...wholeWords, 'and', ...centWords]
}
