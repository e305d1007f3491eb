import type { DocumentErrorCode } from '../../contract/documents.js'
import type { ExtractedText } from '../../domain/knowledge/ports.js'

/** What goes to the worker thread. */
export type PdfReadTask = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** More pages or characters than these are refused. */
  readonly pages: number
  readonly characters: number
}

/** What comes back: errors lose their class between threads, so a failure comes as data. */
export type PdfReadOutcome =
  | { readonly ok: true; readonly extraction: ExtractedText }
  | { readonly ok: false; readonly code: DocumentErrorCode; readonly message: string }
