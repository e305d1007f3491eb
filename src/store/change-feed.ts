import type { ConversationListener } from '../domain/conversations/ports.js'
import type { ConversationRecord, MessageRecord } from '../domain/conversations/record.js'
import type { Id } from './kind.js'
import type { Index } from './table.js'

type MessageChangeFeed = {
  readonly conversations: Index<ConversationRecord>
  messagesOf(conversationOf: (id: Id) => ConversationRecord | undefined): Index<MessageRecord>
  add(watcher: ConversationListener): () => void
}

/** Passes on what is said, and when that is gone; also a change that is taken back or goes back to a checkpoint. */
export function createMessageChangeFeed(): MessageChangeFeed {
  const watchers = new Set<ConversationListener>()
  const tell = (pair: ConversationRecord, message: MessageRecord | undefined) => {
    for (const watcher of watchers) watcher(pair, message)
  }
  return {
    conversations: {
      build: () => undefined,
      change: (before, after) => {
        if (before !== undefined && before.forgottenUpTo !== after?.forgottenUpTo) tell(before, undefined)
        else if (before !== undefined && after === undefined) tell(before, undefined)
      },
    },
    messagesOf: (conversationOf) => ({
      build: () => undefined,
      change: (before, after) => {
        const conversation = conversationOf((after ?? before)?.conversationId ?? '')
        if (conversation !== undefined) tell(conversation, before === undefined ? after : undefined)
      },
    }),
    add: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
