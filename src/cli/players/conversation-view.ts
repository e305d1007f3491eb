import type { Conversation } from '../../contract/conversations.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

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
