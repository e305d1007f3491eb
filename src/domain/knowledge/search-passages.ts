import type { Timers } from '../clock.js'
import { estimateTokens } from '../estimate-tokens.js'
import type { SearchEngine } from '../retrieval/engine.js'
import type { IndexedDocument, SearchIndex } from '../retrieval/ports.js'
import { rankPassages } from '../retrieval/rank.js'
import { passagePosition, type ReadyDocument } from './passage-index.js'
import type { Excerpt, KnowledgeQuery } from './ports.js'
import { withoutOverlap } from './split-passages.js'

type PassageSearchDeps = { readonly engine: SearchEngine; readonly timers: Pick<Timers, 'after'> }
type PassageSearch = {
  readonly documents: readonly ReadyDocument[]
  readonly question: KnowledgeQuery
  readonly signal: AbortSignal
}

/** How much of a bank that is too large to be given whole a turn is given. */
export const EXCERPT_TOKENS = 3000
/** Passages on which the budget is spent, the best first. */
const MAX_PASSAGES = 24
/** What no word of the question is in stays below it: without a model the vectors count .05 at most. */
const MIN_RELEVANCE = 0.05
/** What was said before counts half. */
const PREVIOUS_TEXT_WEIGHT = 0.5
/** Longest wait for the vector of a question; without one, words must do. */
const QUERY_EMBEDDING_TIMEOUT_MS = 2000

/** The best passages for a question, as many as the budget allows, in the order in which they stand. */
export async function searchPassages(
  deps: PassageSearchDeps,
  index: SearchIndex,
  { documents, question, signal }: PassageSearch,
): Promise<Excerpt[]> {
  const { text, previousText: before, ignoredWords: ignore } = question
  const texts = before === undefined ? [text] : [text, `${before}\n${text}`]
  const vectors = await embedQueries(deps, texts, signal)
  const places = new Map(documents.map((document, at) => [document.id, at]))
  const found = new Map<string, ScoredPassage>()
  for (const [at, asked] of texts.entries()) {
    const vector = vectors[at]
    const candidates = await index.search({
      text: asked,
      ignore,
      only: ({ type }) => places.has(type),
      ...(vector !== undefined && { vector }),
    })
    const hits = rankPassages(candidates, { weights: deps.engine.weights, limit: MAX_PASSAGES })
    for (const { candidate, relevance: rel } of hits.filter((hit) => hit.relevance >= MIN_RELEVANCE)) {
      const score = (found.get(candidate.id)?.score ?? 0) + (at === 0 ? rel : PREVIOUS_TEXT_WEIGHT * rel)
      found.set(candidate.id, { passage: candidate.document, score })
    }
  }
  const inOrder = withinTokenBudget(byDescendingScore([...found.values()])).sort(
    (a, b) =>
      (places.get(a.type) ?? 0) - (places.get(b.type) ?? 0) || passagePosition(a).at - passagePosition(b).at,
  )
  return toExcerpts(inOrder, documents)
}

/** None when they cannot be had in time. */
async function embedQueries(
  { engine: { embeddings }, timers }: PassageSearchDeps,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const stop = new AbortController()
  const leave = () => stop.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const relax = timers.after(QUERY_EMBEDDING_TIMEOUT_MS, leave)
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

type ScoredPassage = { readonly passage: IndexedDocument; readonly score: number }

/** Equal scores go by id, so that the order is the same in every run. */
const byDescendingScore = (found: readonly ScoredPassage[]): IndexedDocument[] =>
  [...found]
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
    .map(({ passage }) => passage)

/** A passage too long for what is left is passed over; the next may fit. */
function withinTokenBudget(found: readonly IndexedDocument[]): IndexedDocument[] {
  let left = EXCERPT_TOKENS
  return found.filter(({ text }) => {
    const tokens = estimateTokens(text)
    if (tokens > left) return false
    left -= tokens
    return true
  })
}

function toExcerpts(found: readonly IndexedDocument[], documents: readonly ReadyDocument[]): Excerpt[] {
  const names = new Map(documents.map(({ id, filename }) => [id, filename]))
  return found.map((passage, index) => {
    const { at, firstPage, lastPage } = passagePosition(passage)
    const last = found[index - 1]
    const follows = last !== undefined && last.type === passage.type && passagePosition(last).at === at - 1
    const text = follows ? withoutOverlap(last.text, passage.text) : passage.text
    const document = names.get(passage.type) ?? ''
    return { documentId: passage.type, document, passage: { text, firstPage, lastPage } }
  })
}
