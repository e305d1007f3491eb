import { type Static, Type } from 'typebox'
import { CoreFactSchema, MemorySchema } from '../../contract/memories.js'
import { NullableInteger, NullableOneOf, NullableString, OneOf } from '../../contract/shared.js'

/** As `MemorySlot` in plan.ts. */
const SlotSchema = Type.Object({
  subject: Type.String(),
  attribute: Type.String(),
  value: Type.String(),
  cardinality: OneOf(['one', 'many']),
})

/** The wire's memory, and what only the engine knows of it; what a memory written by hand lacks is null or empty. */
const MEMORY_FIELDS = {
  ...MemorySchema.properties,
  slot: Type.Union([SlotSchema, Type.Null()]),
  entities: Type.Array(Type.Object({ name: Type.String(), entityType: OneOf(['person', 'place', 'thing']) })),
  relations: Type.Array(
    Type.Object({ from: Type.String(), to: Type.String(), relationshipType: Type.String() }),
  ),
  /** When it happened or will, as it was said. */
  eventDate: NullableString(),
  /** S in days (memory engine, 4). */
  stability: Type.Number(),
  /** When it was made, changed by hand, said again or used in a prompt: since then it fades. */
  lastUsedAt: Type.String(),
  /** The UTC days of its latest uses, oldest first; two are enough to tell whether it was used on different days. */
  usedOnDays: Type.Array(Type.String()),
  supersedes: NullableString(),
  supersededBy: NullableString(),
  /** Why it is superseded or quarantined. */
  reason: NullableString(),
  /** Equal for contents that differ only in case, spaces and punctuation. */
  contentHash: Type.String(),
  language: NullableString(),
  origin: NullableOneOf(['text', 'image']),
  messageId: NullableInteger(),
  quoteStart: NullableInteger(),
  quoteEnd: NullableInteger(),
}
export const MemoryRecordSchema = Type.Object(MEMORY_FIELDS)
export type MemoryRecord = Static<typeof MemoryRecordSchema>

export const MEMORY_EVENT_KINDS = [
  'created',
  'edited',
  'restated',
  'used',
  'superseded',
  'restored',
  'quarantined',
  'promoted',
  'demoted',
  'decayed',
  'deleted',
] as const

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
  actor: OneOf(['manual', 'extraction', 'conversation', 'time']),
  /** Which rule; never the player's words, because it stays when another memory is erased. */
  reason: NullableString(),
  /** What was said when it was said again. */
  quote: NullableString(),
  /** The changed fields before and after; null before a memory was there. */
  before: Type.Union([ChangedFieldsSchema, Type.Null()]),
  after: ChangedFieldsSchema,
})
export type MemoryEventRecord = Static<typeof MemoryEventRecordSchema>

/** As on the wire. */
export const CoreFactRecordSchema = CoreFactSchema
export type CoreFactRecord = Static<typeof CoreFactRecordSchema>
