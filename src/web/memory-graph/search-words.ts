import { countsText } from './node-counts.js'
import type { GraphNode } from './page-data.js'

/** More words than these are not searched for. */
const MOST_WORDS = 20

export type Searched = {
  readonly id: string
  readonly plain: string
  /** The day it was remembered, as `2030-01-31`, which a word of the query may name, or its month. */
  readonly day?: string
}
export type SearchResult = {
  readonly ids: ReadonlySet<string>
  /** Words of the query that were left out, because nothing would have been found with them. */
  readonly without: readonly string[]
}

/**
 * Finds the texts that have every word of a query, in any order. Words that no text has are left out, and then, as long
 * as nothing is found, the most common one: players ask for "the story about Vera's bees".
 */
export function findWords(query: string, texts: readonly Searched[]): SearchResult {
  const counted = wordsOf(query).map((word) => ({
    word,
    times: texts.reduce((sum, text) => sum + (hasWord(text, word) ? 1 : 0), 0),
  }))
  let left = counted.filter(({ times }) => times > 0).sort((a, b) => a.times - b.times)
  let hits = textsWith(left, texts)
  while (hits.length === 0 && left.length > 1) {
    left = left.slice(0, -1)
    hits = textsWith(left, texts)
  }
  const kept = new Set(left.map(({ word }) => word))
  return {
    ids: new Set(hits.map(({ id }) => id)),
    without: counted.flatMap(({ word }) => (kept.has(word) ? [] : [word])),
  }
}

const textsWith = (words: readonly { readonly word: string }[], texts: readonly Searched[]): Searched[] =>
  words.length === 0 ? [] : texts.filter((text) => words.every(({ word }) => hasWord(text, word)))

const DATE = /^\d{4}-\d\d(?:-\d\d)?$/

const hasWord = ({ plain, day }: Searched, word: string): boolean =>
  plain.includes(word) || (day !== undefined && DATE.test(word) && day.startsWith(word))

const wordsOf = (query: string): string[] =>
  [...new Set(phrasesOf(plainText(query)).map(withoutPossessive))].slice(0, MOST_WORDS)

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

/** What a search found, in words: how many of each kind. */
export function foundText(
  { ids, without }: SearchResult,
  nodeOf: (id: string) => GraphNode | undefined,
): string {
  const words = without.map((word) => `“${word}”`).join(', ')
  if (ids.size === 0) return `nothing with ${words}`
  const counts = countsText([...ids].flatMap((id) => nodeOf(id) ?? []))
  return `${counts}${words === '' ? '' : `, without ${words}`}`
}
