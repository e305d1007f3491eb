import type { BatchRepository, BatchWithDocuments } from '../batches/ports.js'
import { completeIfDone, failDocument } from '../batches/transitions.js'
import type { Clock } from '../clock.js'
import { type DocumentRecord, isBeingIngested } from '../documents/record.js'

export type RecoverDeps = {
  readonly batches: Pick<BatchRepository, 'listRunning' | 'update'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * A document that is begun this often and never ends may be what kills the server. Those that were begun beside it are
 * counted, too, so that it takes more than a few crashes in a row.
 */
const MAX_ATTEMPTS = 12

/** Takes up what a server that is gone has left behind: begun documents wait again, batches without work end. */
export async function recoverBatches({ batches, clock }: RecoverDeps): Promise<void> {
  const now = clock.now().toISOString()
  for (const id of await batches.listRunning()) {
    await batches.update(id, (state) =>
      completeIfDone(state, { documents: requeueInterrupted(state, now) }, now),
    )
  }
}

/** Open in the contract: in a batch that was being cancelled, what was in flight goes on to its end, too. */
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

/** Lets a begun document wait again, as if it had not been begun. */
export async function requeueDocument(
  { batches, clock }: Pick<RecoverDeps, 'clock'> & { readonly batches: Pick<BatchRepository, 'update'> },
  { id, batchId }: Pick<DocumentRecord, 'id' | 'batchId'>,
): Promise<void> {
  const updatedAt = clock.now().toISOString()
  await batches.update(batchId ?? '', ({ documents }) => ({
    documents: documents
      .filter((document) => document.id === id && isBeingIngested(document))
      .map((document) => ({ ...document, status: 'queued', attempts: document.attempts - 1, updatedAt })),
  }))
}

/** How a claimed document begins. */
export const startAttempt = (document: DocumentRecord, now: string): DocumentRecord => ({
  ...document,
  status: 'fetching',
  attempts: document.attempts + 1,
  updatedAt: now,
})
