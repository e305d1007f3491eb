import { type Static, Type } from 'typebox'
import { ConversationSchema, MessageSchema } from '../../contract/conversations.js'
import { OneOf, Ref } from '../../contract/shared.js'
import { SkippedMessageSchema } from '../../contract/staff.js'
import { PROMPT_KINDS } from '../../contract/turn-prompts.js'
import { StoredFileSchema } from '../files/stored-file.js'

/** As on the wire, and how far it is forgotten and read. */
export const ConversationRecordSchema = Type.Object({
  ...ConversationSchema.properties,
  /** The last message before all memories of the player were deleted; absent while they never were. */
  forgottenUpTo: Type.Optional(Type.Integer()),
  /** The last message that memories were extracted from; absent while none was. */
  extractedUpTo: Type.Optional(Type.Integer()),
  /** The messages that memories are never extracted from, oldest first; absent while there are none. */
  skippedMessages: Type.Optional(Type.Array(Ref(SkippedMessageSchema))),
})
export type ConversationRecord = Static<typeof ConversationRecordSchema>

/** What a turn's prompt held of what is remembered: a fact, a memory or an old turn, and where it stands in the block. */
const GivenSchema = Type.Object({
  kind: OneOf(PROMPT_KINDS),
  /** Of the core fact, the memory, or the message. */
  id: Type.String(),
  /** The memory that a core fact comes from. */
  source: Type.Optional(Type.String()),
  /** UTF-16 offsets in the block. */
  start: Type.Integer(),
  end: Type.Integer(),
})

/** The block of a prompt that tells what is remembered, exactly as the model was given it; empty when nothing was. */
const PROMPT_FIELDS = { block: Type.String(), given: Type.Array(GivenSchema) }
const PromptBlockSchema = Type.Object(PROMPT_FIELDS)
export type PromptBlock = Static<typeof PromptBlockSchema>

/** It has the id of the player's message that it was made for. */
export const PromptRecordSchema = Type.Object({
  id: Type.Integer(),
  conversationId: Type.String(),
  at: Type.String(),
  ...PROMPT_FIELDS,
})
export type PromptRecord = Static<typeof PromptRecordSchema>

/** As on the wire, and where its picture is. */
export const MessageRecordSchema = Type.Object({
  ...MessageSchema.properties,
  /** The picture that the player showed; absent: `imageUrl` says where one is. */
  imageFile: Type.Optional(StoredFileSchema),
})
export type MessageRecord = Static<typeof MessageRecordSchema>
