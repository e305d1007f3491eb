import type { ConversationQuery } from './ports.js'
import type { ConversationRecord } from './record.js'

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
