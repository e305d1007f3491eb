import { type Static, Type } from 'typebox'
import { MEMORY_STATUSES, MEMORY_TYPES } from './memories.js'
import { CONTROL_MEMORIES, ControlMemoryParams, controlFailures } from './memory-history.js'
import { SearchMemoriesSchema } from './memory-views.js'
import { operation } from './operation.js'
import { NullableString, OneOf, PlayerParams, Ref } from './shared.js'

/** The factors of a memory's prior (docs/memory.md, Ranking); 1 is neutral. */
const StandingSchema = Type.Object({
  retrievability: Type.Number({ description: 'How well it is remembered now, 0.85 to 1' }),
  importance: Type.Number({ description: '0.9 to 1.1' }),
  confidence: Type.Number({ description: '0.95 to 1' }),
  use: Type.Number({ description: 'How often it was used, at least 1' }),
  layer: Type.Number({ description: 'Long-term 1, short-term 0.97' }),
})

/** Everything that decides the rank of a memory: `score` is `similarity` times the four factors. */
export const ExplainedMemorySchema = Type.Object(
  {
    memoryId: Type.String(),
    content: Type.String(),
    memoryType: OneOf(MEMORY_TYPES),
    score: Type.Number(),
    similarity: Type.Number({ description: 'How well words and vectors fit the query, 0 to 1' }),
    lexical: Type.Number({ description: 'How well the words fit, 0 to 1' }),
    cosine: Type.Number({ description: 'How well the vectors fit, 0 to 1' }),
    factors: Type.Object({
      subject: Type.Number({ description: '1.5 when it is about the person that the query asks about' }),
      time: Type.Number({ description: '1.3 when it is from the time that the query asks about' }),
      entity: Type.Number({ description: 'Up to 1.3, by the entities shared with the query' }),
      prior: Type.Number({ description: 'Its prior: the product of `standing`, limited to 0.75 to 1.2' }),
    }),
    standing: StandingSchema,
    redundancy: Type.Number({
      description: 'How similar it is to a memory that was selected before it, 0 to 1',
    }),
    scoreRank: Type.Integer({ description: 'Its rank by score alone, from 1' }),
    chosenRank: Type.Integer({
      description: 'Its rank after redundant memories were moved back (MMR), from 1',
    }),
  },
  { $id: 'ExplainedMemory' },
)
export type ExplainedMemory = Static<typeof ExplainedMemorySchema>

const search = {
  query: Type.String(),
  limit: Type.Integer(),
  weights: Type.Object(
    { lexical: Type.Number(), cosine: Type.Number() },
    { description: 'The weights of words and vectors in `similarity`' },
  ),
  embeddings: Type.String({ description: 'The provider of the vectors' }),
  candidates: Type.Integer({ description: 'The number of memories that matched' }),
}

export const explainSearch = operation({
  method: 'POST',
  url: `${CONTROL_MEMORIES}/explain`,
  config: { credential: 'id_token' },
  readOnly: true,
  schema: {
    operationId: 'explainSearch',
    summary: 'Search as `POST …/memories/search` does, and tell why each hit ranks where it does',
    tags: ['control'],
    params: PlayerParams,
    body: Ref(SearchMemoriesSchema),
    response: {
      200: Type.Object({
        ...search,
        results: Type.Array(Ref(ExplainedMemorySchema), { description: 'In the order of the search' }),
        total: Type.Integer(),
      }),
      ...controlFailures,
    },
  },
})

/** Why a search finds a memory, or does not. */
export const MEMORY_VERDICTS = [
  'returned',
  'not_active',
  'not_a_candidate',
  'no_match',
  'below_limit',
  'repeats_another',
] as const
export type MemoryVerdict = (typeof MEMORY_VERDICTS)[number]

export const RANK_FACTORS = [
  'similarity',
  'subject',
  'time',
  'entity',
  'retrievability',
  'importance',
  'confidence',
  'use',
  'layer',
] as const
export type RankFactor = (typeof RANK_FACTORS)[number]

export const ExplainedMissSchema = Type.Object(
  {
    memoryId: Type.String(),
    ...search,
    status: OneOf(MEMORY_STATUSES),
    supersededBy: NullableString(),
    verdict: OneOf(MEMORY_VERDICTS),
    reason: Type.String({ description: 'The verdict as a sentence' }),
    explanation: Type.Union([Ref(ExplainedMemorySchema), Type.Null()], {
      description: 'Null: it was no candidate',
    }),
    lastHit: Type.Union([Ref(ExplainedMemorySchema), Type.Null()], {
      description: 'The last memory within the limit, which it had to beat',
    }),
    hurtMost: Type.Union(
      [
        Type.Object({ factor: OneOf(RANK_FACTORS), own: Type.Number(), ofLastHit: Type.Number() }),
        Type.Null(),
      ],
      { description: 'The factor in which it falls behind `lastHit` most' },
    ),
    repeats: Type.Union([Type.Object({ memoryId: Type.String(), similarity: Type.Number() }), Type.Null()], {
      description: 'The selected memory that it resembles most',
    }),
  },
  { $id: 'ExplainedMiss' },
)
export type ExplainedMiss = Static<typeof ExplainedMissSchema>

export const explainMemory = operation({
  method: 'POST',
  url: `${CONTROL_MEMORIES}/:memoryId/explain`,
  config: { credential: 'id_token' },
  readOnly: true,
  schema: {
    operationId: 'explainMemory',
    summary: 'Tell why a memory comes up for a query, or why not',
    tags: ['control'],
    params: ControlMemoryParams,
    body: Ref(SearchMemoriesSchema),
    response: { 200: Ref(ExplainedMissSchema), ...controlFailures },
  },
})
