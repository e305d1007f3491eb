import { pairKey } from '../domain/conversations/pair-key.js'
import { promotionBy, withUseEvents } from '../domain/memories/decay/memory-use.js'
import type { NewMemoryUse } from '../domain/memories/ports.js'
import type { MemoryEventRecord, MemoryRecord } from '../domain/memories/record.js'
import { type MemoryTables, pairOf } from './memory-tables.js'
import type { Change } from './table.js'

type RecordedUse = NewMemoryUse & { readonly messageId: number | null }

/** The change that records a use: one record whatever it is about, and an event for each memory that it promotes. */
export function useChanges(
  { memories, memoryEvents, memoryUses }: MemoryTables,
  nextEventId: () => number,
  { pair, memoryIds, ...recorded }: RecordedUse,
): Change[] {
  const used = memories
    .getMany([...new Set(memoryIds)])
    .filter((memory) => memory.status === 'active' && pairKey(pairOf(memory)) === pairKey(pair))
  if (used.length === 0) return []
  const { characterId: agentId, playerId } = pair
  const use = { id: nextEventId(), agentId, playerId, memoryIds: used.map(({ id }) => id), ...recorded }
  const promotions = used.map((memory) => promotionBy(use, memory)).filter((event) => event !== undefined)
  return [
    memoryUses.put(use),
    ...promotions.map((event) => memoryEvents.put({ id: nextEventId(), ...event })),
  ]
}

/** All events of a pair, or of one of its memories. */
export function eventsOf(
  { memoryEvents, memoryUses }: MemoryTables,
  key: string,
  memoryId?: string,
): MemoryEventRecord[] {
  const uses = memoryUses.byPair.slice(key)
  if (memoryId === undefined) return withUseEvents(memoryEvents.byPair.slice(key), uses)
  const own = uses.filter(({ memoryIds }) => memoryIds.includes(memoryId))
  return withUseEvents(memoryEvents.byMemory.slice(memoryId), own)
}

/** Takes memories out of the record of every use; one without memories goes. */
export function removalFromUses({ memoryUses }: MemoryTables, gone: readonly MemoryRecord[]): Change[] {
  const ids = new Set(gone.map(({ id }) => id))
  const pairs = new Set(gone.map((memory) => pairKey(pairOf(memory))))
  const changed = [...pairs]
    .flatMap((pair) => memoryUses.byPair.slice(pair))
    .filter(({ memoryIds }) => memoryIds.some((id) => ids.has(id)))
    .map((use) => ({ ...use, memoryIds: use.memoryIds.filter((id) => !ids.has(id)) }))
  const empty = changed.filter(({ memoryIds }) => memoryIds.length === 0).map(({ id }) => id)
  return [
    ...(empty.length === 0 ? [] : [memoryUses.remove(empty.sort((a, b) => b - a))]),
    ...changed.filter(({ memoryIds }) => memoryIds.length > 0).map((use) => memoryUses.put(use)),
  ]
}
