import { type Static, Type } from 'typebox'
import { ConversationSchema, MessageSchema } from '../../contract/conversations.js'

/** As on the wire, and how far it is forgotten and read. */
export const ConversationRecordSchema = Type.Object({
  ...ConversationSchema.properties,
  /** The last message before all memories of the player were deleted; absent while they never were. */
  forgottenUpTo: Type.Optional(Type.Integer()),
  /** The last message that memories were extracted from; absent while none was. */
  extractedUpTo: Type.Optional(Type.Integer()),
})
export type ConversationRecord = Static<typeof ConversationRecordSchema>

/** As on the wire: it carries no secret and nothing derived. */
export const MessageRecordSchema = MessageSchema
export type MessageRecord = Static<typeof MessageRecordSchema>
