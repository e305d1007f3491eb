import { type Static, Type } from 'typebox'
import { BatchRequestSchema } from '../../contract/batch-requests.js'
import { BatchItemErrorSchema, BatchSchema, BatchWarningSchema } from '../../contract/batches.js'
import { NullableRef, NullableString, Ref } from '../../contract/shared.js'

const BatchItemRecordSchema = Type.Object({
  customId: Type.String(),
  characterId: NullableString(),
  request: Type.Union([Ref(BatchRequestSchema), Type.Null()], {
    description: 'To retry a failed item; without document headers. Null for other items',
  }),
  error: NullableRef(BatchItemErrorSchema),
  warnings: Type.Array(Ref(BatchWarningSchema), {
    description: 'Those that do not follow from its documents',
  }),
})
export type BatchItemRecord = Static<typeof BatchItemRecordSchema>

/**
 * A stored batch. It is written when it is submitted, cancelled and finished only; the state of its items follows from
 * their documents, so that a thousand documents do not rewrite a large record a thousand times.
 */
export const BatchRecordSchema = Type.Object({
  ...Type.Omit(BatchSchema, ['orgId', 'counts', 'documentCounts']).properties,
  account_id: Type.String(),
  org_id: NullableString(),
  player_id: NullableString({ description: 'The owning player of its characters' }),
  isSingle: Type.Boolean({ description: 'A single added document' }),
  items: Type.Array(BatchItemRecordSchema),
})
export type BatchRecord = Static<typeof BatchRecordSchema>

export const isBatchRunning = ({ status }: Pick<BatchRecord, 'status'>): boolean =>
  status === 'processing' || status === 'cancelling'
