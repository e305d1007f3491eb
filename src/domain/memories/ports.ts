import type { MemoryStatus, MemoryType } from '../../contract/memories.js'
import type { Pair } from '../conversations/ports.js'
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

/** That memories of a pair were in a prompt. */
export type NewMemoryUse = {
  readonly pair: Pair
  readonly memoryIds: readonly string[]
  readonly at: string
}

export type NewMemoryEvent = Omit<MemoryEventRecord, 'id'>

export interface MemoryRepository {
  find(id: string): Promise<MemoryRecord | undefined>
  /** Those that exist, in the order of the ids. */
  findMany(ids: readonly string[]): Promise<MemoryRecord[]>
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
   * Records that memories were used in a prompt, which changes them by `changeByUse`. Those that are not active, or not of
   * the pair, are left out. With a stored reply: `completeTurn` of the conversations.
   */
  recordUse(use: NewMemoryUse): Promise<void>
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
}
