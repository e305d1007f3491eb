import { countsText } from './node-counts.js'
import type { GraphNode } from './page-data.js'

/** More words than these are not searched for. */
const MOST_WORDS = 20

export type Searched = {
  readonly id: string
  readonly plain: string
  /** The day it was remembered, as `2030-01-31`, which a word of the query may name, or its month. */
  readonly day?: string
  /** Words that find it beside those of its text, such as `long-term`. */
  readonly marks?: readonly string[]
}
export type SearchResult = {
  readonly ids: ReadonlySet<string>
  /** Words of the query that were left out, because nothing would have been found with them. */
  readonly without: readonly string[]
  /** The one text that is the query, such as a name; null if there is none, or several. */
  readonly exact: string | null
}

/**
 * Finds the texts that have every word of a query, in any order. Words that no text has are left out, and then, as long
 * as nothing is found, the most common one: players ask for "the story about Vera's bees".
 */
export function findWords(query: string, texts: readonly Searched[]): SearchResult {
  const timesOf = (word: string) => texts.reduce((sum, text) => sum + (hasWord(text, word) ? 1 : 0), 0)
  const counted = wordsOf(query).map((written) => {
    const times = timesOf(written)
    const single = times === 0 && written.length > 3 && written.endsWith('s') ? written.slice(0, -1) : written
    return single === written
      ? { written, word: written, times }
      : { written, word: single, times: timesOf(single) }
  })
  let left = counted.filter(({ times }) => times > 0).sort((a, b) => a.times - b.times)
  let hits = textsWith(left, texts)
  while (hits.length === 0 && left.length > 1) {
    left = left.slice(0, -1)
    hits = textsWith(left, texts)
  }
  const kept = new Set(left.map(({ written }) => written))
  const plain = plainText(query)
  const same = texts.filter((text) => text.plain === plain)
  return {
    ids: new Set(hits.map(({ id }) => id)),
    without: counted.flatMap(({ written }) => (kept.has(written) ? [] : [written])),
    exact: same.length === 1 ? (same[0]?.id ?? null) : null,
  }
}

const textsWith = (words: readonly { readonly word: string }[], texts: readonly Searched[]): Searched[] =>
  words.length === 0 ? [] : texts.filter((text) => words.every(({ word }) => hasWord(text, word)))

const DATE = /^\d{4}-\d\d(?:-\d\d)?$/

const hasWord = ({ plain, day, marks }: Searched, word: string): boolean =>
  plain.includes(word) ||
  marks?.includes(word) === true ||
  (word.startsWith(ANY_YEAR) && day?.slice(5) === word.slice(ANY_YEAR.length)) ||
  (day !== undefined && DATE.test(word) && day.startsWith(word))

const wordsOf = (query: string): string[] =>
  [...new Set(withDays(phrasesOf(plainText(query))).map(withoutPossessive))].slice(0, MOST_WORDS)

/** Before month and day, as ISO 8601 once wrote them. */
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

/** `24 nov` and `november 24` are one word, which names that day of any year. */
function withDays(words: readonly string[]): string[] {
  const made: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2)
    const day = dayOfYear(word, next) ?? dayOfYear(next, word)
    made.push(day ?? word)
    if (day !== null) at++
  }
  return made
}

function dayOfYear(day: string, month: string): string | null {
  const number = Number(day)
  const index = month.length < 3 ? -1 : MONTHS.findIndex((name) => name.startsWith(month))
  if (index < 0 || !Number.isInteger(number) || number < 1 || number > 31) return null
  return `${ANY_YEAR}${String(index + 1).padStart(2, '0')}-${String(number).padStart(2, '0')}`
}

/** Words; what stands between quotation marks is one. */
const phrasesOf = (query: string): string[] =>
  query
    .split(/["“”„«»]/)
    .flatMap((part, at) => (at % 2 === 1 ? [part.trim().replace(/\s+/g, ' ')] : part.split(/\s+/)))
    .filter((part) => part !== '')

/** `Vera's` is about Vera. */
const withoutPossessive = (word: string): string =>
  word.length > 2 && (word.endsWith("'s") || word.endsWith('’s')) ? word.slice(0, -2) : word

/** A text as it is compared: without accents and capitals. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

type Context = {
  nodeOf(id: string): GraphNode | undefined
  /** Whether time and kinds leave it. */
  wanted(id: string): boolean
  /** What leaves something out but the search, in words. */
  readonly others: string
}

/** What a search found, in words: how many of each kind are left by the other filters, and why no more. */
export function foundText({ ids, without }: SearchResult, { nodeOf, wanted, others }: Context): string {
  const words = without.map((word) => `“${word}”`).join(', ')
  if (ids.size === 0) return `nothing with ${words}`
  const count = (some: readonly string[]) => countsText(some.flatMap((id) => nodeOf(id) ?? []))
  const left = [...ids].filter(wanted)
  const counts = left.length === 0 ? `${count([...ids])}, none ${others}` : count(left)
  return `${counts}${words === '' ? '' : `; none with ${words}`}`
}
