import { blockSeparator, joinParts } from './join-lines.js'
import type { ExtractedText, Passage } from './ports.js'
import { type CountTokens, type SentenceRange, splitSentences } from './split-sentences.js'

/** Most tokens of a passage, and of its overlap with the one before. */
export const PASSAGE_TOKENS = 400
export const OVERLAP_TOKENS = 60

/**
 * Splits a document, given as pages, into overlapping passages of complete sentences, so that a found passage has its
 * context. Only a sentence longer than a passage is cut. Token counts are sums over sentences.
 */
export function splitIntoPassages(
  pages: readonly string[],
  countTokens: CountTokens,
): Pick<ExtractedText, 'totalTokens' | 'passages'> {
  const { text, starts } = joinParts(pages, blockSeparator)
  const sentences = splitSentences(text, countTokens, { sentence: PASSAGE_TOKENS, part: OVERLAP_TOKENS })
  return {
    totalTokens: tokensOf(sentences),
    passages: groupsOf(sentences).map((group) => passageOf(text, group, starts)),
  }
}

function groupsOf(sentences: readonly SentenceRange[]): SentenceRange[][] {
  const groups: SentenceRange[][] = []
  let group: SentenceRange[] = []
  let tokens = 0
  for (const sentence of sentences) {
    if (tokens + sentence.tokens > PASSAGE_TOKENS && group.length > 0) {
      groups.push(group)
      group = overlapOf(group, PASSAGE_TOKENS - sentence.tokens)
      tokens = tokensOf(group)
    }
    group.push(sentence)
    tokens += sentence.tokens
  }
  return group.length > 0 ? [...groups, group] : groups
}

/** The last sentences of a passage, as many as fit into the overlap and into the next passage. */
function overlapOf(group: readonly SentenceRange[], remaining: number): SentenceRange[] {
  const overlap: SentenceRange[] = []
  let tokens = 0
  for (const sentence of group.slice(1).reverse()) {
    tokens += sentence.tokens
    if (tokens > Math.min(OVERLAP_TOKENS, remaining)) break
    overlap.unshift(sentence)
  }
  return overlap
}

function passageOf(text: string, group: readonly SentenceRange[], starts: readonly number[]): Passage {
  const start = group[0]?.start ?? 0
  const end = group.at(-1)?.end ?? start
  return {
    text: text.slice(start, end),
    tokens: tokensOf(group),
    firstPage: pageAt(starts, start),
    lastPage: pageAt(starts, end - 1),
  }
}

/** The last page that starts at or before an offset; a page without text starts where the next one does. */
function pageAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

const tokensOf = (sentences: readonly SentenceRange[]) =>
  sentences.reduce((sum, { tokens }) => sum + tokens, 0)

/** An overlap of OVERLAP_TOKENS is never longer. */
const MAX_OVERLAP_CHARACTERS = 2000

/** Removes the beginning of `text` that repeats the end of the text before it. */
export function withoutOverlap(before: string, text: string): string {
  const tail = before.slice(-MAX_OVERLAP_CHARACTERS)
  const [first] = text
  if (first === undefined) return text
  for (let at = tail.indexOf(first); at >= 0; at = tail.indexOf(first, at + 1)) {
    const repeated = tail.slice(at)
    if (text.startsWith(repeated)) return text.slice(repeated.length).trimStart()
  }
  return text
}
