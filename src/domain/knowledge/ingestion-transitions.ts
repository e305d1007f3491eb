import type { DocumentError } from '../../contract/documents.js'
import type { BatchChange, BatchWithDocuments } from '../batches/ports.js'
import {
  completeIfDone,
  failDocument,
  failUnfinished,
  updateBatch,
  withoutHeaders,
} from '../batches/transitions.js'
import type { Clock } from '../clock.js'
import type { DocumentFailure } from '../documents/failure.js'
import { filenameOf } from '../documents/filename.js'
import { type DocumentRecord, isBeingIngested } from '../documents/record.js'
import type { FileHash } from '../files/ports.js'
import type { UnitOfWork } from '../unit-of-work.js'
import type { ExtractedText } from './ports.js'

export type TransitionDeps = UnitOfWork & { readonly clock: Pick<Clock, 'now'> }

type DownloadedDocument = { readonly size: number; readonly sentFilename: string | null }
type ExtractedDocument = DownloadedDocument & {
  readonly file: FileHash
  readonly passages_file: FileHash
  readonly extraction: ExtractedText
}

/** Records that a document was downloaded and is being read. False when it was removed or ended meanwhile. */
export async function markProcessing(
  deps: TransitionDeps,
  document: DocumentRecord,
  { size, sentFilename }: DownloadedDocument,
): Promise<boolean> {
  const state = await updateRunning(deps, document, (running, _, now) => {
    const filename = filenameFor(running, sentFilename)
    return { documents: [{ ...running, status: 'processing', filename, fileSize: size, updatedAt: now }] }
  })
  return state?.documents.some(({ id, status }) => id === document.id && status === 'processing') ?? false
}

/** Marks the document as ready, with the documents of its batch that waited for the same URL. */
export async function markReady(
  deps: TransitionDeps,
  document: DocumentRecord,
  extracted: ExtractedDocument,
): Promise<void> {
  await updateRunning(deps, document, (running, state, now) => {
    const copies = waitingForSameUrl(running, state).map((one) =>
      readyDocument({ ...one, origin: 'copied' }, extracted, now),
    )
    return completeIfDone(state, { documents: [readyDocument(running, extracted, now), ...copies] }, now)
  })
}

/**
 * Marks the document as failed, with the documents of its batch that waited for the same URL. Open in the contract: one
 * with different request headers may be allowed to download, so it stays queued and downloads by itself.
 */
export async function markFailed(
  deps: TransitionDeps,
  document: DocumentRecord,
  failure: DocumentFailure,
): Promise<void> {
  await updateRunning(deps, document, (running, state, now) => {
    const alike = waitingForSameUrl(running, state).filter(({ variant }) => variant === running.variant)
    const error = documentError(failure)
    const documents = [running, ...alike].map((one) => failDocument(one, error, now))
    return completeIfDone(state, { documents }, now)
  })
}

/** Fails the unfinished documents of a batch after the ingestion of one of them stalled. */
export async function failStalledBatch(
  { transact, clock }: TransitionDeps,
  { id, batchId }: Pick<DocumentRecord, 'id' | 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await updateBatch({ transact }, batchId ?? '', (state) =>
    state.documents.some((document) => document.id === id && isBeingIngested(document))
      ? failUnfinished(state, now)
      : {},
  )
}

/** Ends the batch of a removed document, if that was its last unfinished one. */
export async function completeBatchWithout(
  { transact, clock }: TransitionDeps,
  { batchId }: Pick<DocumentRecord, 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await updateBatch({ transact }, batchId ?? '', (state) => completeIfDone(state, {}, now))
}

type Transition = (running: DocumentRecord, state: BatchWithDocuments, now: string) => BatchChange

/** Does nothing when the document was removed or is finished. */
async function updateRunning(
  { transact, clock }: TransitionDeps,
  document: DocumentRecord,
  transition: Transition,
): Promise<BatchWithDocuments | undefined> {
  const now = clock.now().toISOString()
  return updateBatch({ transact }, document.batchId ?? '', (state) => {
    const running = state.documents.find(({ id }) => id === document.id)
    return running !== undefined && isBeingIngested(running) ? transition(running, state, now) : {}
  })
}

const waitingForSameUrl = ({ url }: DocumentRecord, { documents }: BatchWithDocuments): DocumentRecord[] =>
  documents.filter((other) => other.status === 'queued' && other.url === url)

function readyDocument(
  document: DocumentRecord,
  { extraction, ...downloaded }: ExtractedDocument,
  now: string,
): DocumentRecord {
  const { pageCount, totalTokens, passages } = extraction
  return {
    ...withoutHeaders(document),
    status: 'ready',
    filename: filenameFor(document, downloaded.sentFilename),
    fileSize: downloaded.size,
    chunkCount: passages.length,
    totalTokens,
    pageCount,
    file: downloaded.file,
    passages_file: downloaded.passages_file,
    updatedAt: now,
  }
}

const filenameFor = ({ isNamed, filename, url }: DocumentRecord, sent: string | null): string =>
  isNamed ? filename : filenameOf({ sent, url })

const documentError = ({ code, message, httpStatus }: DocumentFailure): DocumentError =>
  httpStatus === undefined ? { code, message } : { code, message, httpStatus }
