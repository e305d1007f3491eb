import type { MemoryLayer, MemoryType } from '../../../contract/memories.js'

/**
 * What a typed memory is about. Only what has the same subject and attribute may supersede it; where the cardinality
 * is `one`, the newest value counts and is a core fact (docs/memory.md, Kinds and slots).
 */
export type MemorySlot = {
  /** `player`, `character`, or the name of someone or something they told of. */
  readonly subject: string
  /** One word in snake_case: `home`, `job`, `likes`. */
  readonly attribute: string
  readonly value: string
  readonly cardinality: 'one' | 'many'
}

export type MemoryEntity = { readonly name: string; readonly entityType: 'person' | 'place' | 'thing' }

/** Between two entities, by their names; `relationshipType` is one word in snake_case: `sister_of`, `lives_in`. */
export type MemoryRelation = {
  readonly from: string
  readonly to: string
  readonly relationshipType: string
}

/** Where a memory comes from: what was said, in which conversation, and when. */
export type MemoryEvidence = {
  /** The player's own words, as they stand in the message. */
  readonly quote: string
  readonly sourceConversationId: string
  /** ISO 8601, UTC. */
  readonly sourceMessageTimestamp: string
  /** The message that holds the quote, and where in it the quote begins and ends (UTF-16 offsets), when known. */
  readonly messageId?: number
  readonly quoteStart?: number
  readonly quoteEnd?: number
  /** ISO 639-1, when known. */
  readonly language?: string
  /** An image that the player sent says it, not their words. */
  readonly origin?: 'text' | 'image'
}

/** A memory that was found in a conversation and is not stored yet. */
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
  /** When it happened or will, ISO 8601 date or time. */
  readonly eventDate?: string
}

/** One change to the memories of a pair; the ids are those of stored memories of the same pair. */
export type MemoryPlanStep =
  | { readonly step: 'add'; readonly candidate: MemoryCandidate }
  /** Said again: the stored text stays, what is new goes into its history; it is strengthened and becomes long-term. */
  | { readonly step: 'restate'; readonly memoryId: string; readonly evidence: MemoryEvidence }
  /** The stored one becomes `superseded`, linked both ways; it can be undone. */
  | {
      readonly step: 'supersede'
      readonly memoryId: string
      readonly candidate: MemoryCandidate
      readonly reason: string
    }
  /** A correction that matches no slot: stored with the type `correction`, and nothing else changes. */
  | { readonly step: 'correct'; readonly candidate: MemoryCandidate }
  /** Stored as `quarantined`: never searched, never in a prompt. */
  | { readonly step: 'quarantine'; readonly candidate: MemoryCandidate; readonly reason: string }

/** Carried out in this order, all or nothing, by `applyMemoryPlan`. */
export type MemoryPlan = readonly MemoryPlanStep[]
