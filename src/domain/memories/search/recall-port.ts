import type { CoreFactRecord, MemoryRecord } from '../record.js'

/** Something that was said before the last messages of the conversation. */
export type OldTurn = { readonly id: number; readonly role: 'user' | 'assistant'; readonly text: string }

/** What a character remembers in one turn. */
export type Recalled = {
  /** All of them, by key. */
  readonly facts: readonly CoreFactRecord[]
  /** Those that fit, the best first. */
  readonly memories: readonly MemoryRecord[]
  /** In the order they were said. */
  readonly turns: readonly OldTurn[]
  /** The last message that memories were extracted from: what was told later is in none of them yet. 0: none. */
  readonly readUpTo: number
}

export const NOTHING_RECALLED: Recalled = { facts: [], memories: [], turns: [], readUpTo: 0 }

export type RecallQuestion = {
  readonly pair: { readonly characterId: string; readonly playerId: string }
  /** What the player says now. */
  readonly text: string
  /** What was said right before; it decides what "And when?" is about. */
  readonly before: string | undefined
  /** The messages that the prompt holds anyway: how many, and the id of the oldest; undefined when there is none. */
  readonly shown: { readonly count: number; readonly from: number | undefined }
  /** Words that every question may hold, such as the character's name. */
  readonly ignore: readonly string[]
}

/** What characters remember while they talk. */
export interface MemoryRecall {
  /** Never rejects: with a poor memory a character still answers. */
  recall(question: RecallQuestion, signal: AbortSignal): Promise<Recalled>
  /** Strengthens the memories that a prompt held, and counts it. Never rejects. */
  use(pair: RecallQuestion['pair'], recalled: Recalled): Promise<void>
  /** Prepares to remember what was just said, when nobody waits for it. */
  follow(pair: RecallQuestion['pair']): void
  /** Keeps what is needed to remember this player in memory until the call it returns is made. */
  hold(pair: RecallQuestion['pair']): () => void
}
