import { type Static, Type } from 'typebox'
import { CharacterConfigSchema } from './characters.js'
import { DocumentInputSchema } from './documents.js'
import { Dictionary, NullableArray, Ref } from './shared.js'

export const BATCH_ITEMS = 100
export const BATCH_ITEM_DOCUMENTS = 10
/** Distinct URLs. */
export const BATCH_DOCUMENTS = 100

/** Rules with their own `msg` codes (docs/rest.md, Errors) are checked by the domain, not by the schema. */
export const BatchRequestSchema = Type.Object(
  {
    customId: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'Unique within the batch; identifies the result',
    }),
    ...CharacterConfigSchema.properties,
    documents: Type.Optional(
      NullableArray(Ref(DocumentInputSchema), { description: `At most ${BATCH_ITEM_DOCUMENTS}` }),
    ),
  },
  { $id: 'BatchRequest', additionalProperties: false },
)
export type BatchRequest = Static<typeof BatchRequestSchema>

export const SubmitBatchSchema = Type.Object(
  {
    requests: Type.Array(Ref(BatchRequestSchema), {
      minItems: 1,
      description: `At most ${BATCH_ITEMS}; at most ${BATCH_DOCUMENTS} distinct document URLs in all`,
    }),
  },
  { $id: 'SubmitBatch', additionalProperties: false },
)
export type SubmitBatch = Static<typeof SubmitBatchSchema>

const RetryBatchSchema = Type.Object(
  {
    customIds: Type.Optional(
      NullableArray(Type.String(), { description: 'Retry these items only; absent: all' }),
    ),
    headers: Type.Optional(
      Dictionary(Dictionary(Type.String()), {
        description: 'Headers for private documents, by their shortened URL',
      }),
    ),
  },
  { additionalProperties: false },
)
export type RetryBatch = Static<typeof RetryBatchSchema>
/** The body of a retry is optional. */
export const RetryBodySchema = Type.Unsafe<RetryBatch | null>({
  ...RetryBatchSchema,
  type: ['object', 'null'],
})
