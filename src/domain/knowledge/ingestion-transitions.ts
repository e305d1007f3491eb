import type { DocumentError } from '../../contract/documents.js'
import { failed, stalled, withEnd, withoutHeaders } from '../batches/finish.js'
import type { BatchChange, BatchState, BatchStore } from '../batches/ports.js'
import type { Clock } from '../clock.js'
import type { DocumentFailure } from '../documents/failure.js'
import { filenameOf } from '../documents/filename.js'
import type { ExtractedText } from '../documents/ports.js'
import { type DocumentRecord, isRunning } from '../documents/record.js'
import type { FileHash } from '../files/ports.js'

export type SettleDeps = {
  readonly batches: Pick<BatchStore, 'update'>
  readonly clock: Pick<Clock, 'now'>
}

type Arrived = { readonly size: number; readonly sent: string | null }
type Read = Arrived & {
  readonly file: FileHash
  readonly passages_file: FileHash
  readonly extraction: ExtractedText
}

/** Notes that a document is here and being read. False when nobody waits for it any more. */
export async function startProcessing(
  deps: SettleDeps,
  document: DocumentRecord,
  { size, sent }: Arrived,
): Promise<boolean> {
  let isWanted = false
  await change(deps, document, (running, _, now) => {
    isWanted = true
    const filename = nameOf(running, sent)
    return { documents: [{ ...running, status: 'processing', filename, fileSize: size, updatedAt: now }] }
  })
  return isWanted
}

/** The document is ready, and so are those that waited for the same file. */
export const settleReady = (deps: SettleDeps, document: DocumentRecord, read: Read): Promise<void> =>
  change(deps, document, (running, state, now) => {
    const copies = waitingFor(running, state).map((one) => ready({ ...one, origin: 'copied' }, read, now))
    return withEnd(state, { documents: [ready(running, read, now), ...copies] }, now)
  })

/**
 * The document failed, and so did those that waited for the same file. Open in the contract: one that has headers of
 * its own may be allowed what this one was not, so it goes on waiting and fetches by itself.
 */
export const settleFailed = (
  deps: SettleDeps,
  document: DocumentRecord,
  failure: DocumentFailure,
): Promise<void> =>
  change(deps, document, (running, state, now) => {
    const alike = waitingFor(running, state).filter(({ variant }) => variant === running.variant)
    const error = errorOf(failure)
    const documents = [running, ...alike].map((one) => failed(one, error, now))
    return withEnd(state, { documents }, now)
  })

/** The work on a document got stuck: its batch fails with all that is left of it. */
export async function settleStalled(
  { batches, clock }: SettleDeps,
  { id, batchId }: Pick<DocumentRecord, 'id' | 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await batches.update(batchId ?? '', (state) =>
    state.documents.some((document) => document.id === id && isRunning(document)) ? stalled(state, now) : {},
  )
}

/** Ends the batch of a document that is gone, when that was the last it waited for. */
export async function settleWithout(
  { batches, clock }: SettleDeps,
  { batchId }: Pick<DocumentRecord, 'batchId'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await batches.update(batchId ?? '', (state) => withEnd(state, {}, now))
}

type Settle = (running: DocumentRecord, state: BatchState, now: string) => BatchChange

/** Does nothing when the document is gone or was ended by someone else. */
async function change({ batches, clock }: SettleDeps, document: DocumentRecord, settle: Settle) {
  const now = clock.now().toISOString()
  await batches.update(document.batchId ?? '', (state) => {
    const running = state.documents.find(({ id }) => id === document.id)
    return running !== undefined && isRunning(running) ? settle(running, state, now) : {}
  })
}

const waitingFor = ({ url }: DocumentRecord, { documents }: BatchState): DocumentRecord[] =>
  documents.filter((other) => other.status === 'queued' && other.url === url)

function ready(document: DocumentRecord, { extraction, ...read }: Read, now: string): DocumentRecord {
  const { pageCount, totalTokens, passages } = extraction
  return {
    ...withoutHeaders(document),
    status: 'ready',
    filename: nameOf(document, read.sent),
    fileSize: read.size,
    chunkCount: passages.length,
    totalTokens,
    pageCount,
    file: read.file,
    passages_file: read.passages_file,
    updatedAt: now,
  }
}

const nameOf = ({ isNamed, filename, url }: DocumentRecord, sent: string | null): string =>
  isNamed ? filename : filenameOf({ sent, url })

const errorOf = ({ code, message, httpStatus }: DocumentFailure): DocumentError =>
  httpStatus === undefined ? { code, message } : { code, message, httpStatus }
