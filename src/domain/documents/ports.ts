/** Where a document comes from. */
export type DocumentSource = {
  readonly url: string
  /** Sent to the origin of `url` only, never to one that it redirects to. */
  readonly headers: Readonly<Record<string, string>>
}

/** An answer of the origin, its body still to be read. */
export type OpenedDocument = {
  /** The name that the origin sends with it. */
  readonly filename: string | null
  /** Bytes as they come. Throws a DocumentFailure when they stop, take too long or are too many. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface DocumentOrigin {
  /**
   * Asks for the document, within the contract's limits (Limits, ingestion) and never at an address that is not
   * public. Throws a DocumentFailure with one of the `fetch_…` codes.
   */
  open(source: DocumentSource, signal: AbortSignal): Promise<OpenedDocument>
}

/** A piece of a document that is searched and quoted as one. */
export type Passage = {
  readonly text: string
  readonly tokens: number
  /** Pages count from 1. */
  readonly firstPage: number
  readonly lastPage: number
}

/** The text of a document, in reading order. */
export type Extraction = {
  readonly pageCount: number
  /** Tokens of the whole text, overlaps of passages counted once. */
  readonly totalTokens: number
  readonly passages: readonly Passage[]
}

export interface PdfReader {
  /**
   * Reads the text of a PDF away from the server's thread, within limits of time and memory.
   * Throws a DocumentFailure: `unsupported_type`, `pdf_unreadable`, `too_many_pages`, `too_much_text` or
   * `no_extractable_text`.
   */
  read(pdf: Uint8Array, signal: AbortSignal): Promise<Extraction>
}
