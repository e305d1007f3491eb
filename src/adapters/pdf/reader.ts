import { DOCUMENT_CHARACTERS, DOCUMENT_PAGES } from '../../contract/documents.js'
import type { Timers } from '../../domain/clock.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import type { ExtractedText, PdfReader } from '../../domain/knowledge/ports.js'
import { createSemaphore } from '../../domain/semaphore.js'
import { createWorkerPool, type WorkerPool } from '../worker-pool.js'
import type { PdfReadOutcome, PdfReadTask } from './worker-messages.js'

export type PdfReaderSettings = {
  /** The built `read.worker.js`. */
  readonly worker: URL
  /** Documents read at the same time, each in its own thread. */
  readonly threads: number
  readonly timers: Timers
  readonly limits?: Partial<PdfLimits>
}

/** Limits for one document. Exceeding one makes the document `pdf_unreadable`, as a retry would fail too. */
export type PdfLimits = {
  /** From the start in a thread. */
  readonly milliseconds: number
  readonly heapMegabytes: number
  /** Memory outside the heap: the file and its unpacked streams. */
  readonly bufferMegabytes: number
}

const LIMITS: PdfLimits = { milliseconds: 120_000, heapMegabytes: 512, bufferMegabytes: 320 }
const MEGABYTE = 2 ** 20

/**
 * Reads PDFs in worker threads. An array that covers its entire buffer is transferred, not copied, and is empty
 * afterwards.
 */
export function createPdfReader(settings: PdfReaderSettings): PdfReader & { close(): Promise<void> } {
  const limits = { ...LIMITS, ...settings.limits }
  const pool = openPool(settings, limits)
  const slots = createSemaphore(settings.threads)
  return {
    read: async (pdf, signal) => {
      if (!looksLikePdf(pdf)) throw new DocumentFailure('unsupported_type', 'The file is not a PDF')
      const release = await slots.acquire(signal)
      try {
        return unwrapOutcome(await runWithin({ pool, limits, timers: settings.timers }, { pdf, signal }))
      } finally {
        release()
      }
    },
    close: () => pool.destroy(),
  }
}

/** As other readers do, accepts the signature anywhere in the first 1024 bytes. */
function looksLikePdf(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.byteLength, 1024)).includes('%PDF-')
}

const openPool = ({ worker, threads }: PdfReaderSettings, limits: PdfLimits) =>
  createWorkerPool<PdfReadTask, PdfReadOutcome>({
    worker,
    name: 'readPdf',
    threads,
    heapMegabytes: limits.heapMegabytes,
    workerData: { bufferBytes: limits.bufferMegabytes * MEGABYTE },
  })

type Running = {
  readonly pool: WorkerPool<PdfReadTask, PdfReadOutcome>
  readonly limits: PdfLimits
  readonly timers: Timers
}

async function runWithin(
  { pool, limits, timers }: Running,
  { pdf, signal }: { pdf: Uint8Array; signal: AbortSignal },
): Promise<PdfReadOutcome> {
  const late = new AbortController()
  const cancelTimer = timers.after(limits.milliseconds, () => late.abort())
  const bytes = wholeBuffer(pdf)
  try {
    const task = { bytes, pages: DOCUMENT_PAGES, characters: DOCUMENT_CHARACTERS }
    return await pool.run(task, {
      transferList: [bytes.buffer],
      signal: AbortSignal.any([signal, late.signal]),
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (late.signal.aborted) throw unreadable('Reading the PDF takes too long', cause)
    if (isOutOfMemory(cause)) throw unreadable('Reading the PDF takes too much memory', cause)
    throw cause
  } finally {
    cancelTimer()
  }
}

/** Copies a view of a larger buffer, because transferring it would detach the views of others. */
const wholeBuffer = (pdf: Uint8Array): Uint8Array<ArrayBuffer> =>
  pdf.buffer instanceof ArrayBuffer && pdf.byteLength === pdf.buffer.byteLength
    ? new Uint8Array(pdf.buffer)
    : Uint8Array.from(pdf)

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const unreadable = (message: string, cause: unknown) =>
  new DocumentFailure('pdf_unreadable', message, { cause })

function unwrapOutcome(outcome: PdfReadOutcome): ExtractedText {
  if (outcome.ok) return outcome.extraction
  throw new DocumentFailure(outcome.code, outcome.message)
}
