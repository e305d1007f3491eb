import { nearestWord } from './nearest-word.js'
import { countsText } from './node-counts.js'
import type { GraphNode } from './page-data.js'
import { namesDay, type QueryWord, withDays } from './search-days.js'
import { isSmallWord, meaningOf, meantText } from './search-meaning.js'

/** More words than these are not searched for. */
const MOST_WORDS = 20

export type Searched = {
  readonly id: string
  readonly plain: string
  /** The day it was remembered, as `2030-01-31`, which a word of the query may name, or its month. */
  readonly day?: string
  /** Words that find it beside those of its text, such as `long-term` and `last week`. */
  readonly marks?: readonly string[]
}
export type SearchResult = {
  readonly ids: ReadonlySet<string>
  /** The words of the query that were searched, as they are compared. */
  readonly words: readonly string[]
  /** What was searched, in words. */
  readonly sought: string
  /** Words of the query that were left out, because nothing would have been found with them. */
  readonly without: readonly string[]
  /** What words of the query were taken for that say something else, such as `old`. */
  readonly meant: readonly string[]
  /** The one text that is the query, such as a name; null if there is none, or several. */
  readonly exact: string | null
}

/**
 * Finds the texts that have every word of a query, in any order, small ones such as `about` aside. Words that no text has
 * are left out, and then, as long as nothing is found, the most common one: players ask for "the story about Vera's bees".
 */
export function findWords(query: string, texts: readonly Searched[]): SearchResult {
  const wanted = wantedWords(query, texts)
  const counted = wanted.map((word) => countWord(word, texts))
  let left = counted.filter(({ times }) => times > 0).sort((a, b) => a.times - b.times)
  let hits = textsWith(left, texts)
  while (hits.length === 0 && left.length > 1) {
    left = left.slice(0, -1)
    hits = textsWith(left, texts)
  }
  const isKept = ({ written }: QueryWord) => left.some((one) => one.written === written)
  const kept = counted.filter(isKept)
  const without = counted.flatMap((one) => (isKept(one) ? [] : [one.written]))
  const plains = [plainText(query), wanted.map(({ written }) => written).join(' ')]
  const same = texts.filter(({ plain }) => plains.includes(plain))
  const meant = kept
    .flatMap(({ written, word }) => (meaningOf(written) === word ? [meantText(word)] : []))
    .filter(Boolean)
  return {
    ids: new Set(hits.map(({ id }) => id)),
    words: kept.map(({ word }) => word),
    sought: soughtText(query, { kept: kept.map(({ written }) => written), without, meant }),
    ...{ without, meant },
    exact: same.length === 1 ? (same[0]?.id ?? null) : null,
  }
}

/**
 * The words that are searched, those that say how it is kept as what they mean: where nothing but such words is asked for
 * (`old and strong`), or no text has them.
 */
function wantedWords(query: string, texts: readonly Searched[]): QueryWord[] {
  const words = wordsOf(query)
  const others = words.filter(({ word, isQuoted }) => isQuoted || !isSmallWord(word))
  const wanted = others.length > 0 ? others : words
  const isMark = (word: string) => texts.some(({ marks }) => marks?.includes(word))
  const isMeant = wanted.every(({ word }) => meaningOf(word) !== undefined || isMark(word))
  const isWritten = (word: string) => texts.some(({ plain }) => hasBeginning(plain, word))
  const meant = wanted.map((one) => {
    const meaning = one.isQuoted ? undefined : meaningOf(one.word)
    return meaning === undefined || (!isMeant && isWritten(one.word)) ? one : { ...one, word: meaning }
  })
  return meant.filter(isFirst)
}

const isFirst = ({ word }: QueryWord, at: number, all: readonly QueryWord[]): boolean =>
  all.findIndex((one) => one.word === word) === at

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

type Sought = Pick<SearchResult, 'without' | 'meant'> & { readonly kept: readonly string[] }

function soughtText(query: string, { kept, without, meant }: Sought): string {
  const meaning = meant.length === 0 ? '' : ` (${meant.join(', ')})`
  if (kept.length === 0 || without.length === 0) return `with “${query.trim()}”${meaning}`
  return `with “${kept.join(' ')}”${meaning}, without ${quoted(without)}`
}

type Counted = QueryWord & {
  /** How many texts have it. */
  readonly times: number
  /** Whether it is found inside of words, because none begins with it. */
  readonly isInside: boolean
}

