import { type Static, Type } from 'typebox'
import { RetryBodySchema, SubmitBatchSchema } from './batch-requests.js'
import { DOCUMENT_STATUSES, DocumentErrorSchema } from './documents.js'
import { operation } from './operation.js'
import { ErrorBodySchema, LimitRef, NullableRef, NullableString, OneOf, Ref, Timestamp } from './shared.js'

export const BATCH_BODY_BYTES = 10 * 2 ** 20
export const BATCH_RETENTION_DAYS = 30

export const BATCH_STATUSES = ['processing', 'cancelling', 'completed', 'cancelled', 'failed'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export const BATCH_ITEM_STATUSES = ['queued', 'processing', 'succeeded', 'failed', 'cancelled'] as const
export type BatchItemStatus = (typeof BATCH_ITEM_STATUSES)[number]

export const BATCH_WARNING_CODES = [
  'document_failed',
  'document_cancelled',
  'document_copied',
  'text_only_inferred',
  'document_not_found',
  'document_not_ready',
  'document_link_failed',
] as const

export const BatchWarningSchema = Type.Object(
  {
    code: OneOf(BATCH_WARNING_CODES),
    message: Type.String(),
    path: Type.String({ description: 'The field that it concerns, such as documents.0' }),
  },
  { $id: 'BatchWarning' },
)
export type BatchWarning = Static<typeof BatchWarningSchema>

export const BatchItemErrorSchema = Type.Object(
  { code: OneOf(['executor_error']), message: Type.String() },
  { $id: 'BatchItemError' },
)

export const BatchItemDocumentSchema = Type.Object(
  {
    name: Type.String(),
    url: Type.String({ description: 'Scheme, host and path' }),
    documentId: Type.String(),
    status: OneOf(DOCUMENT_STATUSES),
    chunkCount: Type.Optional(Type.Integer({ description: 'Once ready' })),
    totalTokens: Type.Optional(Type.Integer({ description: 'Once ready' })),
    error: NullableRef(DocumentErrorSchema),
  },
  { $id: 'BatchItemDocument' },
)
export type BatchItemDocument = Static<typeof BatchItemDocumentSchema>

export const BatchItemSchema = Type.Object(
  {
    customId: Type.String(),
    index: Type.Integer({ description: 'Position in requests, from 0' }),
    status: OneOf(BATCH_ITEM_STATUSES),
    characterId: NullableString({ description: 'Null only when the item itself failed' }),
    documents: Type.Array(Ref(BatchItemDocumentSchema)),
    error: NullableRef(BatchItemErrorSchema),
    warnings: Type.Array(Ref(BatchWarningSchema)),
  },
  { $id: 'BatchItem' },
)
export type BatchItem = Static<typeof BatchItemSchema>

const Count = () => Type.Integer({ minimum: 0 })

export const BatchSchema = Type.Object(
  {
    id: Type.String({ description: 'Starts with cb_' }),
    status: OneOf(BATCH_STATUSES),
    orgId: NullableString(),
    counts: Type.Object(
      {
        total: Count(),
        queued: Count(),
        processing: Count(),
        succeeded: Count(),
        failed: Count(),
        cancelled: Count(),
      },
      { description: 'Items' },
    ),
    documentCounts: Type.Object({
      total: Count(),
      queued: Count(),
      fetching: Count(),
      processing: Count(),
      ready: Count(),
      failed: Count(),
      cancelled: Count(),
    }),
    createdAt: Timestamp(),
    completedAt: NullableString({ description: 'ISO 8601, UTC; null until finished' }),
    expiresAt: Timestamp(),
    retryOf: NullableString({ description: 'The batch that this one retries' }),
  },
  { $id: 'Batch' },
)
export type Batch = Static<typeof BatchSchema>

export const BatchWithItemsSchema = Type.Object(
  { ...BatchSchema.properties, items: Type.Array(Ref(BatchItemSchema)) },
  { $id: 'BatchWithItems' },
)
export type BatchWithItems = Static<typeof BatchWithItemsSchema>

export const BatchPageSchema = Type.Object(
  {
    batches: Type.Array(Ref(BatchSchema)),
    total: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
  },
  { $id: 'BatchPage' },
)

const BatchParams = Type.Object({ batchId: Type.String() })
const BASE = '/api/v1/characters/batch'

export const submitBatch = operation({
  method: 'POST',
  url: BASE,
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'submitBatch',
    summary: 'Create many characters in one request; their documents are downloaded in the background',
    tags: ['batches'],
    body: Ref(SubmitBatchSchema),
    response: {
      202: Ref(BatchSchema),
      403: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
      413: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('batches'),
      503: Ref(ErrorBodySchema),
    },
  },
})

export const listBatches = operation({
  method: 'GET',
  url: BASE,
  config: { scope: 'characters:read' },
  schema: {
    operationId: 'listBatches',
    summary: 'List the batches of the last 30 days, newest first',
    tags: ['batches'],
    querystring: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    }),
    response: { 200: Ref(BatchPageSchema), 403: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) },
  },
})

export const getBatch = operation({
  method: 'GET',
  url: `${BASE}/:batchId`,
  config: { scope: 'characters:read' },
  schema: {
    operationId: 'getBatch',
    summary: 'Get one batch with its items',
    tags: ['batches'],
    params: BatchParams,
    response: { 200: Ref(BatchWithItemsSchema), 403: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) },
  },
})

export const retryBatch = operation({
  method: 'POST',
  url: `${BASE}/:batchId/retry`,
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'retryBatch',
    summary: 'Retry failed and cancelled items as a new batch',
    tags: ['batches'],
    params: BatchParams,
    body: RetryBodySchema,
    response: {
      202: Ref(BatchSchema),
      400: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
      413: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('batches'),
      503: Ref(ErrorBodySchema),
    },
  },
})

export const cancelBatch = operation({
  method: 'POST',
  url: `${BASE}/:batchId/cancel`,
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'cancelBatch',
    summary: 'Cancel the documents of a batch that have not been started',
    tags: ['batches'],
    params: BatchParams,
    response: {
      200: Ref(BatchSchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
    },
  },
})
