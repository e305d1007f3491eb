import { type Static, Type } from 'typebox'
import { BatchRequestSchema } from '../../contract/batch-requests.js'
import { BatchItemErrorSchema, BatchSchema, BatchWarningSchema } from '../../contract/batches.js'
import { NullableRef, NullableString, Ref } from '../../contract/shared.js'

const BatchItemRecordSchema = Type.Object({
  customId: Type.String(),
  characterId: NullableString(),
  request: Type.Union([Ref(BatchRequestSchema), Type.Null()], {
    description: 'To create the character again; only of an item that failed, and without document headers',
  }),
  error: NullableRef(BatchItemErrorSchema),
  warnings: Type.Array(Ref(BatchWarningSchema), { description: 'Those that no document says' }),
})
export type BatchItemRecord = Static<typeof BatchItemRecordSchema>

/**
 * What is stored of a batch. It is written when it is submitted, cancelled and finished: what becomes of its items is
 * told by their documents, so that a thousand documents do not rewrite a large record a thousand times.
 */
export const BatchRecordSchema = Type.Object({
  ...Type.Omit(BatchSchema, ['orgId', 'counts', 'documentCounts']).properties,
  account_id: Type.String(),
  org_id: NullableString(),
  player_id: NullableString({ description: 'Stamped on its characters' }),
  isSingle: Type.Boolean({ description: 'A document that was added on its own' }),
  items: Type.Array(BatchItemRecordSchema),
})
export type BatchRecord = Static<typeof BatchRecordSchema>

export const isBatchRunning = ({ status }: Pick<BatchRecord, 'status'>): boolean =>
  status === 'processing' || status === 'cancelling'
