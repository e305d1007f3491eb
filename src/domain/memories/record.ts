import { type Static, Type } from 'typebox'
import { CoreFactSchema, MemorySchema } from '../../contract/memories.js'
import { MEMORY_ACTORS, MEMORY_ENGINE_FIELDS, MEMORY_EVENT_KINDS } from '../../contract/memory-history.js'
import { NullableInteger, NullableOneOf, NullableString, OneOf } from '../../contract/shared.js'

/** What the wire tells of a memory beside what is stored of it. */
const { topic: _topic, secondaryTopics: _secondaryTopics, ...storedProperties } = MemorySchema.properties

/** The wire's memory, and what only the engine knows of it; what a memory written by hand lacks is null or empty. */
const MEMORY_FIELDS = {
  ...storedProperties,
  ...MEMORY_ENGINE_FIELDS,
  /** Equal for contents that differ only in case, spaces and punctuation. */
  contentHash: Type.String(),
  origin: NullableOneOf(['text', 'image']),
  messageId: NullableInteger(),
  /** When it was said last, in its source or again; null when it was written by hand. */
  lastSaidAt: NullableString(),
  quoteStart: NullableInteger(),
  quoteEnd: NullableInteger(),
}
export const MemoryRecordSchema = Type.Object(MEMORY_FIELDS)
export type MemoryRecord = Static<typeof MemoryRecordSchema>

/** Some fields of a memory, as they were or became. */
const ChangedFieldsSchema = Type.Unsafe<Partial<MemoryRecord>>(Type.Partial(MemoryRecordSchema))

/** One change of one memory. All events of a memory in the order of their ids give its state at any time. */
export const MemoryEventRecordSchema = Type.Object({
  id: Type.Integer(),
  memoryId: Type.String(),
  agentId: Type.String(),
  playerId: Type.String(),
  kind: OneOf(MEMORY_EVENT_KINDS),
  at: Type.String(),
  /** Who changed it: someone by hand, extraction from a conversation, a reply that used it, or time. */
  actor: OneOf(MEMORY_ACTORS),
  /** Which rule; never the player's words, because it stays when another memory is erased. */
  reason: NullableString(),
  /** What was said when it was said again. */
  quote: NullableString(),
  /** The changed fields before and after; null before a memory was there. */
  before: Type.Union([ChangedFieldsSchema, Type.Null()]),
  after: ChangedFieldsSchema,
})
export type MemoryEventRecord = Static<typeof MemoryEventRecordSchema>

/** What a model of embeddings made of the content of the memory with this id. */
export const MemoryVectorRecordSchema = Type.Object({
  id: Type.String(),
  /** That content; a vector of an older one is none. */
  contentHash: Type.String(),
  /** Names the model and the length of its vectors. */
  madeBy: Type.String(),
  vector: Type.String(),
})
export type MemoryVectorRecord = Static<typeof MemoryVectorRecordSchema>

/** As on the wire. */
export const CoreFactRecordSchema = CoreFactSchema
export type CoreFactRecord = Static<typeof CoreFactRecordSchema>
