import type { MemoryLayer, MemoryType } from '../../../contract/memories.js'

/**
 * What a memory is about. Only a memory with the same subject and attribute may supersede it; with cardinality `one`
 * the newest value is a core fact (docs/memory.md, Kinds and slots).
 */
export type MemorySlot = {
  /** `player`, `character`, or the name of someone or something the player spoke about. */
  readonly subject: string
  /** One word in snake_case: `home`, `job`, `likes`. */
  readonly attribute: string
  readonly value: string
  readonly cardinality: 'one' | 'many'
}

export type MemoryEntity = { readonly name: string; readonly entityType: 'person' | 'place' | 'thing' }

/** Between two entities, by name; `relationshipType` is one word in snake_case: `sister_of`, `lives_in`. */
export type MemoryRelation = {
  readonly from: string
  readonly to: string
  readonly relationshipType: string
}

/** The source of a memory. */
export type MemoryEvidence = {
  /** The player's words, copied from the message. */
  readonly quote: string
  readonly sourceConversationId: string
  /** ISO 8601, UTC. */
  readonly sourceMessageTimestamp: string
  /** The message with the quote, and its start and end in it (UTF-16 offsets), when known. */
  readonly messageId?: number
  readonly quoteStart?: number
  readonly quoteEnd?: number
  /** ISO 639-1, when known. */
  readonly language?: string
  /** `image` when it comes from an image that the player sent. */
  readonly origin?: 'text' | 'image'
}

/** A memory found in a conversation and not stored yet. */
export type MemoryCandidate = MemoryEvidence & {
  /** 1 to 2,000 characters. */
  readonly content: string
  readonly memoryType: MemoryType
  /** 0 to 1, both. */
  readonly importance: number
  readonly confidence: number
  /** Default: `ltm` from an importance of 0.8 on, else `stm`. */
  readonly memoryLayer?: MemoryLayer
  readonly slot: MemorySlot | null
  readonly entities: readonly MemoryEntity[]
  readonly relations: readonly MemoryRelation[]
  /** When the event takes place: an ISO 8601 date or time. */
  readonly eventDate?: string
}

/** One change to the memories of a pair; ids refer to stored memories of the same pair. */
export type MemoryPlanStep =
  | { readonly step: 'add'; readonly candidate: MemoryCandidate }
  /** Said again: the text stays, the quote is recorded as an event, and the memory is strengthened and long-term. */
  | { readonly step: 'restate'; readonly memoryId: string; readonly evidence: MemoryEvidence }
  /** The stored memory becomes `superseded`, linked both ways; this can be undone. */
  | {
      readonly step: 'supersede'
      readonly memoryId: string
      readonly candidate: MemoryCandidate
      readonly reason: string
    }
  /** A correction that matches no slot: stored with the type `correction`, and nothing else changes. */
  | { readonly step: 'correct'; readonly candidate: MemoryCandidate }
  /** Stored as `quarantined`: excluded from searches and prompts. */
  | { readonly step: 'quarantine'; readonly candidate: MemoryCandidate; readonly reason: string }

/** Carried out atomically and in this order by `applyMemoryPlan`. */
export type MemoryPlan = readonly MemoryPlanStep[]
