import type { DocumentError } from '../../contract/documents.js'
import type { BatchChange, BatchRepository, BatchWithDocuments } from '../batches/ports.js'
import { completeIfDone, failDocument, failUnfinished, withoutHeaders } from '../batches/transitions.js'
import type { Clock } from '../clock.js'
import type { DocumentFailure } from '../documents/failure.js'
import { filenameOf } from '../documents/filename.js'
import { type DocumentRecord, isBeingIngested } from '../documents/record.js'
import type { FileHash } from '../files/ports.js'
import type { ExtractedText } from './ports.js'

export type TransitionDeps = {
  readonly batches: Pick<BatchRepository, 'update'>
  readonly clock: Pick<Clock, 'now'>
}

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
  let isWanted = false
  await updateRunning(deps, document, (running, _, now) => {
    isWanted = true
    const filename = filenameFor(running, sentFilename)
    return { documents: [{ ...running, status: 'processing', filename, fileSize: size, updatedAt: now }] }
  })
  return isWanted
}

/** Marks the document as ready, with the documents of its batch that waited for the same URL. */
export const markReady = (
  deps: TransitionDeps,
  document: DocumentRecord,
  extracted: ExtractedDocument,
): Promise<void> =>
  updateRunning(deps, document, (running, state, now) => {
    const copies = waitingForSameUrl(running, state).map((one) =>
      readyDocument({ ...one, origin: 'copied' }, extracted, now),
    )
    return completeIfDone(state, { documents: [readyDocument(running, extracted, now), ...copies] }, now)
  })

/**
 * Marks the document as failed, with the documents of its batch that waited for the same URL. Open in the contract: one
 * with different request headers may be allowed to download, so it stays queued and downloads by itself.
 */
export const markFailed = (
  deps: TransitionDeps,
  document: DocumentRecord,
  failure: DocumentFailure,
): Promise<void> =>
  updateRunning(deps, document, (running, state, now) => {
    const alike = waitingForSameUrl(running, state).filter(({ variant }) => variant === running.variant)
    const error = documentError(failure)
    const documents = [running, ...alike].map((one) => failDocument(one, error, now))
    return completeIfDone(state, { documents }, now)
  })

/** Fails the unfinished documents of a batch after the ingestion of one of them stalled. */
export async function failStalledBatch(
  { batches, clock }: TransitionDeps,
  { id, batchId }: Pick<DocumentRecord, 'id' | 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await batches.update(batchId ?? '', (state) =>
    state.documents.some((document) => document.id === id && isBeingIngested(document))
      ? failUnfinished(state, now)
      : {},
  )
}

/** Ends the batch of a removed document, if that was its last unfinished one. */
export async function completeBatchWithout(
  { batches, clock }: TransitionDeps,
  { batchId }: Pick<DocumentRecord, 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await batches.update(batchId ?? '', (state) => completeIfDone(state, {}, now))
}

type Transition = (running: DocumentRecord, state: BatchWithDocuments, now: string) => BatchChange

/** Does nothing when the document was removed or is finished. */
async function updateRunning(
  { batches, clock }: TransitionDeps,
  document: DocumentRecord,
  transition: Transition,
) {
  const now = clock.now().toISOString()
  await batches.update(document.batchId ?? '', (state) => {
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
