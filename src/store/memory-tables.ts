import type { MemoryStatus } from '../contract/memories.js'
import type { Pair } from '../domain/conversations/ports.js'
import { nextTransition } from '../domain/memories/decay/forgetting-curve.js'
import type { MemoryWatcher } from '../domain/memories/ports.js'
import type { CoreFactRecord, MemoryEventRecord, MemoryRecord } from '../domain/memories/record.js'
import type { Database } from './database.js'
import { createGroupCounts } from './group-counts.js'
import { coreFactKind, memoryEventKind, memoryKind, memoryVectorKind } from './kinds.js'
import { pairKey } from './pair-key.js'
import { createSortedIndex } from './sorted-index.js'
import type { Index } from './table.js'
import { createTimeline } from './timeline.js'

export type MemoryTables = ReturnType<typeof memoryTables>

/** Memories with all that belongs to them. */
export function memoryTables(database: Database) {
  const byStatus = createSortedIndex<MemoryRecord>({
    groupOf: (record) => statusKey(pairOf(record), record.status),
    keyOf: ({ createdAt }) => createdAt,
  })
  const byCharacter = createSortedIndex<MemoryRecord>({
    groupOf: ({ agentId }) => agentId,
    keyOf: ({ createdAt }) => createdAt,
  })
  const byPlayer = createGroupCounts<MemoryRecord>({
    groupOf: ({ agentId }) => agentId,
    memberOf: ({ playerId }) => playerId,
  })
  const byTurn = createTimeline((record: MemoryRecord) => nextTransition(record)?.at)
  const watchers = createWatchers()
  const indexes = [byStatus, byCharacter, byPlayer, byTurn, watchers]
  return {
    memories: { ...database.table(memoryKind, indexes), byStatus, byCharacter, byPlayer, byTurn, watchers },
    memoryVectors: database.table(memoryVectorKind),
    ...eventTables(database),
  }
}

function eventTables(database: Database) {
  const keyOf = ({ id }: MemoryEventRecord) => id
  const byMemory = createSortedIndex({ groupOf: ({ memoryId }: MemoryEventRecord) => memoryId, keyOf })
  const byPair = createSortedIndex({
    groupOf: (event: MemoryEventRecord) => pairKey(pairOf(event)),
    keyOf,
  })
  const transfers = createSortedIndex({
    groupOf: (event: MemoryEventRecord) =>
      event.kind === 'promoted' || event.kind === 'demoted' ? pairKey(pairOf(event)) : undefined,
    keyOf: ({ at }) => at,
  })
  const factsByPair = createSortedIndex({
    groupOf: (fact: CoreFactRecord) => pairKey(pairOf(fact)),
    keyOf: ({ factKey }) => factKey,
  })
  return {
    memoryEvents: {
      ...database.table(memoryEventKind, [byMemory, byPair, transfers]),
      byMemory,
      byPair,
      transfers,
    },
    coreFacts: { ...database.table(coreFactKind, [factsByPair]), byPair: factsByPair },
  }
}

type OfPair = { readonly agentId: string; readonly playerId: string }

export const pairOf = ({ agentId, playerId }: OfPair): Pair => ({ characterId: agentId, playerId })

export const statusKey = (pair: Pair, status: MemoryStatus): string => `${status} ${pairKey(pair)}`

/** Passes every change on, also one that is taken back or that goes back to a checkpoint. */
function createWatchers(): Index<MemoryRecord> & { add(watcher: MemoryWatcher): () => void } {
  const watchers = new Set<MemoryWatcher>()
  return {
    build: () => undefined,
    change: (before, after) => {
      for (const watcher of watchers) watcher(before, after)
    },
    add: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
