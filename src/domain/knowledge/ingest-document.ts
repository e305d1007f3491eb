import { DOCUMENT_BYTES } from '../../contract/documents.js'
import { DocumentFailure } from '../documents/failure.js'
import type { DocumentOrigin, HeaderEncryption } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import type { FileHash, FileStore, HeldFile } from '../files/ports.js'
import type { Log } from '../log.js'
import { markFailed, markProcessing, markReady, type TransitionDeps } from './ingestion-transitions.js'
import { encodePassages } from './passage-file.js'
import type { ExtractedText, PdfReader } from './ports.js'
import { requeueDocument } from './recover-ingestion.js'

export type IngestDeps = TransitionDeps & {
  readonly origin: DocumentOrigin
  readonly reader: PdfReader
  readonly files: FileStore
  readonly headers: Pick<HeaderEncryption, 'decrypt'>
  readonly log: Log
}

type IngestionRun = {
  /** Aborts the work; the document goes back into the queue. */
  readonly signal: AbortSignal
  /** Called whenever the work makes progress. */
  readonly heartbeat: () => void
}

/** The passages of the largest document, with overlaps, as JSON. */
const MAX_PASSAGES_BYTES = 2 ** 27

/** Downloads, stores and reads a claimed document; a failure is recorded in its `error`. */
export async function ingestDocument(
  deps: IngestDeps,
  document: DocumentRecord,
  work: IngestionRun,
): Promise<void> {
  try {
    const { file, filename } = await download(deps, document, work)
    try {
      await extractText(deps, document, { ...work, file, filename })
    } finally {
      file.release()
    }
  } catch (error) {
    if (work.signal.aborted) return await requeueDocument(deps, document)
    await markFailed(deps, document, failureOf(deps, error))
  }
}

async function download(
  { origin, headers, files }: IngestDeps,
  document: DocumentRecord,
  work: IngestionRun,
) {
  const { id, url } = document
  const sent = document.headers === null ? {} : await headers.decrypt(id, document.headers)
  const opened = await origin.open({ url, headers: sent }, work.signal)
  work.heartbeat()
  const file = await asStorageFailure(
    files.put(withHeartbeat(opened.bytes, work.heartbeat), { maxBytes: DOCUMENT_BYTES }),
  )
  if (file === undefined) throw new DocumentFailure('fetch_too_large', 'The file is larger than 50 MB')
  return { file, filename: opened.filename }
}

type DownloadedFile = IngestionRun & { readonly file: HeldFile; readonly filename: string | null }

async function extractText(
  deps: IngestDeps,
  document: DocumentRecord,
  { file, filename, signal, heartbeat }: DownloadedFile,
): Promise<void> {
  if (!(await markProcessing(deps, document, { size: file.size, sentFilename: filename }))) return
  const extraction = await deps.reader.read(await asStorageFailure(readAll(deps.files, file)), signal)
  heartbeat()
  const passages = await storePassages(deps.files, extraction)
  try {
    signal.throwIfAborted()
    await markReady(deps, document, {
      ...hashes(file, passages),
      extraction,
      size: file.size,
      sentFilename: filename,
    })
  } finally {
    passages.release()
  }
}

const hashes = (file: HeldFile, passages: HeldFile): { file: FileHash; passages_file: FileHash } => ({
  file: file.sha256,
  passages_file: passages.sha256,
})

async function storePassages(files: FileStore, { passages }: ExtractedText): Promise<HeldFile> {
  const file = await asStorageFailure(files.put(encodePassages(passages), { maxBytes: MAX_PASSAGES_BYTES }))
  if (file === undefined) throw new DocumentFailure('too_much_text', 'The text is too long to be stored')
  return file
}

async function readAll(files: FileStore, { sha256, size }: HeldFile): Promise<Uint8Array> {
  const bytes = await files.open(sha256)
  if (bytes === undefined) throw new DocumentFailure('ingest_failed', 'The stored file is gone')
  const content = new Uint8Array(size)
  let end = 0
  for await (const chunk of bytes) {
    content.set(chunk, end)
    end += chunk.length
  }
  return content
}

async function* withHeartbeat(
  bytes: AsyncIterable<Uint8Array>,
  heartbeat: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    heartbeat()
    yield chunk
  }
}

/** Keeps the failures of the download; every other error here comes from the storage. */
async function asStorageFailure<T>(storing: Promise<T>): Promise<T> {
  try {
    return await storing
  } catch (cause) {
    if (cause instanceof DocumentFailure) throw cause
    throw new DocumentFailure('ingest_failed', 'The document could not be stored', { cause })
  }
}

function failureOf({ log }: Pick<IngestDeps, 'log'>, error: unknown): DocumentFailure {
  if (error instanceof DocumentFailure && error.cause === undefined) return error
  if (error instanceof DocumentFailure && error.code !== 'ingest_failed') return error
  log.error('a document could not be ingested', { error })
  if (error instanceof DocumentFailure) return error
  return new DocumentFailure('executor_error', 'Processing hit an unexpected error', { cause: error })
}
