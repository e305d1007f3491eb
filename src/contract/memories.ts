import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { ErrorBodySchema, LimitRef, NullableString, OneOf, PlayerParams, Ref } from './shared.js'

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

/** Long-term and short-term; short-term memories fade faster without use. */
export const MEMORY_LAYERS = ['ltm', 'stm'] as const
export type MemoryLayer = (typeof MEMORY_LAYERS)[number]

export const MEMORY_SOURCES = ['text_chat', 'manual_dashboard'] as const

/** Maximum length of a memory, in characters (docs/rest.md, Limits). */
export const MEMORY_CONTENT_MAX = 2000

/** As a list of Markdown. */
const STATUSES_IN_WORDS = [
  '- `active`: known, and told to the model',
  '- `superseded`: replaced by a newer one',
  '- `decayed`: forgotten, as it was not used for long',
  '- `deleted`: by hand',
  '- `quarantined`: doubtful, such as a secret or an instruction, and never told to the model',
].join('\n')

const Share = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1, ...options })

/**
 * Numbers are never null here, although the contract allows it, because the Unity SDK fails on null
 * (docs/wire-protocol.md, Typing of answers).
 */
const LAYERS = 'Long-term (ltm) or short-term memory (stm), which fades faster without use'

export const MemorySchema = Type.Object(
  {
    id: Type.String(),
    userId: Type.String({ description: 'Owning developer account' }),
    agentId: Type.String({ description: 'The character id (older field name)' }),
    playerId: Type.String(),
    memoryType: OneOf(MEMORY_TYPES),
    content: Type.String(),
    confidence: Share({ description: 'How sure it is' }),
    status: OneOf(MEMORY_STATUSES, { description: STATUSES_IN_WORDS }),
    source: OneOf(MEMORY_SOURCES, {
      description: 'text_chat was extracted from a conversation, manual_dashboard was created by hand',
    }),
    memoryLayer: OneOf(MEMORY_LAYERS, { description: LAYERS }),
    importance: Share({ description: 'Used in retrieval ranking' }),
    sourceConversationId: NullableString(),
    sourceQuote: NullableString(),
    accessCount: Type.Integer({ description: 'Times retrieved' }),
    createdAt: Type.String(),
    lastAccessedAt: NullableString(),
    extractedAt: NullableString(),
    sourceMessageTimestamp: NullableString(),
    updatedAt: NullableString(),
    topic: Type.String({ description: 'The label of its cluster in the memory graph' }),
    secondaryTopics: Type.Array(Type.String(), { description: 'Always empty: a memory has one topic' }),
  },
  { $id: 'Memory' },
)
export type Memory = Static<typeof MemorySchema>

export const CoreFactSchema = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    agentId: Type.String(),
    playerId: Type.String(),
    factKey: Type.String(),
    factValue: Type.String(),
    sourceMemoryId: Type.String(),
    createdAt: Type.String(),
    updatedAt: NullableString(),
  },
  { $id: 'CoreFact' },
)
export type CoreFact = Static<typeof CoreFactSchema>

export const MEMORIES = '/api/v1/characters/:characterId/players/:playerId/memories'
const MemoryParams = Type.Object({ ...PlayerParams.properties, memoryId: Type.String() })

const failures = { 404: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) }
const changeFailures = { 403: Ref(ErrorBodySchema), ...failures }
const closed = { additionalProperties: false }

const writable = {
  content: Type.String({ minLength: 1, maxLength: MEMORY_CONTENT_MAX }),
  memoryType: OneOf(MEMORY_TYPES),
}

export const CreateMemorySchema = Type.Object(
  {
    ...writable,
    importance: Type.Optional(Share({ default: 0.5, description: 'Used in retrieval ranking' })),
    memoryLayer: Type.Optional(OneOf(MEMORY_LAYERS, { default: 'stm', description: LAYERS })),
    confidence: Type.Optional(Share({ default: 1, description: 'How sure it is' })),
  },
  { ...closed, $id: 'CreateMemory' },
)
export type CreateMemory = Static<typeof CreateMemorySchema>

export const UpdateMemorySchema = Type.Object(
  {
    content: Type.Optional(writable.content),
    memoryType: Type.Optional(writable.memoryType),
    importance: Type.Optional(Share()),
    memoryLayer: Type.Optional(OneOf(MEMORY_LAYERS)),
    confidence: Type.Optional(Share()),
  },
  { ...closed, $id: 'UpdateMemory' },
)
export type UpdateMemory = Static<typeof UpdateMemorySchema>

export const listMemories = operation({
  method: 'GET',
  url: MEMORIES,
  config: { scope: 'memories:read' },
  schema: {
    operationId: 'listMemories',
    summary: 'List the memories of a player, newest first',
    tags: ['memories'],
    params: PlayerParams,
    querystring: Type.Object({
      memoryType: Type.Optional(OneOf(MEMORY_TYPES)),
      status: Type.Optional(OneOf(MEMORY_STATUSES, { default: 'active', description: STATUSES_IN_WORDS })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    }),
    response: {
      200: Type.Object({
        memories: Type.Array(Ref(MemorySchema)),
        total: Type.Integer(),
        limit: Type.Integer(),
        offset: Type.Integer(),
      }),
      ...failures,
    },
  },
})

export const createMemory = operation({
  method: 'POST',
  url: MEMORIES,
  config: { scope: 'memories:write' },
  schema: {
    operationId: 'createMemory',
    summary: 'Create a memory of a player by hand',
    tags: ['memories'],
    params: PlayerParams,
    body: Ref(CreateMemorySchema),
    response: { 201: Ref(MemorySchema), ...changeFailures, 429: LimitRef('memoryWrites') },
  },
})

export const updateMemory = operation({
  method: 'PATCH',
  url: `${MEMORIES}/:memoryId`,
  config: { scope: 'memories:write' },
  schema: {
    operationId: 'updateMemory',
    summary: 'Change the given fields of a memory',
    tags: ['memories'],
    params: MemoryParams,
    body: Ref(UpdateMemorySchema),
    response: { 200: Ref(MemorySchema), ...changeFailures, 429: LimitRef('memoryWrites') },
  },
})

export const deleteMemory = operation({
  method: 'DELETE',
  url: `${MEMORIES}/:memoryId`,
  config: { scope: 'memories:write' },
  schema: {
    operationId: 'deleteMemory',
    summary: 'Mark a memory as deleted; with `hard=true`, erase it',
    description:
      'By default it stays, is listed with `status=deleted`, and the character no longer knows it. `hard=true` erases it with its history; this cannot be undone.',
    tags: ['memories'],
    params: MemoryParams,
    querystring: Type.Object({
      hard: Type.Optional(
        Type.Boolean({ default: false, description: 'true: erases it instead of marking it' }),
      ),
    }),
    response: { 204: Type.Null(), ...changeFailures },
  },
})

export const deleteAllMemories = operation({
  method: 'DELETE',
  url: MEMORIES,
  config: { scope: 'memories:write' },
  schema: {
    operationId: 'deleteAllMemories',
    summary: 'Erase all memories of a player; the conversation stays',
    description:
      'Erased with them: their history and core facts. Kept: the conversation with its messages, of which the character then knows nothing. This cannot be undone.',
    tags: ['memories'],
    params: PlayerParams,
    querystring: Type.Object({
      confirm: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Must be true, else nothing is erased and the answer is 400',
        }),
      ),
    }),
    response: {
      200: Type.Object({ deletedCount: Type.Integer() }),
      400: Ref(ErrorBodySchema),
      ...changeFailures,
    },
  },
})
