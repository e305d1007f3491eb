import type { ConversationRepository } from '../domain/conversations/ports.js'
import type { ConversationRecord } from '../domain/conversations/record.js'
import type { Database } from './database.js'
import { ALL, type Tables } from './tables.js'

type ExtractionCursorDeps = {
  readonly database: Database
  readonly tables: Pick<Tables, 'conversations' | 'messages'>
}

/** More of a conversation are never read again as context of others; only the newest need to be known. */
const MOST_SKIPPED = 200

/** How far memories were extracted from conversations. */
export function createExtractionCursor({
  database,
  tables: { conversations, messages },
}: ExtractionCursorDeps): Pick<
  ConversationRepository,
  'nextToExtract' | 'listUnextracted' | 'markExtracted' | 'recordSkipped' | 'listSkipped'
> {
  return {
    async nextToExtract(conversationId, { before, limit }) {
      const conversation = conversations.get(conversationId)
      const after = extractionCursorOf(conversation)
      const read = messages.byConversation.countUpTo(conversationId, after)
      const barred = messages.byConversation.countUpTo(conversationId, conversation?.forgottenUpTo ?? 0)
      const start = Math.max(barred, read - before)
      return {
        messages: messages.byConversation.slice(conversationId, start, read + limit),
        extractedUpTo: after,
        isLast: messages.byConversation.count(conversationId) <= read + limit,
      }
    },
    async listUnextracted() {
      return [...conversations.records.values()].filter((conversation) => {
        const [newest] = messages.byConversation.slice(conversation.id, -1)
        return newest !== undefined && newest.id > extractionCursorOf(conversation)
      })
    },
    markExtracted: (conversationId) =>
      database.decide(() => {
        const conversation = conversations.get(conversationId)
        const [newest] = messages.byConversation.slice(conversationId, -1)
        if (conversation === undefined || newest === undefined) return { result: undefined }
        const marked = { ...conversation, extractedUpTo: newest.id }
        return { changes: [conversations.put(marked)], result: undefined }
      }),
    recordSkipped: (conversationId, skipped) =>
      database.decide(() => {
        const conversation = conversations.get(conversationId)
        if (conversation === undefined) return { result: undefined }
        const skippedMessages = [...(conversation.skippedMessages ?? []), ...skipped].slice(-MOST_SKIPPED)
        return { changes: [conversations.put({ ...conversation, skippedMessages })], result: undefined }
      }),
    async listSkipped(limit) {
      const all = conversations.bySkipped.slice(ALL)
      return {
        conversations: all.slice(-limit).reverse(),
        messages: all.reduce((sum, { skippedMessages = [] }) => sum + skippedMessages.length, 0),
      }
    },
  }
}

const extractionCursorOf = (conversation: ConversationRecord | undefined): number =>
  Math.max(conversation?.extractedUpTo ?? 0, conversation?.forgottenUpTo ?? 0)
