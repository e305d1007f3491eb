import type { Timers } from '../clock.js'
import type { SearchEngine } from '../retrieval/engine.js'
import type { IndexedDocument, SearchIndex } from '../retrieval/ports.js'
import { rankPassages } from '../retrieval/rank.js'
import { withoutOverlap } from './overlap.js'
import { placeOf, type ReadyDocument } from './passage-index.js'
import type { Excerpt, KnowledgeQuery } from './ports.js'

type SearchDeps = { readonly engine: SearchEngine; readonly timers: Pick<Timers, 'after'> }
type Asked = {
  readonly documents: readonly ReadyDocument[]
  readonly question: KnowledgeQuery
  readonly signal: AbortSignal
}

/** How much of a bank that is too large to be given whole a turn is given. */
export const FOUND_TOKENS = 3000
/** About four characters of English make a token; of a script without spaces one does. */
const CHARACTERS_PER_TOKEN = 4
const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g
/** Passages on which the budget is spent, the best first. */
const MOST_PASSAGES = 24
/** What no word of the question is in stays below it: without a model the vectors count .05 at most. */
const LEAST_REL = 0.05
/** What was said before counts half. */
const BEFORE = 0.5
/** Longest wait for the vector of a question; without one, words must do. */
const QUESTION_MS = 2000

/** The best passages for a question, as many as the budget allows, in the order in which they stand. */
export async function searchBank(
  deps: SearchDeps,
  index: SearchIndex,
  { documents, question, signal }: Asked,
): Promise<Excerpt[]> {
  const { text, previousText: before, ignoredWords: ignore } = question
  const texts = before === undefined ? [text] : [text, `${before}\n${text}`]
  const vectors = await vectorsOf(deps, texts, signal)
  const places = new Map(documents.map((document, at) => [document.id, at]))
  const found = new Map<string, Found>()
  for (const [at, asked] of texts.entries()) {
    const vector = vectors[at]
    const candidates = await index.search({
      text: asked,
      ignore,
      only: ({ type }) => places.has(type),
      ...(vector !== undefined && { vector }),
    })
    const hits = rankPassages(candidates, { weights: deps.engine.weights, limit: MOST_PASSAGES })
    for (const { candidate, rel } of hits.filter((hit) => hit.rel >= LEAST_REL)) {
      const score = (found.get(candidate.id)?.score ?? 0) + (at === 0 ? rel : BEFORE * rel)
      found.set(candidate.id, { passage: candidate.document, score })
    }
  }
  const inOrder = affordable(best([...found.values()])).sort(
    (a, b) => (places.get(a.type) ?? 0) - (places.get(b.type) ?? 0) || placeOf(a).at - placeOf(b).at,
  )
  return toExcerpts(inOrder, documents)
}

/** None when they cannot be had in time. */
async function vectorsOf(
  { engine: { embeddings }, timers }: SearchDeps,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const stop = new AbortController()
  const leave = () => stop.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const relax = timers.after(QUESTION_MS, leave)
  try {
    return await embeddings.embed(texts, stop.signal)
  } catch {
    // The adapter has logged why. A turn does not fail for it.
    signal.throwIfAborted()
    return []
  } finally {
    relax()
    signal.removeEventListener('abort', leave)
  }
}

type Found = { readonly passage: IndexedDocument; readonly score: number }

/** Equal scores go by id, so that the order is the same in every run. */
const best = (found: readonly Found[]): IndexedDocument[] =>
  [...found]
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
    .map(({ passage }) => passage)

/** A passage too long for what is left is passed over; the next may fit. */
function affordable(found: readonly IndexedDocument[]): IndexedDocument[] {
  let left = FOUND_TOKENS
  return found.filter(({ text }) => {
    const tokens = estimateTokens(text)
    if (tokens > left) return false
    left -= tokens
    return true
  })
}

export function estimateTokens(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0
  return unspaced + Math.ceil((text.length - unspaced) / CHARACTERS_PER_TOKEN)
}

function toExcerpts(found: readonly IndexedDocument[], documents: readonly ReadyDocument[]): Excerpt[] {
  const names = new Map(documents.map(({ id, filename }) => [id, filename]))
  return found.map((passage, index) => {
    const { at, firstPage, lastPage } = placeOf(passage)
    const last = found[index - 1]
    const follows = last !== undefined && last.type === passage.type && placeOf(last).at === at - 1
    const text = follows ? withoutOverlap(last.text, passage.text) : passage.text
    const document = names.get(passage.type) ?? ''
    return { documentId: passage.type, document, passage: { text, firstPage, lastPage } }
  })
}
