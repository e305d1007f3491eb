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

/** The vector of the content of a memory. */
export type MemoryVector = Pick<MemoryRecord, 'id' | 'contentHash'> & { readonly vector: Float32Array }

export type NewMemoryEvent = Omit<MemoryEventRecord, 'id'>

/** What a change writes: the memories as they become, each with what is recorded of it, and the core facts that follow. */
export type MemoryWrite = {
  readonly memories: readonly MemoryRecord[]
  readonly events: readonly NewMemoryEvent[]
  readonly facts: readonly CoreFactRecord[]
  /** Ids of core facts that no longer hold. */
  readonly removedFactIds: readonly string[]
  /** The conversation as extraction leaves it. */
  readonly conversation?: ConversationRecord
}

/** What a change is decided by. */
export type MemoryView = {
  /** Those asked for that the pair has. */
  readonly memories: ReadonlyMap<string, MemoryRecord>
  readonly facts: readonly CoreFactRecord[]
  /** Undefined while the two have not spoken, and when that was deleted. */
  readonly conversation: ConversationRecord | undefined
}

export interface MemoryRepository {
  find(id: string): Promise<MemoryRecord | undefined>
  /** Newest first, ties by id; `total` counts what the query matches, not the page. */
  list(query: MemoryQuery): Promise<{ memories: MemoryRecord[]; total: number }>
  /** How many memories of the pair have each status. */
  countsByStatus(pair: Pair): Promise<Readonly<Record<MemoryStatus, number>>>
  /** Everyone of whom the character has memories, in whatever status, with how many. */
  countsByPlayer(characterId: string): Promise<ReadonlyMap<string, number>>
  /** By key. */
  coreFacts(pair: Pair): Promise<CoreFactRecord[]>
  /** In the order they were recorded; of one memory, or of all that the pair has. */
  events(pair: Pair, memoryId?: string): Promise<MemoryEventRecord[]>
  /** The promotions and demotions of a pair, oldest first. */
  layerTransfers(pair: Pair): Promise<MemoryEventRecord[]>
  /**
   * Reads, decides and writes as one atomic change; resolves with what was written. Rejects with `not_found` when the
   * character is gone, so that a removed one leaves nothing behind; what `decide` throws leaves everything as it was.
   */
  change(pair: Pair, ids: readonly string[], decide: (view: MemoryView) => MemoryWrite): Promise<MemoryWrite>
  /**
   * Removes the memory with its events and core facts, as one atomic change, and from the disk before it resolves.
   * What a crash interrupts is finished at the next start.
   */
  erase(pair: Pair, id: string): Promise<boolean>
  /**
   * As `erase`, everything of the pair; returns how many memories there were. What was said until now is barred from
   * prompts and extraction (`ConversationStore.remembered`).
   */
  eraseAll(pair: Pair): Promise<number>
  /** The memories whose layer or status changes by time next, the earliest first, `limit` at most (see `nextTransition`). */
  nextToDecay(limit: number): Promise<MemoryRecord[]>
  /** The vectors, by the ids of the memories, that this model made of their contents as they are given here. */
  vectors(
    madeBy: string,
    of: readonly Pick<MemoryRecord, 'id' | 'contentHash'>[],
  ): Promise<ReadonlyMap<string, Float32Array>>
  /** Keeps one vector a memory, for as long as the memory is there; those of memories that are gone or say something else now are left. */
  saveVectors(madeBy: string, made: readonly MemoryVector[]): Promise<void>
  /** Tells of every change of a memory as it happens, also those that undo another; returns how to stop. */
  watch(changed: MemoryWatcher): () => void
}

/** `before` is undefined for a new memory, `after` for one that is removed. */
export type MemoryWatcher = (before: MemoryRecord | undefined, after: MemoryRecord | undefined) => void
