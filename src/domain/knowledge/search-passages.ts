import type { Timers } from '../clock.js'
import type { ReadyDocument } from '../documents/record.js'
import { estimateTokens } from '../estimate-tokens.js'
import type { SearchEngine } from '../retrieval/engine.js'
import type { IndexedDocument, SearchIndex } from '../retrieval/ports.js'
import { rankPassages } from '../retrieval/rank.js'
import { passagePosition } from './passage-index.js'
import type { Excerpt, KnowledgeQuery } from './ports.js'
import { withoutOverlap } from './split-passages.js'

type PassageSearchDeps = { readonly engine: SearchEngine; readonly timers: Pick<Timers, 'after'> }
type PassageSearch = {
  readonly documents: readonly ReadyDocument[]
  readonly question: KnowledgeQuery
  readonly signal: AbortSignal
}

/** Token budget of the excerpts in a prompt, when the documents are too long for it. */
export const EXCERPT_TOKENS = 3000
/** Most passages that compete for the budget. */
const MAX_PASSAGES = 24
/** A passage without any word of the question stays below: vectors not made by a model count 0.05 at most. */
const MIN_RELEVANCE = 0.05
/** The score for the previous message counts half. */
const PREVIOUS_TEXT_WEIGHT = 0.5
/** Longest wait for the vector of a question; without one, search is lexical. */
const QUERY_EMBEDDING_TIMEOUT_MS = 2000

/** The best passages for a question within the token budget, in the order of the documents. */
export async function searchPassages(
  deps: PassageSearchDeps,
  index: SearchIndex,
  { documents, question, signal }: PassageSearch,
): Promise<Excerpt[]> {
  const { text, previousText, ignoredWords } = question
  const texts = previousText === undefined ? [text] : [text, `${previousText}\n${text}`]
  const vectors = await embedQueries(deps, texts, signal)
  const order = new Map(documents.map((document, at) => [document.id, at]))
  const found = new Map<string, ScoredPassage>()
  for (const [at, query] of texts.entries()) {
    const vector = vectors[at]
    const candidates = await index.search({
      text: query,
      ignore: ignoredWords,
      only: ({ type }) => order.has(type),
      ...(vector !== undefined && { vector }),
    })
    const hits = rankPassages(candidates, { weights: deps.engine.weights, limit: MAX_PASSAGES })
    for (const { candidate, relevance } of hits.filter((hit) => hit.relevance >= MIN_RELEVANCE)) {
      const weight = at === 0 ? 1 : PREVIOUS_TEXT_WEIGHT
      const score = (found.get(candidate.id)?.score ?? 0) + weight * relevance
      found.set(candidate.id, { passage: candidate.document, score })
    }
  }
  const inOrder = withinTokenBudget(byDescendingScore([...found.values()])).sort(
    (a, b) =>
      (order.get(a.type) ?? 0) - (order.get(b.type) ?? 0) || passagePosition(a).at - passagePosition(b).at,
  )
  return toExcerpts(inOrder, documents)
}

/** Empty when the vectors do not arrive in time. */
async function embedQueries(
  { engine: { embeddings }, timers }: PassageSearchDeps,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const cancelTimeout = timers.after(QUERY_EMBEDDING_TIMEOUT_MS, abort)
  try {
    return await embeddings.embed(texts, controller.signal)
  } catch {
    // The adapter has logged the failure; the turn goes on without vectors.
    signal.throwIfAborted()
    return []
  } finally {
    cancelTimeout()
    signal.removeEventListener('abort', abort)
  }
}

type ScoredPassage = { readonly passage: IndexedDocument; readonly score: number }

/** Ties are ordered by id, so that the order is the same in every run. */
const byDescendingScore = (found: readonly ScoredPassage[]): IndexedDocument[] =>
  [...found]
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
    .map(({ passage }) => passage)

/** Skips a passage that exceeds the remaining budget; a later one may fit. */
function withinTokenBudget(found: readonly IndexedDocument[]): IndexedDocument[] {
  let remaining = EXCERPT_TOKENS
  return found.filter(({ text }) => {
    const tokens = estimateTokens(text)
    if (tokens > remaining) return false
    remaining -= tokens
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
