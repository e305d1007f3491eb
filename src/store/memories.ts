import { MEMORY_STATUSES, type MemoryStatus } from '../contract/memories.js'
import { pairKey } from '../domain/conversations/pair-key.js'
import type { Pair } from '../domain/conversations/ports.js'
import type { MemoryQuery, MemoryRepository } from '../domain/memories/ports.js'
import type { MemoryRecord } from '../domain/memories/record.js'
import type { Database } from './database.js'
import type { Erasure } from './erasure.js'
import { type MemoryTables, pairOf, statusKey } from './memory-tables.js'
import { eventsOf, removalFromUses, useChanges } from './memory-uses.js'
import { vectorOf, vectorRecord } from './memory-vectors.js'
import { blanking, promptRemoval } from './prompts.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type MemoryDeps = {
  readonly database: Database
  readonly tables: MemoryTables & Pick<Tables, 'characters' | 'conversations' | 'messages' | 'prompts'>
  readonly erasure: Pick<Erasure, 'decide'>
  readonly nextEventId: () => number
}

export function createMemoryRepository({
  database,
  tables,
  erasure,
  nextEventId,
}: MemoryDeps): MemoryRepository {
  const { memories, memoryEvents, coreFacts } = tables
  const found = (pair: Pair, id: string): MemoryRecord | undefined => {
    const memory = memories.get(id)
    return memory !== undefined && pairKey(pairOf(memory)) === pairKey(pair) ? memory : undefined
  }
  const factsOf = (pair: Pair) => coreFacts.byPair.slice(pairKey(pair))

  return {
    find: async (id) => memories.get(id),
    findMany: async (ids) => memories.getMany(ids),
    list: async (query) => page(tables, query),
    countsByStatus: async (pair) => countEach((status) => memories.byStatus.count(statusKey(pair, status))),
    countsByPlayer: async (characterId) => memories.byPlayer.counts(characterId),
    coreFacts: async (pair) => factsOf(pair),
    events: async (pair, memoryId) => {
      if (memoryId !== undefined && found(pair, memoryId) === undefined) return []
      return eventsOf(tables, pairKey(pair), memoryId)
    },
    layerTransfers: async (pair) => memoryEvents.transfers.slice(pairKey(pair)),
    recordUse: (use) =>
      database.decide(() => {
        const changes = useChanges(tables, nextEventId, { ...use, messageId: null })
        return { changes, result: undefined }
      }),
    erase: (pair, id) =>
      erasure.decide(() => {
        const memory = found(pair, id)
        if (memory === undefined) return { result: false }
        const changes = [...removalOf(tables, [memory]), ...blanking(tables, pair, new Set([id]))]
        return { changes, result: true }
      }),
    eraseAll: (pair) =>
      erasure.decide(() => {
        const all = allOf(tables, pair)
        const said = [...promptRemoval(tables, pair), ...forget(tables, pair)]
        return { changes: [...removalOf(tables, all), ...said], result: all.length }
      }),
    nextToDecay: async (limit) => memories.byTurn.slice(0, limit),
    ...vectorStore({ database, tables }),
  }
}

const vectorStore = ({
  database,
  tables: { memories, memoryVectors },
}: Pick<MemoryDeps, 'database' | 'tables'>): Pick<MemoryRepository, 'vectors' | 'saveVectors'> => ({
  async vectors(madeBy, of) {
    const found = of.flatMap(({ id, contentHash }) => {
      const stored = memoryVectors.get(id)
      const isOf = stored?.madeBy === madeBy && stored.contentHash === contentHash
      return isOf ? [[id, vectorOf(stored)] as const] : []
    })
    return new Map(found)
  },
  saveVectors: (madeBy, made) =>
    database.decide(() => {
      const wanted = made.filter(({ id, contentHash }) => memories.get(id)?.contentHash === contentHash)
      if (wanted.length === 0) return { result: undefined }
      const changes = wanted.map((each) => memoryVectors.put(vectorRecord(each, madeBy)))
      return { changes, result: undefined }
    }),
})

function page({ memories }: MemoryTables, { pair, status, memoryType, limit, offset }: MemoryQuery) {
  const group = statusKey(pair, status)
  if (memoryType === null) {
    const total = memories.byStatus.count(group)
    const end = Math.max(0, total - offset)
    return { memories: memories.byStatus.slice(group, Math.max(0, end - limit), end).reverse(), total }
  }
  const matching = memories.byStatus
    .slice(group)
    .filter((memory) => memory.memoryType === memoryType)
    .reverse()
  return { memories: matching.slice(offset, offset + limit), total: matching.length }
}

const countEach = (count: (status: MemoryStatus) => number) =>
  // Each status once: the entries are those of the type.
  Object.fromEntries(MEMORY_STATUSES.map((status) => [status, count(status)])) as Record<MemoryStatus, number>

const allOf = ({ memories }: MemoryTables, pair: Pair): MemoryRecord[] =>
  MEMORY_STATUSES.flatMap((status) => memories.byStatus.slice(statusKey(pair, status)))

/** The memories with all that was recorded of them and follows from them; newest first, which is the cheapest. */
export function removalOf(tables: MemoryTables, gone: readonly MemoryRecord[]): Change[] {
  const { memories, memoryEvents, coreFacts, memoryVectors } = tables
  if (gone.length === 0) return []
  const ids = gone.map(({ id }) => id)
  const sources = new Set(ids)
  const pairs = new Set(gone.map((memory) => pairKey(pairOf(memory))))
  const facts = [...pairs].flatMap((pair) => coreFacts.byPair.slice(pair))
  const vectors = ids.filter((id) => memoryVectors.get(id) !== undefined)
  const events = ids.flatMap((id) => memoryEvents.byMemory.slice(id))
  return [
    memories.remove([...ids].reverse()),
    ...(vectors.length > 0 ? [memoryVectors.remove(vectors)] : []),
    ...removalFromUses(tables, gone),
    memoryEvents.remove(events.map(({ id }) => id).sort((a, b) => b - a)),
    coreFacts.remove(facts.filter(({ sourceMemoryId }) => sources.has(sourceMemoryId)).map(({ id }) => id)),
  ]
}

/** Everything of a pair: for when its conversation goes. */
export const pairRemoval = (tables: MemoryTables, pair: Pair): Change[] =>
  removalOf(tables, allOf(tables, pair))

/** Everything of all players of a character, also of those who never spoke. */
export const memoriesOfCharacterRemoval = (tables: MemoryTables, characterId: string): Change[] =>
  removalOf(tables, tables.memories.byCharacter.slice(characterId))

function forget({ conversations, messages }: MemoryDeps['tables'], pair: Pair): Change[] {
  const conversation = conversations.byPair.get(pairKey(pair))
  if (conversation === undefined) return []
  const [newest] = messages.byConversation.slice(conversation.id, -1)
  // What was skipped is barred from memory with all the rest.
  const { skippedMessages: _, ...rest } = conversation
  return newest === undefined ? [] : [conversations.put({ ...rest, forgottenUpTo: newest.id })]
}
