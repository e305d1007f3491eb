import { type Static, Type } from 'typebox'
import { NullableString, OneOf } from './shared.js'

export const MEMORY_TYPES = [
  'fact',
  'preference',
  'relationship',
  'event',
  'emotional_state',
  'correction',
  'character_self',
  'spatial_change',
] as const
export type MemoryType = (typeof MEMORY_TYPES)[number]

export const MEMORY_STATUSES = ['active', 'superseded', 'decayed', 'deleted', 'quarantined'] as const
export type MemoryStatus = (typeof MEMORY_STATUSES)[number]

/** Long-term and short-term; what is short-term fades faster when it is not used. */
export const MEMORY_LAYERS = ['ltm', 'stm'] as const
export type MemoryLayer = (typeof MEMORY_LAYERS)[number]

export const MEMORY_SOURCES = ['text_chat', 'manual_dashboard'] as const

/** Characters of a memory (contract, Limits). */
export const MEMORY_CONTENT_MAX = 2000

const Share = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1, ...options })

/** Numbers are never null here, though the contract lets them be: the Unity SDK fails on null (wire-protocol, 6.2). */
export const MemorySchema = Type.Object(
  {
    id: Type.String(),
    userId: Type.String({ description: 'Owning developer account' }),
    agentId: Type.String({ description: 'The character id (older field name)' }),
    playerId: Type.String(),
    memoryType: OneOf(MEMORY_TYPES),
    content: Type.String(),
    confidence: Share(),
    status: OneOf(MEMORY_STATUSES),
    source: OneOf(MEMORY_SOURCES, {
      description: 'text_chat was extracted from a conversation, manual_dashboard was created by hand',
    }),
    memoryLayer: OneOf(MEMORY_LAYERS, { description: 'What is short-term (stm) fades faster if unused' }),
    importance: Share({ description: 'Used in retrieval ranking' }),
    sourceConversationId: NullableString(),
    sourceQuote: NullableString(),
    accessCount: Type.Integer({ description: 'Times retrieved' }),
    createdAt: Type.String(),
    lastAccessedAt: NullableString(),
    extractedAt: NullableString(),
    sourceMessageTimestamp: NullableString(),
    updatedAt: NullableString(),
  },
  { $id: 'Memory' },
)
export type Memory = Static<typeof MemorySchema>
