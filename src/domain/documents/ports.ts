import { BoundedError } from '../../contract/bounded-error.js'
import type { FileHash } from '../files/ports.js'
import type { DocumentRecord, PassageVectors } from './record.js'

/** Where to download a document. */
export type DocumentSource = {
  readonly url: string
  /** Sent to the origin of `url` only, not to redirect targets on other origins. */
  readonly headers: Readonly<Record<string, string>>
}

/** A response of the origin, its body not read yet. */
export type OpenedDocument = {
  /** The file name from the response headers. */
  readonly filename: string | null
  /** The body as it arrives. Throws a DocumentFailure when it stalls, takes too long or is too large. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface DocumentOrigin {
  /**
   * Requests the document, within the contract's limits (Limits, ingestion) and from public addresses only.
   * Throws a DocumentFailure with one of the `fetch_…` codes.
   */
  open(source: DocumentSource, signal: AbortSignal): Promise<OpenedDocument>
}

export interface DocumentRepository {
  find(id: string): Promise<DocumentRecord | undefined>
  /** Those that exist, in the order of the ids. */
  findMany(ids: readonly string[]): Promise<DocumentRecord[]>
  /** The documents of a character, oldest first; those of one batch item in their order. */
  list(characterId: string): Promise<DocumentRecord[]>
  /**
   * Stores copies of ready documents for existing characters. Rejects with SourceDocumentsDeleted, with `not_found` when
   * a character is gone, and with `invalid` when one would have more than ten.
   */
  attach(copies: Attachments): Promise<void>
  /** Records the vectors on every document with these passages; false when there is none. */
  recordVectors(passages: FileHash, vectors: PassageVectors): Promise<boolean>
}

/** Copies, and the ids of their sources, which must still exist when the copies are stored. */
export type Attachments = {
  readonly documents: readonly DocumentRecord[]
  readonly sources: readonly string[]
}

/** Source documents were deleted before their copies were stored. */
export class SourceDocumentsDeleted extends BoundedError {
  override readonly name = 'SourceDocumentsDeleted'
  constructor(readonly ids: readonly string[]) {
    super('Source documents were deleted')
  }
}

/** Encrypts the request headers of each document under a key of its own, which is deleted when the document is finished. */
export interface HeaderEncryption {
  /** Creates the document's key and returns the ciphertext. */
  encrypt(documentId: string, headers: DocumentSource['headers']): Promise<string>
  /** Empty when the key was deleted. */
  decrypt(documentId: string, encrypted: string): Promise<DocumentSource['headers']>
  /** Deletes the keys of documents that were not stored after all. */
  deleteKeys(encrypted: readonly string[]): Promise<void>
}
