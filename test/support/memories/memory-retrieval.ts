import { messageIdOf } from '../../../src/domain/memories/search/memory-source.js'
import { featuresOfItem, hintsOf } from '../../../src/domain/memories/search/recall-hints.js'
import { searchMemories } from '../../../src/domain/memories/search.js'
import { rankMemories } from '../../../src/domain/retrieval/rank.js'
import { PAIR, type ReplayedConversation } from '../sessions/replay-conversation.js'
import type { CorpusConversation } from './memory-corpus.js'
import { createStockOrama } from './stock-orama.js'

/** The turns that the best ten documents for a question come from, one a document, the best first. */
export type Retrieve = (question: string) => Promise<readonly number[]>

const MOST = 10

/** What was said, searched by this engine as for a prompt, but without its budget, and by Orama as it comes. */
export function turnRetrieval(
  { character, player, sessions }: CorpusConversation,
  { memoryCorpora, clock }: Pick<ReplayedConversation, 'memoryCorpora' | 'clock'>,
): Record<'own' | 'stock', Retrieve> {
  const turns = sessions.flat()
  const stock = createStockOrama(turns.map(({ id, content }) => ({ id: String(id), text: content })))
  return {
    stock: async (question) => (await stock(question, MOST)).map(Number),
    own: async (question) => {
      const { rounds, weights } = await memoryCorpora.search(PAIR, {
        text: question,
        ignore: [character],
        only: (id) => messageIdOf(id) !== undefined,
      })
      const hits = rankMemories(rounds[0]?.candidates ?? [], {
        weights,
        limit: MOST,
        hints: hintsOf(question, { names: [player], now: clock.now() }),
        featuresOf: ({ item }) => featuresOfItem(item, clock.now()),
      })
      return hits.map(({ candidate }) => messageIdOf(candidate.id) ?? 0)
    },
  }
}

/** What is remembered, searched as over REST, and by Orama as it comes; `known`: the turns that left a memory. */
export async function memoryRetrieval({ store, clock, memoryCorpora }: ReplayedConversation) {
  const query = { pair: PAIR, status: 'active', memoryType: null, limit: 1000, offset: 0 } as const
  const { memories } = await store.memories.list(query)
  const turns = new Map(memories.map(({ id, messageId }) => [id, messageId ?? 0]))
  const stock = createStockOrama(memories.map(({ id, content }) => ({ id, text: content })))
  const own: Retrieve = async (question) => {
    const asked = { pair: PAIR, input: { query: question, limit: MOST } }
    const { results } = await searchMemories({ ...store, memoryCorpora, clock }, CALLER, asked)
    return results.map(({ memoryId }) => turns.get(memoryId) ?? 0)
  }
  return {
    own,
    stock: async (question: string) => (await stock(question, MOST)).map((id) => turns.get(id) ?? 0),
    known: async () => [...turns.values()],
  }
}

const CALLER = { accountId: 'account-1', playerId: null }

export type QuestionRecall = { readonly category: string; readonly at5: number; readonly at10: number }

/** For each question, which share of its evidence is among the best 5 and 10 documents. */
export async function recallOf(
  { sessions, questions }: CorpusConversation,
  retrieve: Retrieve,
): Promise<QuestionRecall[]> {
  const ids = new Map(sessions.flat().map(({ label, id }) => [label, id]))
  const rows: QuestionRecall[] = []
  for (const { category, evidence, question } of questions) {
    const found = await retrieve(question)
    const shareIn = (best: readonly number[]) =>
      evidence.filter((label) => best.includes(ids.get(label) ?? -1)).length / evidence.length
    rows.push({ category, at5: shareIn(found.slice(0, 5)), at10: shareIn(found) })
  }
  return rows
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const at10 = (rows: readonly QuestionRecall[]): number => mean(rows.map((row) => row.at10))
export const at5 = (rows: readonly QuestionRecall[]): number => mean(rows.map((row) => row.at5))
