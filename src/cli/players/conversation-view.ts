import type { Conversation } from '../../contract/conversations.js'
import { printableLine } from '../printable.js'
import { readableTime } from '../readable-time.js'
import { type Column, renderFields } from '../table.js'
import type { Terminal } from '../terminal.js'

/** The player comes last: an id may be as long as 128 characters, and is the only value that is cut. */
export const CONVERSATION_COLUMNS: readonly Column<Conversation>[] = [
  { title: 'MESSAGES', value: ({ messageCount }) => String(messageCount ?? '') },
  { title: 'SINCE', value: ({ createdAt }) => readableTime(createdAt).slice(0, 10) },
  { title: 'LAST ACTIVITY', value: ({ lastActivity }) => readableTime(lastActivity) },
  { title: 'PLAYER', value: ({ playerId }) => playerId, width: 'rest' },
]

export const renderConversation = (terminal: Terminal, conversation: Conversation): string =>
  renderFields(terminal, [
    ['player', printableLine(conversation.playerId)],
    ['conversation', conversation.id],
    ['character', conversation.characterId],
    ['API key', conversation.apiKeyId],
    ['messages', conversation.messageCount === null ? null : String(conversation.messageCount)],
    ['since', readableTime(conversation.createdAt) || null],
    ['last activity', readableTime(conversation.lastActivity) || null],
    ['memories made', readableTime(conversation.lastMemoryExtractionAt) || null],
  ])
