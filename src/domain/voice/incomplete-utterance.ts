import { lacksVerb } from './verbs.js'

/** English words after which a sentence goes on. */
const GOES_ON = new Set(
  (
    'and but or so because if when while that which who than then as like with without of to for from in on at by about ' +
    'the a an my your his her its our their this these those very really um uh er erm hmm well is are was were the i we'
  ).split(' '),
)
const NUMBERS = new Set('zero oh one two three four five six seven eight nine'.split(' '))

/** Whether somebody who said this is likely to go on: they are given more time (docs/voice.md, Turn detection). */
export function isIncompleteUtterance(text: string): boolean {
  if (/[.!?。！？]["'”’)]*\s*$/u.test(text)) return false
  if (/[,;:—–-]\s*$/u.test(text)) return true
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  const last = words.at(-1) ?? ''
  // Digits one by one, as phone numbers are read, are over only with a sign of it.
  const isCounting = words.length > 1 && isDigit(last) && isDigit(words.at(-2) ?? '')
  return GOES_ON.has(last) || isCounting || lacksVerb(words)
}

const isDigit = (word: string) => /^\p{N}$/u.test(word) || NUMBERS.has(word)

/** What was said in several goes, as one. */
export const joinUtterances = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
