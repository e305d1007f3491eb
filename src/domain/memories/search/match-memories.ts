import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { RankingFeatures } from '../../retrieval/factors.js'
import type { Candidate } from '../../retrieval/ports.js'
import { type Hit, rankMemories, type ScoreWeights } from '../../retrieval/rank.js'
import { retrievability } from '../decay/forgetting-curve.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import type { MemoryIndexes } from './memory-indexes.js'

export type MatchDeps = {
  readonly memories: Pick<MemoryRepository, 'find'>
  readonly memoryIndexes: Pick<MemoryIndexes, 'use'>
  readonly clock: Pick<Clock, 'now'>
}

/** The active memories of a pair that come into question for a query, with what their ranking goes by. */
export type Matches = {
  readonly candidates: readonly Candidate[]
  readonly records: ReadonlyMap<string, MemoryRecord>
  readonly weights: ScoreWeights
  /** The id of the embeddings. */
  readonly embeddings: string
  readonly now: Date
}

export function matchMemories(
  { memories, memoryIndexes, clock }: MatchDeps,
  pair: Pair,
  query: string,
): Promise<Matches> {
  return memoryIndexes.use(pair, async ({ index, engine, embed }) => {
    const known = { weights: engine.weights, embeddings: engine.embeddings.id, now: clock.now() }
    if (index.size() === 0) return { ...known, candidates: [], records: new Map() }
    const vector = await embed(query)
    const found = await index.search({
      text: query,
      ...(vector !== undefined && { vector }),
      only: ({ kind }) => kind === 'memory',
    })
    const stored = await Promise.all(found.map(({ id }) => memories.find(id)))
    const records = new Map(
      stored.flatMap((record) => (record?.status === 'active' ? [[record.id, record] as const] : [])),
    )
    return { ...known, candidates: found.filter(({ id }) => records.has(id)), records }
  })
}

/** What a search chooses of them, in the order of the choice; with more to choose, the first stay the same. */
export const rankMatches = ({ candidates, records, weights, now }: Matches, limit: number): Hit[] =>
  rankMemories(candidates, {
    weights,
    limit,
    hints: { subjects: [], entities: [], time: undefined },
    featuresOf: ({ id }) => featuresOf(records.get(id), now),
  })

export function featuresOf(memory: MemoryRecord | undefined, now: Date): RankingFeatures | undefined {
  if (memory === undefined) return undefined
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
