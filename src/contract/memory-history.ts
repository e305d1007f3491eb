import { type Static, Type } from 'typebox'
import { MEMORY_LAYERS, MEMORY_STATUSES, MEMORY_TYPES, MemorySchema } from './memories.js'
import { DateTimeQuery } from './memory-views.js'
import { operation } from './operation.js'
import { ErrorBodySchema, NullableString, OneOf, PlayerParams, Ref, Timestamp } from './shared.js'

/** For support engineers (control plane): what a memory was, what it will be, and how to take it back. */
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

/** What a typed memory is about; the values of a slot supersede each other. */
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

/** What the engine knows of a memory beside what the wire's Memory says. */
export const MEMORY_ENGINE_FIELDS = {
  slot: Type.Union([MemorySlotSchema, Type.Null()]),
  entities: Type.Array(MemoryEntitySchema),
  relations: Type.Array(MemoryRelationSchema),
  eventDate: NullableString({ description: 'When it happened or will, as it was said' }),
  stability: Type.Number({ description: 'S, in days' }),
  lastUsedAt: Type.String({ description: 'Since then it fades' }),
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
      description: 'By hand, extraction from a conversation, a reply that used it, or time',
    }),
    reason: NullableString({ description: 'Which rule' }),
    quote: NullableString({ description: 'What was said when it was said again' }),
    before: Type.Union([Ref(MemoryFieldsSchema), Type.Null()], {
      description: 'The changed fields as they were; null: it was new',
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
    summary: 'Read everything that ever happened to a memory, oldest first',
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
    summary:
      'List the memories of a player as they were at a time, newest first; erased ones are gone from there, too',
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
    retrievabilityThen: Type.Number({ description: 'R at the end of the time asked for, 0 to 1' }),
    turn: OneOf(['demoted', 'decayed'], { description: 'What happens to it next' }),
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
    summary: 'Preview which memories of a player fade within some days if they are not used, the next first',
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
    retired: Type.Array(Ref(MemorySchema), { description: 'What took its place, now superseded by it' }),
    coreFacts: Type.Array(
      Type.Object({ factKey: Type.String(), before: NullableString(), after: NullableString() }),
      { description: 'The core facts that change with it, by their values' },
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
    summary: 'Bring a superseded memory back, and tell what else changes with it',
    tags: ['control'],
    params: ControlMemoryParams,
    querystring: Type.Object({
      dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Tell, and change nothing' })),
    }),
    response: { 200: Ref(UndoneSchema), ...controlFailures, 409: Ref(ErrorBodySchema) },
  },
})
