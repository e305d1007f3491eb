import type { MemoryStatus, MemoryType } from '../../contract/memories.js'
import type { Pair } from '../conversations/ports.js'
import type { ConversationRecord } from '../conversations/record.js'
import type { CoreFactRecord, MemoryEventRecord, MemoryRecord } from './record.js'

export type MemoryQuery = {
  readonly pair: Pair
  readonly status: MemoryStatus
  readonly memoryType: MemoryType | null
  readonly limit: number
  readonly offset: number
}

/** The embedding of a memory's content. */
export type MemoryVector = Pick<MemoryRecord, 'id' | 'contentHash'> & { readonly vector: Float32Array }

export type NewMemoryEvent = Omit<MemoryEventRecord, 'id'>

/** What a change writes: the changed memories, their events, and the core facts that follow from them. */
export type MemoryWrite = {
  readonly memories: readonly MemoryRecord[]
  readonly events: readonly NewMemoryEvent[]
  readonly facts: readonly CoreFactRecord[]
  /** Ids of core facts that no longer hold. */
  readonly removedFactIds: readonly string[]
  /** With its extraction cursor moved on. */
  readonly conversation?: ConversationRecord
}

/** The state that a change decides on. */
export type MemoryView = {
  /** By id: the requested memories that belong to the pair. */
  readonly memories: ReadonlyMap<string, MemoryRecord>
  readonly facts: readonly CoreFactRecord[]
  /** Undefined while there is none, and after it was deleted. */
  readonly conversation: ConversationRecord | undefined
}

export interface MemoryRepository {
  find(id: string): Promise<MemoryRecord | undefined>
  /** Newest first, ties by id; `total` counts what the query matches, not the page. */
  list(query: MemoryQuery): Promise<{ memories: MemoryRecord[]; total: number }>
  /** How many memories of the pair have each status. */
  countsByStatus(pair: Pair): Promise<Readonly<Record<MemoryStatus, number>>>
  /** How many memories the character has of each player, by player id, of any status. */
  countsByPlayer(characterId: string): Promise<ReadonlyMap<string, number>>
  /** Sorted by key. */
  coreFacts(pair: Pair): Promise<CoreFactRecord[]>
  /** In the order they were recorded; for one memory or for all of the pair. */
  events(pair: Pair, memoryId?: string): Promise<MemoryEventRecord[]>
  /** The promotions and demotions of a pair, oldest first. */
  layerTransfers(pair: Pair): Promise<MemoryEventRecord[]>
  /**
   * Reads, decides and writes as one atomic change; resolves with what was written. Rejects with `not_found` when the
   * character was deleted, so that nothing is left behind. Nothing is written when `decide` throws.
   */
  change(pair: Pair, ids: readonly string[], decide: (view: MemoryView) => MemoryWrite): Promise<MemoryWrite>
  /**
   * Removes the memory with its events and core facts as one atomic change, and from the disk before it resolves. After
   * a crash the next start finishes it.
   */
  erase(pair: Pair, id: string): Promise<boolean>
  /**
   * Erases everything of the pair; returns how many memories there were. Messages up to now no longer enter prompts or
   * extraction.
   */
  eraseAll(pair: Pair): Promise<number>
  /** The memories that `nextTransition` changes next, earliest first. */
  nextToDecay(limit: number): Promise<MemoryRecord[]>
  /** Vectors by memory id that this model made of exactly these contents. */
  vectors(
    madeBy: string,
    of: readonly Pick<MemoryRecord, 'id' | 'contentHash'>[],
  ): Promise<ReadonlyMap<string, Float32Array>>
  /** Stores one vector per memory, until the memory is erased. Ignores vectors of erased memories and of outdated content. */
  saveVectors(madeBy: string, made: readonly MemoryVector[]): Promise<void>
  /** Calls back on every change of a memory, including rollbacks; returns how to unsubscribe. */
  watch(listener: MemoryWatcher): () => void
}

/** `before` is undefined for a new memory, `after` for an erased one. */
export type MemoryWatcher = (before: MemoryRecord | undefined, after: MemoryRecord | undefined) => void
