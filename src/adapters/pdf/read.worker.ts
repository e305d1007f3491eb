import { workerData } from 'piscina'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { splitIntoPassages } from '../../domain/knowledge/split-passages.js'
import { limitBuffers, preserveLigatureOrder } from './patch-globals.js'
import { readPages } from './read-pages.js'
import type { PdfReadOutcome, PdfReadTask } from './worker-messages.js'

limitBuffers((workerData as { readonly bufferBytes: number }).bufferBytes)
preserveLigatureOrder()

/** Damaged files make pdfjs reject promises that nobody awaits, which would end the thread. */
const strays = new Set<(error: unknown) => void>()
process.on('unhandledRejection', (error) => {
  for (const fail of strays) fail(error)
})

/** Called by Piscina in a worker thread. */
export async function readPdf(task: PdfReadTask): Promise<PdfReadOutcome> {
  try {
    const pages = await orStray(readPages(task))
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    // Special tokens in a document are plain text.
    const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() })
    return { ok: true, extraction: { pageCount: pages.length, ...splitIntoPassages(pages, count) } }
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error
    return { ok: false, code: error.code, message: error.message }
  }
}

/** Also fails when pdfjs reports an error by an unhandled rejection. */
async function orStray<T>(reading: Promise<T>): Promise<T> {
  let fail: (error: unknown) => void = () => undefined
  const stray = new Promise<never>((_, reject) => {
    fail = (cause) => reject(new DocumentFailure('pdf_unreadable', 'The PDF is damaged', { cause }))
  })
  strays.add(fail)
  try {
    return await Promise.race([reading, stray])
  } finally {
    strays.delete(fail)
  }
}
