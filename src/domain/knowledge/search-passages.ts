import type { ReadyDocument } from '../documents/record.js'
import { estimateTokens } from '../estimate-tokens.js'
import type { Corpora } from '../retrieval/corpus.js'
import { mergeRounds, rankPassages } from '../retrieval/rank.js'
import { createTokenBudget } from '../retrieval/token-budget.js'
import { passagePlace } from './passage-file.js'
import type { PassageItem } from './passage-source.js'
import type { Excerpt, KnowledgeQuery } from './ports.js'
import { withoutOverlap } from './split-passages.js'

type PassageSearch = { readonly question: KnowledgeQuery; readonly signal: AbortSignal }

/** Token budget of the excerpts in a prompt, when the documents are too long for it. */
export const EXCERPT_TOKENS = 3000
/** Most passages that compete for the budget. */
const MAX_PASSAGES = 24
/** A passage without any word of the question stays below: vectors not made by a model count 0.05 at most. */
const LEAST_RELEVANCE = 0.05

/** The best passages for a question within the token budget, in the order of the documents. */
export async function searchPassages(
  { corpora }: { readonly corpora: Pick<Corpora<PassageItem>, 'search'> },
  documents: readonly ReadyDocument[],
  { question, signal }: PassageSearch,
): Promise<Excerpt[]> {
  const order = new Map(documents.map((document, at) => [document.id, at]))
  const { rounds, weights } = await corpora.search(question.characterId, {
    text: question.text,
    context: question.previousText,
    ignore: question.ignoredWords,
    only: (id) => order.has(passagePlace(id).documentId),
    leastRelevance: { any: LEAST_RELEVANCE, of: () => LEAST_RELEVANCE },
    signal,
  })
  const ranked = mergeRounds(
    rounds.map(({ candidates }) => rankPassages(candidates, { weights, limit: MAX_PASSAGES })),
  )
  const budget = createTokenBudget(EXCERPT_TOKENS)
  const inOrder = ranked
    .filter(({ text }) => budget.spend(estimateTokens(text)))
    .map(({ item }) => item)
    .sort((a, b) => (order.get(a.documentId) ?? 0) - (order.get(b.documentId) ?? 0) || a.at - b.at)
  return toExcerpts(inOrder, documents)
}

function toExcerpts(found: readonly PassageItem[], documents: readonly ReadyDocument[]): Excerpt[] {
  const names = new Map(documents.map(({ id, filename }) => [id, filename]))
  return found.map(({ documentId, at, passage }, index) => {
    const last = found[index - 1]
    const follows = last?.documentId === documentId && last.at === at - 1
    const text = follows ? withoutOverlap(last.passage.text, passage.text) : passage.text
    const { firstPage, lastPage } = passage
    return { documentId, document: names.get(documentId) ?? '', passage: { text, firstPage, lastPage } }
  })
}
