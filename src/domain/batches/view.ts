import {
  BATCH_ITEM_STATUSES,
  type Batch,
  type BatchItem,
  type BatchItemDocument,
  type BatchItemStatus,
  type BatchWarning,
  type BatchWithItems,
} from '../../contract/batches.js'
import { DOCUMENT_STATUSES } from '../../contract/documents.js'
import { type DocumentRecord, isUnfinishedDocument } from '../documents/record.js'
import type { BatchWithDocuments } from './ports.js'
import type { BatchItemRecord } from './record.js'

/** The batch on the wire; its counts follow from its documents. */
export function viewBatch(state: BatchWithDocuments): Batch {
  const { id, status, org_id: orgId, createdAt, completedAt, expiresAt, retryOf } = state.batch
  const statuses = documentsByItem(state).map(([item, documents]) => itemStatus(item, documents))
  return {
    id,
    status,
    orgId,
    counts: { total: statuses.length, ...countsOf(BATCH_ITEM_STATUSES, statuses) },
    documentCounts: {
      total: state.documents.length,
      ...countsOf(
        DOCUMENT_STATUSES,
        state.documents.map((document) => document.status),
      ),
    },
    createdAt,
    completedAt,
    expiresAt,
    retryOf,
  }
}

export const viewBatchWithItems = (state: BatchWithDocuments): BatchWithItems => ({
  ...viewBatch(state),
  items: documentsByItem(state).map(([item, documents], index) => viewItem(item, index, documents)),
})

function documentsByItem({ batch, documents }: BatchWithDocuments): [BatchItemRecord, DocumentRecord[]][] {
  const byItem = batch.items.map((item): [BatchItemRecord, DocumentRecord[]] => [item, []])
  for (const document of documents) byItem[document.itemIndex]?.[1].push(document)
  return byItem
}

function countsOf<V extends string>(values: readonly V[], found: readonly V[]): Record<V, number> {
  const counts = values.map((value) => [value, found.filter((one) => one === value).length])
  // The cast is safe: there is an entry for each of the values.
  return Object.fromEntries(counts) as Record<V, number>
}

/** Documents decide when an item is finished, not whether it succeeds (docs/rest.md, Batches). */
function itemStatus({ error }: BatchItemRecord, documents: readonly DocumentRecord[]): BatchItemStatus {
  if (error !== null) return 'failed'
  if (!documents.some(isUnfinishedDocument)) return 'succeeded'
  return documents.every(({ status }) => status === 'queued') ? 'queued' : 'processing'
}

const viewItem = (item: BatchItemRecord, index: number, documents: readonly DocumentRecord[]): BatchItem => ({
  customId: item.customId,
  index,
  status: itemStatus(item, documents),
  characterId: item.characterId,
  documents: documents.map(viewItemDocument),
  error: item.error,
  warnings: [...item.warnings, ...documents.flatMap(warningsOf)],
})

const viewItemDocument = (document: DocumentRecord): BatchItemDocument => ({
  name: document.filename,
  url: document.sourceUrl,
  documentId: document.id,
  status: document.status,
  ...(document.status === 'ready' && {
    chunkCount: document.chunkCount,
    totalTokens: document.totalTokens,
  }),
  error: document.error,
})

function warningsOf({ status, origin, position, error }: DocumentRecord): BatchWarning[] {
  const path = `documents.${position}`
  if (status === 'failed') return [{ code: 'document_failed', message: error?.message ?? 'Failed', path }]
  if (status === 'cancelled')
    return [{ code: 'document_cancelled', message: 'Cancelled before it ran', path }]
  if (status !== 'ready' || origin !== 'copied') return []
  return [{ code: 'document_copied', message: 'Copied from another item with the same URL', path }]
}
