import { type SearchMemories, SearchMemoriesSchema } from '../../contract/memory-views.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import type { RankedFacts } from '../retrieval/factors.js'
import { rankMemories } from '../retrieval/rank.js'
import { retrievability } from './layers.js'
import { type Asking, type MemoryDeps, reachMemories } from './reach.js'
import type { MemoryRecord } from './record.js'
import type { MemoryIndexes } from './search-index.js'

type SearchDeps = MemoryDeps<'find'> & {
  readonly memoryIndexes: Pick<MemoryIndexes, 'use'>
  readonly clock: Pick<Clock, 'now'>
}
type Asked = { readonly pair: Pair; readonly input: SearchMemories }
type Found = {
  readonly results: { readonly memoryId: string; readonly similarity: number; readonly content: string }[]
  readonly query: string
  readonly total: number
}

/**
 * The active memories of a player that fit a question, the most similar first. A read: it strengthens nothing and is
 * counted nowhere.
 */
export async function searchMemories(
  deps: SearchDeps,
  caller: Asking,
  { pair, input }: Asked,
): Promise<Found> {
  await reachMemories(deps, caller, pair)
  const { query, limit } = withDefaults(SearchMemoriesSchema, input, ['limit'])
  const now = deps.clock.now()
  const results = await deps.memoryIndexes.use(pair, async ({ index, engine, embed }) => {
    if (index.size() === 0) return []
    const vector = await embed(query)
    const candidates = await index.search({ text: query, ...(vector !== undefined && { vector }) })
    const found = await Promise.all(candidates.map(({ id }) => deps.memories.find(id)))
    const records = new Map(
      found.flatMap((record) => (record?.status === 'active' ? [[record.id, record] as const] : [])),
    )
    const hits = rankMemories(
      candidates.filter(({ id }) => records.has(id)),
      {
        weights: engine.weights,
        limit,
        hints: { subjects: [], entities: [], time: undefined },
        factsOf: ({ id }) => factsOf(records.get(id), now),
      },
    )
    return hits
      .filter(({ rel }) => rel > 0)
      .sort((a, b) => b.rel - a.rel)
      .map(({ candidate, rel }) => ({
        memoryId: candidate.id,
        similarity: Math.min(1, rel),
        content: records.get(candidate.id)?.content ?? '',
      }))
  })
  return { results, query, total: results.length }
}

function factsOf(memory: MemoryRecord | undefined, now: Date): RankedFacts | undefined {
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
