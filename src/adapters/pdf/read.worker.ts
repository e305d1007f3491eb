import { workerData } from 'piscina'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { cutIntoPassages } from '../../domain/documents/passages.js'
import { readPages } from './extract.js'
import { limitBuffers } from './memory.js'
import type { Outcome, ReadTask } from './outcome.js'
import { turnLigatures } from './right-to-left.js'

limitBuffers((workerData as { readonly bufferBytes: number }).bufferBytes)
turnLigatures()

/** One document, in its own thread. */
export async function readPdf(task: ReadTask): Promise<Outcome> {
  try {
    const pages = await readPages(task)
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    // Text of a document that looks like a special token is text.
    const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() })
    return { ok: true, extraction: { pageCount: pages.length, ...cutIntoPassages(pages, count) } }
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error
    return { ok: false, code: error.code, message: error.message }
  }
}