/** Not `this`, `bus` or `glass`. */
const PLURAL = /..[^isu]s$/

/** `ants` are not wanted in `wants`, unless there is nothing else. */
function countWord({ written, word }: QueryWord, texts: readonly Searched[]): Counted {
  const single = PLURAL.test(word) ? [word.slice(0, -1)] : []
  const forms = [false, true].flatMap((isInside) =>
    [word, ...single].map((form) => ({ written, word: form, isInside })),
  )
  for (const form of forms) {
    const times = texts.reduce((sum, text) => sum + Number(hasWord(text, form)), 0)
    if (times > 0) return { ...form, times }
  }
  return { written, word, times: 0, isInside: false }
}

const textsWith = (words: readonly Counted[], texts: readonly Searched[]): Searched[] =>
  words.length === 0 ? [] : texts.filter((text) => words.every((word) => hasWord(text, word)))

const hasWord = ({ id, plain, day, marks }: Searched, { word, isInside }: Omit<Counted, 'times'>): boolean =>
  id.toLowerCase() === word ||
  (isInside ? plain.includes(word) : hasBeginning(plain, word)) ||
  marks?.includes(word) === true ||
  (day !== undefined && namesDay(word, day))

/** Whether a word of the text begins with this one, wherever there are no spaces between words. */
function hasBeginning(plain: string, word: string): boolean {
  if (UNSPACED.test(word)) return plain.includes(word)
  for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
    if (at === 0 || !LETTER.test(plain[at - 1] ?? '')) return true
  }
  return false
}

const LETTER = /[\p{L}\p{N}]/u
/** Of scripts that write words without spaces between them. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

/** The query with words that there are, for one that found nothing; null if none is written like it. */
export function nearestQuery(query: string, texts: readonly Searched[]): string | null {
  const words = wantedWords(query, texts).flatMap(({ written }) => {
    const nearest = isSmallWord(written) ? null : nearestWord(written, texts)
    return nearest === null || isSmallWord(nearest) ? [] : [nearest]
  })
  return words.length === 0 ? null : words.join(' ')
}

/** What stands between quotation marks is one word. */
const wordsOf = (query: string): QueryWord[] =>
  plainText(query)
    .split(/["“”„«»]/)
    .flatMap((part, at): QueryWord[] => {
      if (at % 2 === 0)
        return withDays(
          part
            .split(/[\s,;]+/)
            .map(withoutMarks)
            .filter(Boolean),
        ).map(withoutPossessives)
      const text = part.trim().replace(/\s+/g, ' ')
      return text === '' ? [] : [{ written: text, word: text, isQuoted: true }]
    })
    .filter(isFirst)
    .slice(0, MOST_WORDS)

const PUNCTUATION = new Set(".:?!…¿¡()[]{}*'‘’")
/** Its point makes a day of `31.1.`. */
const DAY_AND_MONTH = /^\d{1,2}\.\d{1,2}\.$/

/** A word without what stands before and after it in a sentence. */
function withoutMarks(part: string): string {
  let [start, end] = [0, part.length]
  while (start < end && PUNCTUATION.has(part[start] ?? '')) start++
  while (end > start && PUNCTUATION.has(part[end - 1] ?? '')) {
    if (DAY_AND_MONTH.test(part.slice(start, end))) break
    end--
  }
  return part.slice(start, end)
}

const withoutPossessives = ({ written, word }: QueryWord): QueryWord => ({
  written: withoutPossessive(written),
  word: withoutPossessive(word),
})

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
  /** The first day of what the search calls a week or month; empty if it does not. */
  readonly since: string
}

/** What a search found, in words: how many of each kind are left by the other filters, and why no more. */
export function foundText({ ids, without, meant }: SearchResult, context: Context): string {
  const { nodeOf, wanted, others, since } = context
  if (ids.size === 0) return `nothing with ${quoted(without)}`
  const count = (some: readonly string[]) => countsText(some.flatMap((id) => nodeOf(id) ?? []))
  const left = [...ids].filter(wanted)
  const meaning = meant.length === 0 ? '' : ` ${meant.join(', ')}`
  const counts = left.length === 0 ? `${count([...ids])}${meaning}, none ${others}` : count(left) + meaning
  const time = since === '' ? '' : ` since ${since}`
  return `${counts}${time}${without.length === 0 ? '' : `; without ${quoted(without)}`}`
}
