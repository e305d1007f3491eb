import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Candidate } from '../../retrieval/corpus-source.js'
import type { RankingFeatures } from '../../retrieval/factors.js'
import { type Hit, rankMemories, type ScoreWeights } from '../../retrieval/rank.js'
import { retrievability } from '../decay/forgetting-curve.js'
import type { MemoryRecord } from '../record.js'
import type { MemoryCorpora } from './memory-corpora.js'
import { messageIdOf } from './memory-source.js'

export type MatchDeps = {
  readonly memoryCorpora: Pick<MemoryCorpora, 'search'>
  readonly clock: Pick<Clock, 'now'>
}

/** The active memories of a pair that come into question for a query, with what their ranking goes by. */
export type Matches = {
  readonly candidates: readonly Candidate<MemoryRecord>[]
  readonly weights: ScoreWeights
  /** The id of the embeddings. */
  readonly embeddings: string
  readonly now: Date
}

export async function matchMemories(
  { memoryCorpora, clock }: MatchDeps,
  pair: Pair,
  query: string,
): Promise<Matches> {
  const only = (id: string) => messageIdOf(id) === undefined
  const { rounds, weights, embeddings } = await memoryCorpora.search(pair, { text: query, only })
  const candidates = (rounds[0]?.candidates ?? []).flatMap(({ item, ...match }) =>
    item.kind === 'memory' ? [{ ...match, item: item.memory }] : [],
  )
  return { candidates, weights, embeddings, now: clock.now() }
}

/** What a search chooses of them, in the order of the choice; with more to choose, the first stay the same. */
export const rankMatches = ({ candidates, weights, now }: Matches, limit: number): Hit<MemoryRecord>[] =>
  rankMemories(candidates, {
    weights,
    limit,
    hints: { subjects: [], entities: [], time: undefined },
    featuresOf: ({ item }) => featuresOf(item, now),
  })

export function featuresOf(memory: MemoryRecord, now: Date): RankingFeatures {
  const { slot, entities, eventDate, sourceMessageTimestamp, createdAt } = memory
  return {
    subjects: slot === null ? [] : [slot.subject],
    entities: entities.map(({ name }) => name),
    at: Date.parse(eventDate ?? sourceMessageTimestamp ?? createdAt) || undefined,
    retrievability: retrievability(memory, now),
    importance: memory.importance,
    confidence: memory.confidence,
    accessCount: memory.accessCount,
    layer: memory.memoryLayer,
  }
}
