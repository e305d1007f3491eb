import type { DocumentError } from '../../contract/documents.js'
import { type DocumentRecord, isUnfinishedDocument } from '../documents/record.js'
import type { BatchChange, BatchWithDocuments } from './ports.js'
import { type BatchRecord, isBatchRunning } from './record.js'

/** The change, and with it the end of the batch when that leaves nothing to be done. */
export function completeIfDone(
  { batch, documents }: BatchWithDocuments,
  change: BatchChange,
  now: string,
): BatchChange {
  const current = change.batch ?? batch
  const changed = new Map((change.documents ?? []).map((document) => [document.id, document]))
  const isOver = documents.every(({ id, status }) => !isUnfinishedDocument(changed.get(id) ?? { status }))
  return isOver && isBatchRunning(current) ? { ...change, batch: completedBatch(current, now) } : change
}

const completedBatch = (batch: BatchRecord, now: string): BatchRecord => ({
  ...batch,
  status: batch.status === 'cancelling' ? 'cancelled' : 'completed',
  completedAt: now,
})

/** Unstarted documents become cancelled; the rest finishes (docs/rest.md, Batches). */
export function cancelUnstarted({ batch, documents }: BatchWithDocuments, now: string): BatchChange {
  const unstarted = documents.filter(({ status }) => status === 'queued')
  return {
    batch: { ...batch, status: 'cancelling' },
    documents: unstarted.map((document) => ({
      ...withoutHeaders(document),
      status: 'cancelled',
      error: { code: 'cancelled', message: 'The batch was cancelled before this document ran' },
      updatedAt: now,
    })),
  }
}

/** A batch that stalled: what is left of it fails (docs/rest.md, Batches). */
export const failUnfinished = ({ batch, documents }: BatchWithDocuments, now: string): BatchChange => ({
  batch: { ...batch, status: 'failed', completedAt: now },
  documents: documents.filter(isUnfinishedDocument).map((document) => failDocument(document, STALLED, now)),
})

const STALLED: DocumentError = { code: 'executor_error', message: 'Processing stalled' }

export const failDocument = (
  document: DocumentRecord,
  error: DocumentError,
  now: string,
): DocumentRecord => ({
  ...withoutHeaders(document),
  status: 'failed',
  error,
  updatedAt: now,
})

/** They are deleted when the document finishes (docs/rest.md, Documents). */
export const withoutHeaders = (document: DocumentRecord): DocumentRecord => ({ ...document, headers: null })
