import type { MessageRecord } from '../../conversations/record.js'

export type ConversationTurn = Pick<MessageRecord, 'id' | 'role' | 'content' | 'timestamp'>

export type ExtractionContext = {
  readonly conversationId: string
  readonly characterName: string
  /** What the server put into the prompts: memories, core facts, passages. A player who repeats it tells nothing new. */
  readonly promptBlocks?: readonly string[]
  /** Whom the player named before: relatives, friends and pets among the stored memories. */
  readonly people?: readonly { readonly name: string; readonly relation: string }[]
  /** Id of the last turn that was read before: older ones say who is meant, nothing is taken from them. */
  readonly after?: number
}

/** More of one message is not read: what is longer is pasted. */
export const LONGEST_MESSAGE = 4000
