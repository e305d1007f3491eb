import { type Static, Type } from 'typebox'
import { ConversationSchema, MessageSchema } from '../../contract/conversations.js'
import { Ref } from '../../contract/shared.js'
import { SkippedMessageSchema } from '../../contract/staff.js'
import type { PROMPT_KINDS } from '../../contract/turn-prompts.js'
import { type StoredFile, StoredFileSchema } from '../files/stored-file.js'

/** As on the wire, with the positions of counting, forgetting and extraction. */
export const ConversationRecordSchema = Type.Object({
  ...ConversationSchema.properties,
  /** The last message that the count and the last activity account for; absent if the last one is older than this field. */
  countedUpTo: Type.Optional(Type.Integer()),
  /** The last message before all memories of the player were deleted; absent if they never were. */
  forgottenUpTo: Type.Optional(Type.Integer()),
  /** The last message that memories were extracted from; absent if there is none. */
  extractedUpTo: Type.Optional(Type.Integer()),
  /** The messages that are never extracted from, oldest first; absent if there are none. */
  skippedMessages: Type.Optional(Type.Array(Ref(SkippedMessageSchema))),
})
export type ConversationRecord = Static<typeof ConversationRecordSchema>

/** A fact, a memory or an old turn in the memory block of a prompt, and its position there. */
export type Given = {
  readonly kind: (typeof PROMPT_KINDS)[number]
  /** The id of the core fact, the memory or the message. */
  readonly id: string
  /** The id of the memory that a core fact comes from. */
  readonly source?: string
  /** UTF-16 offsets in the block. */
  readonly start: number
  readonly end: number
}

/** The memory block of a prompt, exactly as the model received it; empty without memories. */
export type PromptBlock = { readonly block: string; readonly given: readonly Given[] }

/** The prompt of a turn; its id is that of the player's message. */
export type TurnPrompt = PromptBlock & Pick<PromptRecord, 'id' | 'conversationId' | 'at'>

/** What a line of the block gives: its id, where it begins there unless right below the line before it, and its length. */
const LineSchema = Type.Union([
  Type.Tuple([Type.String(), Type.Integer(), Type.Integer()]),
  Type.Tuple([Type.String(), Type.Integer()]),
])

/** A prompt for every turn is much of what a server writes: what the block gives stands in lists, in its order. */
export const PromptRecordSchema = Type.Object({
  id: Type.Integer(),
  conversationId: Type.String(),
  at: Type.String(),
  /** The number of the text that the block begins with; absent: none of those. */
  opening: Type.Optional(Type.Integer()),
  /** Without the opening. */
  block: Type.String(),
  /** With the ids of the memories that they come from. */
  facts: Type.Array(Type.Tuple([Type.String(), Type.Integer(), Type.Integer(), Type.String()])),
  memories: Type.Array(LineSchema),
  turns: Type.Array(LineSchema),
})
export type PromptRecord = Static<typeof PromptRecordSchema>

/** As on the wire, with the file of its picture. */
export const MessageRecordSchema = Type.Object({
  ...MessageSchema.properties,
  /** The picture that the player sent; absent: the picture is at `imageUrl`, if there is one. */
  imageFile: Type.Optional(StoredFileSchema),
})
export type MessageRecord = Static<typeof MessageRecordSchema>

/** The picture of a message. */
export const filesOfMessage = ({ imageFile }: MessageRecord): readonly StoredFile[] =>
  imageFile === undefined ? [] : [imageFile]
