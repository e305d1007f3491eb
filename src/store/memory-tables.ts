import type { MemoryStatus } from '../contract/memories.js'
import { pairKey } from '../domain/conversations/pair-key.js'
import type { Pair } from '../domain/conversations/ports.js'
import { nextTransition } from '../domain/memories/decay/forgetting-curve.js'
import type {
  CoreFactRecord,
  MemoryEventRecord,
  MemoryRecord,
  MemoryUseRecord,
} from '../domain/memories/record.js'
import type { Database } from './database.js'
import { createGroupCounts } from './group-counts.js'
import { coreFactKind, memoryEventKind, memoryKind, memoryUseKind, memoryVectorKind } from './kinds.js'
import { createSortedIndex } from './sorted-index.js'
import { createTimeline } from './timeline.js'

export type MemoryTables = ReturnType<typeof memoryTables>

/** Memories with all that belongs to them. */
export function memoryTables(database: Database) {
  const byStatus = createSortedIndex<MemoryRecord>({
    groupOf: (record) => statusKey(pairOf(record), record.status),
    keyOf: ({ createdAt }) => createdAt,
    fields: ['agentId', 'playerId', 'status', 'createdAt'],
  })
  const byCharacter = createSortedIndex<MemoryRecord>({
    groupOf: ({ agentId }) => agentId,
    keyOf: ({ createdAt }) => createdAt,
    fields: ['agentId', 'createdAt'],
  })
  const byPlayer = createGroupCounts<MemoryRecord>({
    groupOf: ({ agentId }) => agentId,
    memberOf: ({ playerId }) => playerId,
    fields: ['agentId', 'playerId'],
  })
  const byTurn = createTimeline((record: MemoryRecord) => nextTransition(record)?.at)
  const usesByPair = createSortedIndex({
    groupOf: (use: MemoryUseRecord) => pairKey(pairOf(use)),
    keyOf: ({ id }) => id,
  })
  const indexes = [byStatus, byCharacter, byPlayer, byTurn]
  return {
    memories: { ...database.table(memoryKind, indexes), byStatus, byCharacter, byPlayer, byTurn },
    memoryVectors: database.table(memoryVectorKind),
    ...eventTables(database),
    memoryUses: { ...database.table(memoryUseKind, [usesByPair]), byPair: usesByPair },
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
