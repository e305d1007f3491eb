import { type Static, Type } from 'typebox'
import { ConversationSchema, MessageSchema } from '../../contract/conversations.js'
import { OneOf, Ref } from '../../contract/shared.js'
import { SkippedMessageSchema } from '../../contract/staff.js'
import { PROMPT_KINDS } from '../../contract/turn-prompts.js'
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

/** A line of a memory block: its kind, its id and its words, and of a core fact the id of its memory. Null: it was erased. */
const PromptLineSchema = Type.Union([
  Type.Tuple([OneOf(PROMPT_KINDS), Type.String(), Type.String()]),
  Type.Tuple([OneOf(PROMPT_KINDS), Type.String(), Type.String(), Type.String()]),
  Type.Null(),
])
export type PromptLine = Static<typeof PromptLineSchema>

/** A prompt for every turn is much of what a server writes, and most of it stood in the prompts before. */
export const PromptRecordSchema = Type.Object({
  id: Type.Integer(),
  conversationId: Type.String(),
  at: Type.String(),
  /** The number of the text that the block begins with; absent: none of those. */
  opening: Type.Optional(Type.Integer()),
  /** The lines that no earlier prompt has. */
  lines: Type.Array(PromptLineSchema),
  /** The earlier prompts of the conversation whose lines this one repeats; absent: none. */
  from: Type.Optional(Type.Array(Type.Integer())),
  /**
   * The block behind the opening, in order. A negative number, -n, is the next n of `lines`. Any other is a line of an earlier
   * prompt: its place in the lines there, times 64, and which of those in `from` it is. A text stands where not just a line
   * break is between lines.
   */
  parts: Type.Array(Type.Union([Type.Integer(), Type.String()])),
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
