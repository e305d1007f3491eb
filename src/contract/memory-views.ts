import { type Static, Type } from 'typebox'
import { CoreFactSchema, MEMORIES, MEMORY_TYPES, MemorySchema } from './memories.js'
import { operation } from './operation.js'
import { ErrorBodySchema, NullableString, OneOf, PlayerParams, Ref } from './shared.js'

const failures = { 404: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) }

/** A timeline covers this many of the newest active memories (docs/rest.md, Limits). */
export const MEMORY_TIMELINE_MAX = 500
export const TIMELINE_GROUPS = ['day', 'week', 'month'] as const
export type TimelineGroup = (typeof TIMELINE_GROUPS)[number]

/** A date, or a date and time with or without a time zone. */
export const DateTimeQuery = (description: string) =>
  Type.String({
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}([.]\\d{1,9})?)?([Zz]|[+-]\\d{2}:?\\d{2})?)?$',
  })

export const memoryTimeline = operation({
  method: 'GET',
  url: `${MEMORIES}/timeline`,
  config: { scope: 'memories:read' },
  schema: {
    operationId: 'memoryTimeline',
    summary: 'Read the active memories by day, week or month',
    tags: ['memories'],
    params: PlayerParams,
    querystring: Type.Object({
      groupBy: Type.Optional(OneOf(TIMELINE_GROUPS, { default: 'day' })),
      startDate: Type.Optional(DateTimeQuery('ISO 8601; memories from then on')),
      endDate: Type.Optional(DateTimeQuery('ISO 8601; memories until then')),
    }),
    response: {
      200: Type.Object({
        timeline: Type.Array(
          Type.Object({
            date: Type.String({
              description: 'YYYY-MM-DD (the day, or the Monday of the week) or YYYY-MM; UTC',
            }),
            memories: Type.Array(Ref(MemorySchema)),
          }),
        ),
        totalMemories: Type.Integer(),
        groupBy: OneOf(TIMELINE_GROUPS),
      }),
      ...failures,
    },
  },
})

export const MemoryStatsSchema = Type.Object(
  {
    totalActive: Type.Integer(),
    totalSuperseded: Type.Integer(),
    totalDecayed: Type.Integer(),
    byType: Type.Object(
      Object.fromEntries(MEMORY_TYPES.map((type) => [type, Type.Optional(Type.Integer())])),
      { description: 'Active memories; types without any are omitted' },
    ),
    coreFacts: Type.Integer(),
    byLayer: Type.Object({ ltm: Type.Integer(), stm: Type.Integer() }, { description: 'Active memories' }),
    lastLayerTransferAt: NullableString(),
    recentPromotions7d: Type.Integer(),
    recentDemotions7d: Type.Integer(),
  },
  { $id: 'MemoryStats' },
)
export type MemoryStats = Static<typeof MemoryStatsSchema>

export const memoryStats = operation({
  method: 'GET',
  url: `${MEMORIES}/stats`,
  config: { scope: 'memories:read' },
  schema: {
    operationId: 'memoryStats',
    summary: 'Count the memories of a player',
    tags: ['memories'],
    params: PlayerParams,
    response: { 200: Ref(MemoryStatsSchema), ...failures },
  },
})

export const listCoreFacts = operation({
  method: 'GET',
  url: `${MEMORIES}/core-facts`,
  config: { scope: 'memories:read' },
  schema: {
    operationId: 'listCoreFacts',
    summary: 'List what is always known of a player',
    tags: ['memories'],
    params: PlayerParams,
    response: { 200: Type.Object({ coreFacts: Type.Array(Ref(CoreFactSchema)) }), ...failures },
  },
})

export const SearchMemoriesSchema = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 500 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  },
  { additionalProperties: false, $id: 'SearchMemories' },
)
export type SearchMemories = Static<typeof SearchMemoriesSchema>

export const searchMemories = operation({
  method: 'POST',
  url: `${MEMORIES}/search`,
  config: { scope: 'memories:read' },
  readOnly: true,
  schema: {
    operationId: 'searchMemories',
    summary: 'Search the active memories of a player, the most similar first',
    tags: ['memories'],
    params: PlayerParams,
    body: Ref(SearchMemoriesSchema),
    response: {
      200: Type.Object({
        results: Type.Array(
          Type.Object({
            memoryId: Type.String(),
            similarity: Type.Number({ minimum: 0, maximum: 1 }),
            content: Type.String(),
          }),
        ),
        query: Type.String(),
        total: Type.Integer(),
      }),
      ...failures,
    },
  },
})
