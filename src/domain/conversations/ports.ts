import type { CONVERSATION_ORDERS } from '../../contract/conversations.js'
import type { SkippedMessage } from '../../contract/staff.js'
import type { StoredFile } from '../files/stored-file.js'
import type { ConversationRecord, MessageRecord, PromptBlock, PromptRecord } from './record.js'

/** The pair that has exactly one conversation (docs/rest.md, Players and organizations). */
export type Pair = { readonly characterId: string; readonly playerId: string }

export type ConversationQuery = {
  readonly characterId: string
  readonly sortBy: (typeof CONVERSATION_ORDERS)[number]
  readonly sortOrder: 'asc' | 'desc'
  readonly playerSearch: string | null
  readonly minMessages: number
  readonly limit: number
  readonly offset: number
}

export type ConversationStats = {
  readonly totalConversations: number
  readonly totalMessages: number
  readonly firstActivity: string | null
  readonly lastActivity: string | null
}

export type NewMessage = Omit<MessageRecord, 'id' | 'conversationId'>

/** What memories are extracted from next. */
export type ExtractionBatch = {
  /** Chronological: first some that were read before, for what they speak of, then those that were not. */
  readonly messages: readonly MessageRecord[]
  /** The last that was read before, or that nothing may be remembered of; 0 when there is none. */
  readonly extractedUpTo: number
  /** Whether there is nothing beyond these. */
  readonly isLast: boolean
}

export interface ConversationRepository {
  /**
   * The pair's conversation: the stored one, else `candidate`, stored now. Two calls at once get the same one.
   * Rejects with `not_found` when the character is gone, so that a removed one leaves nothing behind.
   */
  findOrCreate(candidate: ConversationRecord): Promise<ConversationRecord>
  find(pair: Pair): Promise<ConversationRecord | undefined>
  /** Ties are broken by id. */
  list(query: ConversationQuery): Promise<{ conversations: ConversationRecord[]; total: number }>
  stats(characterId: string): Promise<ConversationStats>
  /**
   * Stores the message with the next id, and the conversation's new count and last activity, as one atomic change.
   * Undefined when the conversation is gone. With the prompt that is made for it, when it is answered.
   */
  append(
    conversationId: string,
    message: NewMessage,
    prompt?: PromptBlock,
  ): Promise<MessageRecord | undefined>
  /**
   * Changes what a stored message says, or removes it (undefined), with the conversation's count; nothing happens when
   * it is gone. For replies whose sound was broken off after they were stored.
   */
  updateContent(messageId: number, content: string | undefined): Promise<void>
  /** A message of the pair, with the prompt of its turn, whichever side said it; what was erased since is blank in it. */
  findTurn(
    pair: Pair,
    messageId: number,
  ): Promise<{ message: MessageRecord; prompt: PromptRecord | undefined } | undefined>
  /** The newest prompts of a conversation, oldest first. */
  listPrompts(conversationId: string, limit: number): Promise<PromptRecord[]>
  /** Chronological; `skip` counts from the newest message backwards. */
  listMessages(page: {
    conversationId: string
    limit: number
    skip: number
  }): Promise<{ messages: MessageRecord[]; total: number }>
  /**
   * The newest messages, chronological, without those said before all memories of the player were deleted: what a
   * prompt may hold and memories may be extracted from.
   */
  listRemembered(conversationId: string, limit: number): Promise<MessageRecord[]>
  /** The oldest messages that were not extracted from yet, `limit` at most, behind `before` older ones at most. */
  nextToExtract(conversationId: string, size: { before: number; limit: number }): Promise<ExtractionBatch>
  /** The conversations that have such messages. */
  listUnextracted(): Promise<ConversationRecord[]>
  /** Counts everything said so far as extracted from. */
  markExtracted(conversationId: string): Promise<void>
  /** Records messages that memories are never extracted from; nothing happens when the conversation is gone. */
  recordSkipped(conversationId: string, messages: readonly SkippedMessage[]): Promise<void>
  /** How many messages were skipped, and the conversations that have such, the latest first. */
  listSkipped(limit: number): Promise<{ conversations: ConversationRecord[]; messages: number }>
  /** The file, if some message shows it by this name: for whoever knows that. */
  findImage(file: StoredFile): Promise<StoredFile | undefined>
  /**
   * Removes the conversation and all memories of the player as one atomic change. Its messages, which nobody finds
   * without it, are gone when it resolves; what a crash leaves of them is removed at the next start.
   */
  remove(pair: Pair): Promise<boolean>
  /**
   * Tells of every message as it is stored, and, without a message, when what a pair said is gone or may not be
   * remembered any more; returns how to stop.
   */
  subscribe(changed: ConversationListener): () => void
}

export type ConversationListener = (pair: Pair, message: MessageRecord | undefined) => void

type SortableConversation = Pick<
  ConversationRecord,
  'playerId' | 'createdAt' | 'lastActivity' | 'messageCount'
>

/** What each order compares; what is not known counts as the earliest, or as none. */
export const CONVERSATION_SORT_KEYS = {
  last_activity: ({ lastActivity }) => lastActivity ?? '',
  created_at: ({ createdAt }) => createdAt ?? '',
  message_count: ({ messageCount }) => messageCount ?? 0,
  player_id: ({ playerId }) => playerId,
} satisfies Record<ConversationQuery['sortBy'], (record: SortableConversation) => string | number>

/** How many of the newest messages a model is shown at most; what was said before them is searched. */
export const HISTORY_MESSAGES = 40
