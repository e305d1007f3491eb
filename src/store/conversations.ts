import { pairKey } from '../domain/conversations/pair-key.js'
import {
  CONVERSATION_SORT_KEYS,
  type ConversationQuery,
  type ConversationRepository,
  type ConversationStats,
  type Pair,
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
    findOrCreate: (candidate) =>
      database.decide(() => {
        const stored = conversations.byPair.get(pairKey(candidate))
        if (stored === undefined && characters.get(candidate.characterId) === undefined)
          throw notFound('Character')
        const changes = stored === undefined ? [conversations.put(candidate)] : []
        return { changes, result: stored ?? candidate }
      }),
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
    append: (conversationId, message, prompt) =>
      database.decide(() => {
        if (conversations.get(conversationId) === undefined) return { result: undefined }
        const record = { id: nextMessageId(), conversationId, ...message }
        const change = messages.put(record)
        const changes =
          prompt === undefined ? [change] : [change, prompts.put(promptRecord(tables, record, prompt))]
        return { changes, result: record }
      }),
    completeTurn: ({ conversationId, message, usedMemoryIds }) =>
      database.decide(() => {
        const pair = conversations.get(conversationId)
        if (pair === undefined) return { result: undefined }
        const record = { id: nextMessageId(), conversationId, ...message }
        const use = { pair, memoryIds: usedMemoryIds, at: message.timestamp, messageId: record.id }
        return { changes: [messages.put(record), ...useChanges(tables, nextEventId, use)], result: record }
      }),
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
    remove: remover({ database, tables, leftovers }),
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

const remover =
  ({ database, tables, leftovers }: Pick<ConversationDeps, 'database' | 'tables' | 'leftovers'>) =>
  async (pair: Pair): Promise<boolean> => {
    const { conversations } = tables
    const id = await database.decide(() => {
      const conversation = conversations.byPair.get(pairKey(pair))
      if (conversation === undefined) return { result: undefined }
      const said = leftovers.removalOf([conversation.id])
      const changes = [...said, conversations.remove([conversation.id]), ...pairRemoval(tables, pair)]
      return { changes, result: conversation.id }
    })
    if (id === undefined) return false
    await leftovers.remove([id])
    return true
  }

const reviser =
  ({ database, tables: { conversations, messages } }: Pick<ConversationDeps, 'database' | 'tables'>) =>
  (messageId: number, content: string | undefined): Promise<void> =>
    database.decide(() => {
      const message = messages.get(messageId)
      const conversation = conversations.get(message?.conversationId ?? '')
      if (message === undefined || conversation === undefined) return { result: undefined }
      // The conversation is written, too: one from before messages were counted by their ids takes this for a new one.
      if (content !== undefined) {
        const changes = [messages.put({ ...message, content }), conversations.put(conversation)]
        return { changes, result: undefined }
      }
      const messageCount = Math.max(0, (conversation.messageCount ?? 0) - 1)
      const changes = [messages.remove([messageId]), conversations.put({ ...conversation, messageCount })]
      return { changes, result: undefined }
    })

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
