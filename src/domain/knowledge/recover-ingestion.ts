import type { BatchRepository, BatchWithDocuments } from '../batches/ports.js'
import { completeIfDone, failDocument, updateBatch } from '../batches/transitions.js'
import type { Clock } from '../clock.js'
import { type DocumentRecord, isBeingIngested } from '../documents/record.js'
import type { UnitOfWork } from '../unit-of-work.js'

export type RecoverDeps = UnitOfWork & {
  readonly batches: Pick<BatchRepository, 'listRunning'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * A document that was started this often without an end may be what crashes the server. The limit is high because the
 * attempts of documents that ran at the same time count, too.
 */
const MAX_ATTEMPTS = 12

/** After a crash: returns interrupted documents to the queue and ends batches without unfinished documents. */
export async function recoverBatches({ batches, transact, clock }: RecoverDeps): Promise<void> {
  const now = clock.now().toISOString()
  for (const id of await batches.listRunning()) {
    await updateBatch({ transact }, id, (state) =>
      completeIfDone(state, { documents: requeueInterrupted(state, now) }, now),
    )
  }
}

/** Open in the contract: in a batch that is being cancelled, too, documents in flight run to their end. */
const requeueInterrupted = ({ documents }: BatchWithDocuments, now: string): DocumentRecord[] =>
  documents
    .filter(isBeingIngested)
    .map((document) =>
      document.attempts < MAX_ATTEMPTS
        ? { ...document, status: 'queued', updatedAt: now }
        : failDocument(
            document,
            { code: 'executor_error', message: 'Processing was interrupted too often' },
            now,
          ),
    )

/** Returns a started document to the queue, without counting the attempt. */
export async function requeueDocument(
  { transact, clock }: Pick<RecoverDeps, 'transact' | 'clock'>,
  { id, batchId }: Pick<DocumentRecord, 'id' | 'batchId'>,
): Promise<void> {
  const updatedAt = clock.now().toISOString()
  await updateBatch({ transact }, batchId ?? '', ({ documents }) => ({
    documents: documents
      .filter((document) => document.id === id && isBeingIngested(document))
      .map((document) => ({ ...document, status: 'queued', attempts: document.attempts - 1, updatedAt })),
  }))
}

/** A claimed document at the start of its ingestion. */
export const startAttempt = (document: DocumentRecord, now: string): DocumentRecord => ({
  ...document,
  status: 'fetching',
  attempts: document.attempts + 1,
  updatedAt: now,
})
