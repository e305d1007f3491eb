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

/** Notes that a document is here and being read. False when nobody waits for it any more. */
export async function markProcessing(
  deps: TransitionDeps,
  document: DocumentRecord,
  { size, sentFilename: sent }: DownloadedDocument,
): Promise<boolean> {
  let isWanted = false
  await updateRunning(deps, document, (running, _, now) => {
    isWanted = true
    const filename = filenameFor(running, sent)
    return { documents: [{ ...running, status: 'processing', filename, fileSize: size, updatedAt: now }] }
  })
  return isWanted
}

/** The document is ready, and so are those that waited for the same file. */
export const markReady = (
  deps: TransitionDeps,
  document: DocumentRecord,
  read: ExtractedDocument,
): Promise<void> =>
  updateRunning(deps, document, (running, state, now) => {
    const copies = waitingForSameUrl(running, state).map((one) =>
      readyDocument({ ...one, origin: 'copied' }, read, now),
    )
    return completeIfDone(state, { documents: [readyDocument(running, read, now), ...copies] }, now)
  })

/**
 * The document failed, and so did those that waited for the same file. Open in the contract: one that has headers of
 * its own may be allowed what this one was not, so it goes on waiting and fetches by itself.
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

/** The work on a document got stuck: its batch fails with all that is left of it. */
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

/** Ends the batch of a document that is gone, when that was the last it waited for. */
export async function completeBatchWithout(
  { batches, clock }: TransitionDeps,
  { batchId }: Pick<DocumentRecord, 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await batches.update(batchId ?? '', (state) => completeIfDone(state, {}, now))
}

type Transition = (running: DocumentRecord, state: BatchWithDocuments, now: string) => BatchChange

/** Does nothing when the document is gone or was ended by someone else. */
async function updateRunning(
  { batches, clock }: TransitionDeps,
  document: DocumentRecord,
  settle: Transition,
) {
  const now = clock.now().toISOString()
  await batches.update(document.batchId ?? '', (state) => {
    const running = state.documents.find(({ id }) => id === document.id)
    return running !== undefined && isBeingIngested(running) ? settle(running, state, now) : {}
  })
}

const waitingForSameUrl = ({ url }: DocumentRecord, { documents }: BatchWithDocuments): DocumentRecord[] =>
  documents.filter((other) => other.status === 'queued' && other.url === url)

function readyDocument(
  document: DocumentRecord,
  { extraction, ...read }: ExtractedDocument,
  now: string,
): DocumentRecord {
  const { pageCount, totalTokens, passages } = extraction
  return {
    ...withoutHeaders(document),
    status: 'ready',
    filename: filenameFor(document, read.sentFilename),
    fileSize: read.size,
    chunkCount: passages.length,
    totalTokens,
    pageCount,
    file: read.file,
    passages_file: read.passages_file,
    updatedAt: now,
  }
}

const filenameFor = ({ isNamed, filename, url }: DocumentRecord, sent: string | null): string =>
  isNamed ? filename : filenameOf({ sent, url })

const documentError = ({ code, message, httpStatus }: DocumentFailure): DocumentError =>
  httpStatus === undefined ? { code, message } : { code, message, httpStatus }
