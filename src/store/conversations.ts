import { pairKey } from '../domain/conversations/pair-key.js'
import {
  CONVERSATION_SORT_KEYS,
  type ConversationQuery,
  type ConversationRepository,
  type ConversationStats,
} from '../domain/conversations/ports.js'
import type { ConversationRecord, MessageRecord } from '../domain/conversations/record.js'
import { notFound } from '../domain/errors.js'
import type { Database } from './database.js'
import { createExtractionCursor } from './extraction-cursor.js'
import { pairRemoval } from './memories.js'
import { type MemoryTables, statusKey } from './memory-tables.js'
import { useChanges } from './memory-uses.js'
import type { Orphans } from './orphans.js'
import { createPrompts, promptRecord } from './prompts.js'
import type { Tables } from './tables.js'

type ConversationTables = Pick<Tables, 'conversations' | 'messages' | 'prompts'>
type ConversationDeps = {
  readonly database: Database
  readonly tables: ConversationTables & MemoryTables & Pick<Tables, 'characters' | 'documents'>
  readonly leftovers: Pick<Orphans, 'removalOf' | 'remove'>
  readonly nextMessageId: () => number
  /** Also of uses of memories. */
  readonly nextEventId: () => number
}

export function createConversationRepository({
  database,
  tables,
  leftovers,
  nextMessageId,
  nextEventId,
}: ConversationDeps): ConversationRepository {
  const { characters, conversations, messages, prompts } = tables

  return {
    async findOrCreate(candidate) {
      const stored = conversations.byPair.get(pairKey(candidate))
      if (stored === undefined && characters.get(candidate.characterId) === undefined)
        throw notFound('Character')
      await database.commit(stored === undefined ? [conversations.put(candidate)] : [])
      return stored ?? candidate
    },
    find: async (pair) => conversations.byPair.get(pairKey(pair)),
    async list(query) {
      const all = conversations.byCharacter.slice(query.characterId)
      const matching = sorted(all.filter(matches(query)), query)
      return {
        conversations: matching.slice(query.offset, query.offset + query.limit),
        total: matching.length,
      }
    },
    stats: async (characterId) => stats(conversations.byCharacter.slice(characterId)),
    async append(conversationId, message, prompt) {
      if (conversations.get(conversationId) === undefined) return undefined
      const record = { id: nextMessageId(), conversationId, ...message }
      const change = messages.put(record)
      await database.commit(
        prompt === undefined ? [change] : [change, prompts.put(promptRecord(tables, record, prompt))],
      )
      return record
    },
    async completeTurn({ conversationId, message, usedMemoryIds }) {
      const pair = conversations.get(conversationId)
      if (pair === undefined) return undefined
      const record = { id: nextMessageId(), conversationId, ...message }
      const use = { pair, memoryIds: usedMemoryIds, at: message.timestamp, messageId: record.id }
      await database.commit([messages.put(record), ...useChanges(tables, nextEventId, use)])
      return record
    },
    readTurn: turnReader(tables),
    updateContent: reviser({ database, tables }),
    async listMessages({ conversationId, limit, skip }) {
      const total = messages.byConversation.count(conversationId)
      const end = Math.max(0, total - skip)
      const page = messages.byConversation.slice(conversationId, Math.max(0, end - limit), end)
      return { messages: page, total }
    },
    ...rememberedMessages(tables),
    ...createExtractionCursor({ database, tables }),
    ...createPrompts(tables),
    findImage: async (file) => messages.shown.get(file),
    async remove(pair) {
      const conversation = conversations.byPair.get(pairKey(pair))
      if (conversation === undefined) return false
      const said = leftovers.removalOf([conversation.id])
      await database.commit([...said, conversations.remove([conversation.id]), ...pairRemoval(tables, pair)])
      await leftovers.remove([conversation.id])
      return true
    },
  }
}

