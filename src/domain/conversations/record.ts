import type { Static } from 'typebox'
import { ConversationSchema, MessageSchema } from '../../contract/conversations.js'

/** Stored as the wire shows them: both carry no secret and nothing derived. */
export const ConversationRecordSchema = ConversationSchema
export type ConversationRecord = Static<typeof ConversationRecordSchema>

export const MessageRecordSchema = MessageSchema
export type MessageRecord = Static<typeof MessageRecordSchema>
