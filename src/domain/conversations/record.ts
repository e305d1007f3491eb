import { type Static, Type } from 'typebox'
import { ConversationSchema, MessageSchema } from '../../contract/conversations.js'
import { OneOf, Ref } from '../../contract/shared.js'
import { SkippedMessageSchema } from '../../contract/staff.js'
import { PROMPT_KINDS } from '../../contract/turn-prompts.js'
import { StoredFileSchema } from '../files/stored-file.js'

/** As on the wire, with the positions of forgetting and extraction. */
export const ConversationRecordSchema = Type.Object({
  ...ConversationSchema.properties,
  /** The last message before all memories of the player were deleted; absent if they never were. */
  forgottenUpTo: Type.Optional(Type.Integer()),
  /** The last message that memories were extracted from; absent if there is none. */
  extractedUpTo: Type.Optional(Type.Integer()),
  /** The messages that are never extracted from, oldest first; absent if there are none. */
  skippedMessages: Type.Optional(Type.Array(Ref(SkippedMessageSchema))),
})
export type ConversationRecord = Static<typeof ConversationRecordSchema>

/** A fact, a memory or an old turn in the memory block of a prompt, and its position there. */
const GivenSchema = Type.Object({
  kind: OneOf(PROMPT_KINDS),
  /** The id of the core fact, the memory or the message. */
  id: Type.String(),
  /** The id of the memory that a core fact comes from. */
  source: Type.Optional(Type.String()),
  /** UTF-16 offsets in the block. */
  start: Type.Integer(),
  end: Type.Integer(),
})

/** The memory block of a prompt, exactly as the model received it; empty without memories. */
const PROMPT_FIELDS = { block: Type.String(), given: Type.Array(GivenSchema) }
const PromptBlockSchema = Type.Object(PROMPT_FIELDS)
export type PromptBlock = Static<typeof PromptBlockSchema>

/** Its id is that of the player's message. */
export const PromptRecordSchema = Type.Object({
  id: Type.Integer(),
  conversationId: Type.String(),
  at: Type.String(),
  ...PROMPT_FIELDS,
})
export type PromptRecord = Static<typeof PromptRecordSchema>

/** As on the wire, with the file of its picture. */
export const MessageRecordSchema = Type.Object({
  ...MessageSchema.properties,
  /** The picture that the player sent; absent: the picture is at `imageUrl`, if there is one. */
  imageFile: Type.Optional(StoredFileSchema),
})
export type MessageRecord = Static<typeof MessageRecordSchema>