const turnReader =
  (tables: ConversationDeps['tables']): ConversationRepository['readTurn'] =>
  async ({ pair, conversationId, messageLimit }) => {
    const { characters, conversations, coreFacts, documents, memories } = tables
    const [character, stored] = [characters.get(pair.characterId), conversations.get(conversationId)]
    const conversation = stored && pairKey(stored) === pairKey(pair) ? stored : undefined
    return {
      character: character && { record: character, version: characters.versionOf(character.id) ?? 0 },
      conversation: conversation && {
        record: conversation,
        version: conversations.versionOf(conversationId) ?? 0,
      },
      messages: remembered(tables, conversation, messageLimit),
      coreFacts: coreFacts.byPair.slice(pairKey(pair)),
      activeMemories: memories.byStatus.count(statusKey(pair, 'active')),
      documents: documents.byCharacter.slice(pair.characterId),
    }
  }

function remembered(
  { messages }: Pick<ConversationTables, 'messages'>,
  conversation: ConversationRecord | undefined,
  limit: number,
): MessageRecord[] {
  if (conversation === undefined) return []
  const newest = messages.byConversation.slice(conversation.id, -limit)
  return newest.filter(({ id }) => id > (conversation.forgottenUpTo ?? 0))
}

/** Messages from before all memories of the player were deleted are in none of them. */
const rememberedMessages = (
  tables: Pick<ConversationTables, 'conversations' | 'messages'>,
): Pick<ConversationRepository, 'listRemembered' | 'findMessages'> => ({
  listRemembered: async (conversationId, limit) =>
    remembered(tables, tables.conversations.get(conversationId), limit),
  async findMessages(pair, ids) {
    const conversation = tables.conversations.byPair.get(pairKey(pair))
    if (conversation === undefined) return []
    const { id, forgottenUpTo = 0 } = conversation
    return tables.messages
      .getMany(ids)
      .filter((message) => message.conversationId === id && message.id > forgottenUpTo)
  },
})

const reviser =
  ({ database, tables: { conversations, messages } }: Pick<ConversationDeps, 'database' | 'tables'>) =>
  async (messageId: number, content: string | undefined): Promise<void> => {
    const message = messages.get(messageId)
    const conversation = conversations.get(message?.conversationId ?? '')
    if (message === undefined || conversation === undefined) return
    // The conversation is written, too: one from before messages were counted by their ids takes this for a new one.
    if (content !== undefined)
      return await database.commit([messages.put({ ...message, content }), conversations.put(conversation)])
    const messageCount = Math.max(0, (conversation.messageCount ?? 0) - 1)
    await database.commit([
      messages.remove([messageId]),
      conversations.put({ ...conversation, messageCount }),
    ])
  }

function matches({ playerSearch, minMessages }: ConversationQuery): (record: ConversationRecord) => boolean {
  const wanted = playerSearch?.toLowerCase() ?? ''
  return ({ playerId, messageCount }) =>
    (messageCount ?? 0) >= minMessages && playerId.toLowerCase().includes(wanted)
}

/** Sorts its own copy; ties by id, ascending either way. */
function sorted(
  records: ConversationRecord[],
  { sortBy, sortOrder }: ConversationQuery,
): ConversationRecord[] {
  const keyOf = CONVERSATION_SORT_KEYS[sortBy]
  const direction = sortOrder === 'asc' ? 1 : -1
  return records.sort((a, b) => {
    const first = keyOf(a)
    const second = keyOf(b)
    if (first !== second) return first < second ? -direction : direction
    return a.id < b.id ? -1 : 1
  })
}

function stats(records: readonly ConversationRecord[]): ConversationStats {
  return {
    totalConversations: records.length,
    totalMessages: records.reduce((sum, { messageCount }) => sum + (messageCount ?? 0), 0),
    firstActivity: records.reduce<string | null>((first, { createdAt }) => earlier(first, createdAt), null),
    lastActivity: records.at(-1)?.lastActivity ?? null,
  }
}

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a
