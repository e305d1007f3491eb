import type { DocumentErrorCode } from '../../contract/documents.js'
import type { ExtractedText } from '../../domain/knowledge/ports.js'

/** Sent to the worker thread. */
export type PdfReadTask = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Maximum numbers of pages and characters. */
  readonly pages: number
  readonly characters: number
}

/** The worker's answer. Failures are data, because errors lose their class between threads. */
export type PdfReadOutcome =
  | { readonly ok: true; readonly extraction: ExtractedText }
  | { readonly ok: false; readonly code: DocumentErrorCode; readonly message: string }
