import { BoundedError } from '../../contract/bounded-error.js'
import type { FileHash } from '../files/ports.js'
import type { DocumentRecord, PassageVectors } from './record.js'

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

export interface DocumentRepository {
  find(id: string): Promise<DocumentRecord | undefined>
  /** Of a character, oldest first; those of one item in their order. */
  list(characterId: string): Promise<DocumentRecord[]>
  /** What `check` throws leaves the document where it is; it sees the record that is removed. */
  remove(id: string, check: (current: DocumentRecord) => void): Promise<boolean>
  /**
   * Stores copies of ready documents for characters that are there. Rejects with DocumentsGone, with `not_found` when
   * a character is gone, and with `invalid` when one would have more than ten.
   */
  attach(copies: Attachments): Promise<void>
  /** Notes the vectors of passages on every document that has these; false when none has them any more. */
  recordVectors(passages: FileHash, vectors: PassageVectors): Promise<boolean>
}

/** Copies, and the documents that they were made of: those must still be there when the copies are stored. */
export type Attachments = {
  readonly documents: readonly DocumentRecord[]
  readonly sources: readonly string[]
}

/** Somebody deleted a document while a copy of it was being made. */
export class SourceDocumentsDeleted extends BoundedError {
  override readonly name = 'DocumentsGone'
  constructor(readonly ids: readonly string[]) {
    super('documents to copy are gone')
  }
}

/** Keeps request headers of documents encrypted under a key of each document, which goes when the document ends. */
export interface HeaderEncryption {
  /** Makes the document's key; what it returns may be stored. */
  encrypt(documentId: string, headers: DocumentSource['headers']): Promise<string>
  /** None when the key is gone. */
  decrypt(documentId: string, sealed: string): Promise<DocumentSource['headers']>
  /** Removes the keys of what was sealed for documents that were then not stored. */
  deleteKeys(sealed: readonly string[]): Promise<void>
}
