import type { TurnTrace } from '../../../contract/turn-traces.js'
import type { ConversationRecord } from '../../conversations/record.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'

/** Something that was said before the last messages of the conversation. */
export type RecalledTurn = { readonly id: number; readonly role: 'user' | 'assistant'; readonly text: string }

/** What the score of something recalled is made of. */
export type RecallReason = NonNullable<TurnTrace['memories'][number]['why']>

/** What a character remembers in one turn. */
export type Recalled = {
  /** All of them, by key. */
  readonly facts: readonly CoreFactRecord[]
  /** Those that fit, the best first. */
  readonly memories: readonly MemoryRecord[]
  /** In the order they were said. */
  readonly turns: readonly RecalledTurn[]
  /** Of `memories` and `turns`, by id; undefined: nothing was searched. */
  readonly scores?: ReadonlyMap<string, number>
  /** Why they were found, by id. */
  readonly reasons?: ReadonlyMap<string, RecallReason>
  /** The last message that memories were extracted from: what was told later is in none of them yet. 0: none. */
  readonly extractedUpTo: number
}

export const NOTHING_RECALLED: Recalled = { facts: [], memories: [], turns: [], extractedUpTo: 0 }

export type RecallQuery = {
  readonly pair: { readonly characterId: string; readonly playerId: string }
  /** What the player says now. */
  readonly text: string
  /** What was said right before; it decides what "And when?" is about. */
  readonly before: string | undefined
  /** The messages that the prompt holds anyway: how many, and the id of the oldest; undefined when there is none. */
  readonly shown: { readonly count: number; readonly from: number | undefined }
  /** Words that every question may hold, such as the character's name. */
  readonly ignore: readonly string[]
  /** What was read of the pair already; undefined: it is read. */
  readonly known?: KnownOfPair | undefined
}

/** The state of a pair at one moment, as far as recalling needs it. */
export type KnownOfPair = {
  /** Sorted by key. */
  readonly coreFacts: readonly CoreFactRecord[]
  readonly activeMemories: number
  readonly conversation: Pick<ConversationRecord, 'messageCount' | 'extractedUpTo'> | undefined
}

/** What characters remember while they talk. */
export interface MemoryRecall {
  /** Never rejects: with a poor memory a character still answers. */
  recall(question: RecallQuery, signal: AbortSignal): Promise<Recalled>
  /** Strengthens the memories that a prompt held, and counts it. Never rejects. */
  recordUse(pair: RecallQuery['pair'], recalled: Recalled): Promise<void>
  /** Prepares to remember what was just said, when nobody waits for it. */
  refreshIndex(pair: RecallQuery['pair']): void
  /** Prepares to remember this player, of whom nothing was asked yet. */
  warmIndex(pair: RecallQuery['pair']): void
}
