import type { CONVERSATION_ORDERS } from '../../contract/conversations.js'
import type { SkippedMessage } from '../../contract/staff.js'
import type { CharacterRecord } from '../characters/record.js'
import type { DocumentRecord } from '../documents/record.js'
import type { StoredFile } from '../files/stored-file.js'
import type { CoreFactRecord } from '../memories/record.js'
import type { ConversationRecord, MessageRecord, PromptBlock, TurnPrompt } from './record.js'

/** A character and a player, who have at most one conversation (docs/rest.md, Players and organizations). */
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

/** The next messages to extract memories from. */
export type ExtractionBatch = {
  /** Chronological: first some that were extracted from already, as context, then new ones. */
  readonly messages: readonly MessageRecord[]
  /** The id of the last message that was extracted from, or must not be; 0 when there is none. */
  readonly extractedUpTo: number
  /** Whether no further messages follow. */
  readonly isLast: boolean
}

export type TurnQuery = {
  readonly pair: Pair
  readonly conversationId: string
  /** Of so many of the newest messages, those that may be put into a prompt are read. */
  readonly messageLimit: number
}

/**
 * A record and the number of its version: it differs after every change of the record, also one that was taken back.
 * Numbers hold until the server ends, and only for the same record.
 */
export type Versioned<R> = { readonly record: R; readonly version: number }

/** What a turn needs of the store, as it was at one moment. */
export type TurnSnapshot = {
  /** Undefined when it was deleted. */
  readonly character: Versioned<CharacterRecord> | undefined
  /** Undefined when it was deleted, also when the pair has another one by now. */
  readonly conversation: Versioned<ConversationRecord> | undefined
  /** As by `listRemembered`. */
  readonly messages: readonly MessageRecord[]
  /** Sorted by key. */
  readonly coreFacts: readonly CoreFactRecord[]
  /** How many active memories the pair has. */
  readonly activeMemories: number
  /** Those of the character, oldest first. */
  readonly documents: readonly DocumentRecord[]
}

/** A reply with the memories that its prompt held. */
export type CompletedTurn = {
  readonly conversationId: string
  /** Its time is that of the use. */
  readonly message: NewMessage & { readonly timestamp: string }
  readonly usedMemoryIds: readonly string[]
}

export interface ConversationRepository {
  /**
   * The pair's conversation: the stored one, or `candidate`, which is stored now. Concurrent calls get the same one.
   * Rejects with `not_found` when the character is gone, so that no conversation outlives its character.
   */
  findOrCreate(candidate: ConversationRecord): Promise<ConversationRecord>
  find(pair: Pair): Promise<ConversationRecord | undefined>
  /** Ties are ordered by id. */
  list(query: ConversationQuery): Promise<{ conversations: ConversationRecord[]; total: number }>
  stats(characterId: string): Promise<ConversationStats>
  /**
   * Stores the message with the next id, the prompt for its reply if there is one, and the conversation's new count and
   * last activity, as one atomic change. Undefined when the conversation is gone.
   */
  append(
    conversationId: string,
    message: NewMessage,
    prompt?: PromptBlock,
  ): Promise<MessageRecord | undefined>
  /**
   * Stores the reply as `append` does, and with it, as one atomic change, that its memories were used. Those that are
   * not active, or not of the pair, by now are left out. Undefined when the conversation is gone: nothing is stored.
   */
  completeTurn(turn: CompletedTurn): Promise<MessageRecord | undefined>
  /**
   * Changes the content of a stored message, or removes it (undefined), and updates the conversation's count; does
   * nothing when it is gone. For replies that were interrupted after they were stored.
   */
  updateContent(messageId: number, content: string | undefined): Promise<void>
  /** A message of either side, with the prompt of its turn; text that was erased since is blank in the prompt. */
  findTurn(
    pair: Pair,
    messageId: number,
  ): Promise<{ message: MessageRecord; prompt: TurnPrompt | undefined } | undefined>
  /** The newest prompts of a conversation, oldest first. */
  listPrompts(conversationId: string, limit: number): Promise<TurnPrompt[]>
  /** Chronological; `skip` counts from the newest message backwards. */
  listMessages(page: {
    conversationId: string
    limit: number
    skip: number
  }): Promise<{ messages: MessageRecord[]; total: number }>
  /**
   * The newest messages, chronological, without those from before all memories of the player were deleted: the ones that
   * may be put into prompts and extracted from.
   */
  listRemembered(conversationId: string, limit: number): Promise<MessageRecord[]>
  /** Everything that a turn begins with. */
  readTurn(query: TurnQuery): Promise<TurnSnapshot>
  /** Those of the pair's messages with these ids that may be put into prompts, in the order of the ids. */
  findMessages(pair: Pair, ids: readonly number[]): Promise<MessageRecord[]>
  /** At most `limit` of the oldest messages not extracted from yet, after at most `before` older ones. */
  nextToExtract(conversationId: string, size: { before: number; limit: number }): Promise<ExtractionBatch>
  /** The conversations with messages that were not extracted from yet. */
  listUnextracted(): Promise<ConversationRecord[]>
  /** Marks all messages so far as extracted from. */
  markExtracted(conversationId: string): Promise<void>
  /** Records messages that are never extracted from; does nothing when the conversation is gone. */
  recordSkipped(conversationId: string, messages: readonly SkippedMessage[]): Promise<void>
  /** The number of skipped messages, and the conversations that contain them, the latest first. */
  listSkipped(limit: number): Promise<{ conversations: ConversationRecord[]; messages: number }>
  /** The file, if a message refers to it by this name; whoever knows the name may read it. */
  findImage(file: StoredFile): Promise<StoredFile | undefined>
  /**
   * Removes the conversation and all memories of the player as one atomic change, and then its messages, which are
   * unreachable without it. Messages that remain after a crash are removed at the next start.
   */
  remove(pair: Pair): Promise<boolean>
}

type SortableConversation = Pick<
  ConversationRecord,
  'playerId' | 'createdAt' | 'lastActivity' | 'messageCount'
>

/** The values that each order compares; an unknown date sorts as the earliest, an unknown count as 0. */
export const CONVERSATION_SORT_KEYS = {
  last_activity: ({ lastActivity }) => lastActivity ?? '',
  created_at: ({ createdAt }) => createdAt ?? '',
  message_count: ({ messageCount }) => messageCount ?? 0,
  player_id: ({ playerId }) => playerId,
} satisfies Record<ConversationQuery['sortBy'], (record: SortableConversation) => string | number>

/** Most messages in a prompt, the newest ones; older messages are searched instead. */
export const HISTORY_MESSAGES = 40
