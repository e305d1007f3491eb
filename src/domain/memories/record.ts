import { type Static, Type } from 'typebox'
import { CoreFactSchema, MemorySchema } from '../../contract/memories.js'
import { MEMORY_ACTORS, MEMORY_ENGINE_FIELDS, MEMORY_EVENT_KINDS } from '../../contract/memory-history.js'
import { NullableInteger, NullableOneOf, NullableString, OneOf } from '../../contract/shared.js'

/** `topic` and `secondaryTopics` are computed for the wire, not stored. */
const { topic: _topic, secondaryTopics: _secondaryTopics, ...storedProperties } = MemorySchema.properties

/** The wire's memory and the engine's own fields; null or empty for what a memory written by hand does not have. */
const MEMORY_FIELDS = {
  ...storedProperties,
  ...MEMORY_ENGINE_FIELDS,
  /** Equal for contents that differ only in case, spaces and punctuation. */
  contentHash: Type.String(),
  origin: NullableOneOf(['text', 'image']),
  messageId: NullableInteger(),
  /** When it was last said; null when it was written by hand. */
  lastSaidAt: NullableString(),
  quoteStart: NullableInteger(),
  quoteEnd: NullableInteger(),
  /** The last use that this state accounts for; absent before the first. */
  lastUseId: Type.Optional(Type.Integer()),
}
export const MemoryRecordSchema = Type.Object(MEMORY_FIELDS)
export type MemoryRecord = Static<typeof MemoryRecordSchema>

/** The changed fields of a memory, before or after. */
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
  /** Which rule. Never the player's words, because it survives the erasure of other memories. */
  reason: NullableString(),
  /** The player's words when the memory was restated. */
  quote: NullableString(),
  /** The changed fields before and after; `before` is null for a new memory. */
  before: Type.Union([ChangedFieldsSchema, Type.Null()]),
  after: ChangedFieldsSchema,
})
export type MemoryEventRecord = Static<typeof MemoryEventRecordSchema>

/**
 * That memories were used in the prompt of one turn. It stands for the changes of these memories and for their events of
 * the kind `used`, and its id is in the order of those of events.
 */
export const MemoryUseRecordSchema = Type.Object({
  id: Type.Integer(),
  agentId: Type.String(),
  playerId: Type.String(),
  /** The reply; null when none was stored. */
  messageId: NullableInteger(),
  memoryIds: Type.Array(Type.String()),
  at: Type.String(),
})
export type MemoryUseRecord = Static<typeof MemoryUseRecordSchema>

/** The embedding of the content of the memory with this id. */
export const MemoryVectorRecordSchema = Type.Object({
  id: Type.String(),
  /** Of the content it was made of; outdated when the memory's differs. */
  contentHash: Type.String(),
  /** The embedding model and the length of its vectors. */
  madeBy: Type.String(),
  vector: Type.String(),
})
export type MemoryVectorRecord = Static<typeof MemoryVectorRecordSchema>

/** As on the wire. */
export const CoreFactRecordSchema = CoreFactSchema
export type CoreFactRecord = Static<typeof CoreFactRecordSchema>
