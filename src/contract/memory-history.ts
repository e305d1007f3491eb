import { type Static, Type } from 'typebox'
import { MEMORY_LAYERS, MEMORY_STATUSES, MEMORY_TYPES, MemorySchema } from './memories.js'
import { DateTimeQuery } from './memory-views.js'
import { operation } from './operation.js'
import { ErrorBodySchema, NullableString, OneOf, PlayerParams, Ref, Timestamp } from './shared.js'

/** Routes for support engineers (control plane): the history and the decay of memories, and undoing a supersession. */
export const CONTROL_MEMORIES = '/api/control/v1/characters/:characterId/players/:playerId/memories'
export const ControlMemoryParams = Type.Object({ ...PlayerParams.properties, memoryId: Type.String() })

export const controlFailures = {
  401: Ref(ErrorBodySchema),
  403: Ref(ErrorBodySchema),
  404: Ref(ErrorBodySchema),
  422: Ref(ErrorBodySchema),
}
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
}
const pageShown = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }

/** The fact that a memory states; a new value of a slot supersedes the old one. */
export const MemorySlotSchema = Type.Object({
  subject: Type.String(),
  attribute: Type.String(),
  value: Type.String(),
  cardinality: OneOf(['one', 'many']),
})
export const MemoryEntitySchema = Type.Object({
  name: Type.String(),
  entityType: OneOf(['person', 'place', 'thing']),
})
export const MemoryRelationSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  relationshipType: Type.String(),
})

/** Internal fields of a memory, besides those of the contract's Memory. */
export const MEMORY_ENGINE_FIELDS = {
  slot: Type.Union([MemorySlotSchema, Type.Null()]),
  entities: Type.Array(MemoryEntitySchema),
  relations: Type.Array(MemoryRelationSchema),
  eventDate: NullableString({ description: 'When it happened or will happen, as far as it was said' }),
  stability: Type.Number({ description: 'S, in days' }),
  lastUsedAt: Type.String({ description: 'It fades from this time on' }),
  usedOnDays: Type.Array(Type.String()),
  supersedes: NullableString(),
  supersededBy: NullableString(),
  reason: NullableString({ description: 'Why it is superseded or quarantined' }),
  language: NullableString(),
}

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
export const MEMORY_ACTORS = ['manual', 'extraction', 'conversation', 'time'] as const

export const MemoryFieldsSchema = Type.Partial(
  Type.Object({ ...MemorySchema.properties, ...MEMORY_ENGINE_FIELDS }),
  { $id: 'MemoryFields', description: 'Some fields of a memory' },
)

export const MemoryEventSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Later ones are greater' }),
    kind: OneOf(MEMORY_EVENT_KINDS),
    at: Timestamp(),
    actor: OneOf(MEMORY_ACTORS, {
      description: 'Manual change, extraction from a conversation, a reply that used it, or time',
    }),
    reason: NullableString({ description: 'The rule that applied' }),
    quote: NullableString({ description: 'The sentence that stated it again' }),
    before: Type.Union([Ref(MemoryFieldsSchema), Type.Null()], {
      description: 'The changed fields before; null: the memory was new',
    }),
    after: Ref(MemoryFieldsSchema),
  },
  { $id: 'MemoryEvent' },
)
export type MemoryEvent = Static<typeof MemoryEventSchema>

export const memoryHistory = operation({
  method: 'GET',
  url: `${CONTROL_MEMORIES}/:memoryId/history`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'memoryHistory',
    summary: 'Read the history of one memory, oldest event first',
    tags: ['control'],
    params: ControlMemoryParams,
    response: {
      200: Type.Object({ memoryId: Type.String(), events: Type.Array(Ref(MemoryEventSchema)) }),
      ...controlFailures,
    },
  },
})

export const memoriesAsOf = operation({
  method: 'GET',
  url: CONTROL_MEMORIES,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'memoriesAsOf',
    summary: 'List the memories of a player as they were at a time, newest first, without erased ones',
    tags: ['control'],
    params: PlayerParams,
    querystring: Type.Object({
      asOf: Type.Optional(DateTimeQuery('ISO 8601; absent: now')),
      status: Type.Optional(OneOf(MEMORY_STATUSES, { default: 'active' })),
      ...page,
    }),
    response: {
      200: Type.Object({ memories: Type.Array(Ref(MemorySchema)), ...pageShown, asOf: Timestamp() }),
      ...controlFailures,
    },
  },
})

export const FadingMemorySchema = Type.Object(
  {
    memoryId: Type.String(),
    content: Type.String(),
    memoryType: OneOf(MEMORY_TYPES),
    memoryLayer: OneOf(MEMORY_LAYERS),
    importance: Type.Number(),
    stability: Type.Number({ description: 'S, in days' }),
    lastUsedAt: Timestamp(),
    retrievability: Type.Number({ description: 'R now, 0 to 1' }),
    retrievabilityThen: Type.Number({ description: 'R at the end of the requested period, 0 to 1' }),
    turn: OneOf(['demoted', 'decayed'], { description: 'Its next transition' }),
    turnsAt: Timestamp(),
    decaysAt: Type.String({ description: 'When R falls below 0.35, ISO 8601, UTC' }),
  },
  { $id: 'FadingMemory' },
)
export type FadingMemory = Static<typeof FadingMemorySchema>

export const memoriesFading = operation({
  method: 'GET',
  url: `${CONTROL_MEMORIES}/fading`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'memoriesFading',
    summary:
      'Preview which memories of a player will fade within a number of days without use, soonest first',
    tags: ['control'],
    params: PlayerParams,
    querystring: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500, default: 30 })),
      ...page,
    }),
    response: {
      200: Type.Object({
        memories: Type.Array(Ref(FadingMemorySchema)),
        ...pageShown,
        days: Type.Integer(),
        now: Timestamp(),
        until: Timestamp(),
      }),
      ...controlFailures,
    },
  },
})

export const UndoneSchema = Type.Object(
  {
    memory: Ref(MemorySchema),
    retired: Type.Array(Ref(MemorySchema), {
      description: 'The memories that had superseded it, now superseded by it',
    }),
    coreFacts: Type.Array(
      Type.Object({ factKey: Type.String(), before: NullableString(), after: NullableString() }),
      { description: 'The values of core facts that change with it' },
    ),
    dryRun: Type.Boolean(),
  },
  { $id: 'Undone' },
)
export type Undone = Static<typeof UndoneSchema>

export const undoSupersession = operation({
  method: 'POST',
  url: `${CONTROL_MEMORIES}/:memoryId/undo`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'undoSupersession',
    summary: 'Restore a superseded memory, and report what else changes',
    tags: ['control'],
    params: ControlMemoryParams,
    querystring: Type.Object({
      dryRun: Type.Optional(
        Type.Boolean({ default: false, description: 'Report the changes without applying them' }),
      ),
    }),
    response: { 200: Ref(UndoneSchema), ...controlFailures, 409: Ref(ErrorBodySchema) },
  },
})
