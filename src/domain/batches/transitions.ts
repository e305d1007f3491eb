import type { DocumentError } from '../../contract/documents.js'
import { type DocumentRecord, isUnfinishedDocument } from '../documents/record.js'
import type { UnitOfWork } from '../unit-of-work.js'
import type { BatchChange, BatchWithDocuments } from './ports.js'
import { type BatchRecord, isBatchRunning } from './record.js'

/** Changes a batch and documents of it as one atomic change, and returns them as they are then; undefined when it is gone. */
export const updateBatch = (
  { transact }: UnitOfWork,
  id: string,
  change: (current: BatchWithDocuments) => BatchChange,
): Promise<BatchWithDocuments | undefined> =>
  transact(
    { batch: { kind: 'batches', id }, documents: { group: 'documentsOfBatch', of: id } },
    ({ batch, documents }) => {
      if (batch === undefined) return { writes: [], result: undefined }
      const changed = change({ batch, documents })
      const after = new Map((changed.documents ?? []).map((document) => [document.id, document]))
      return {
        writes: [
          ...[...after.values()].map((put) => ({ kind: 'documents' as const, put })),
          ...(changed.batch === undefined ? [] : [{ kind: 'batches' as const, put: changed.batch }]),
        ],
        result: {
          batch: changed.batch ?? batch,
          documents: documents.map((document) => after.get(document.id) ?? document),
        },
      }
    },
  )

/** Adds the end of the batch to a change that leaves no unfinished document. */
export function completeIfDone(
  { batch, documents }: BatchWithDocuments,
  change: BatchChange,
  now: string,
): BatchChange {
  const current = change.batch ?? batch
  const changed = new Map((change.documents ?? []).map((document) => [document.id, document]))
  const isFinished = documents.every(({ id, status }) => !isUnfinishedDocument(changed.get(id) ?? { status }))
  return isFinished && isBatchRunning(current) ? { ...change, batch: completedBatch(current, now) } : change
}

const completedBatch = (batch: BatchRecord, now: string): BatchRecord => ({
  ...batch,
  status: batch.status === 'cancelling' ? 'cancelled' : 'completed',
  completedAt: now,
})

/** Cancels documents that have not been started; the others run to their end (docs/rest.md, Batches). */
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

/** Fails a stalled batch with its unfinished documents (docs/rest.md, Batches). */
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

/** The headers are deleted when the document is finished (docs/rest.md, Documents). */
export const withoutHeaders = (document: DocumentRecord): DocumentRecord => ({ ...document, headers: null })
