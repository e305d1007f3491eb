import type { MessageRecord } from '../../conversations/record.js'

export type ConversationTurn = Pick<MessageRecord, 'id' | 'role' | 'content' | 'timestamp'> &
  Partial<Pick<MessageRecord, 'imageDescription'>>

export type ExtractionContext = {
  readonly conversationId: string
  readonly characterName: string
  /** What the server put into the prompts: memories, core facts, passages. A player who repeats it tells nothing new. */
  readonly promptBlocks?: readonly string[]
  /** More of that, asked for only of turns that seem to tell something. */
  readonly promptBlocksOf?: (turn: ConversationTurn) => Promise<readonly string[]>
  /** Whom the player named before: relatives, friends and pets among the stored memories. */
  readonly people?: readonly { readonly name: string; readonly relation: string }[]
  /** Id of the last turn that was read before: older ones say who is meant, nothing is taken from them. */
  readonly after?: number
  /** Awaited between small steps, so that others get their turn. */
  readonly yieldToEventLoop?: () => Promise<void>
  /** Told the index of each turn before it is read. */
  readonly onTurn?: (index: number) => void
  /** Runs what looks at the words of the turns in this process; notes before it that they are being read. */
  readonly trackRead?: <T>(work: () => Promise<T>) => Promise<T>
}

/** More of one message is not read: what is longer is pasted. */
export const MAX_MESSAGE_CHARACTERS = 4000
