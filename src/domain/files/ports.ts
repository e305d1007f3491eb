/** Files are content-addressed: the SHA-256 of their bytes in lower-case hexadecimal. */
export type FileHash = string

/** A file that is not deleted before it is released, even while no record refers to it. */
export type HeldFile = {
  readonly sha256: FileHash
  /** Bytes. */
  readonly size: number
  /** From now on the file is kept only while a stored record refers to it. */
  release(): void
}

/** A file that was received completely. */
export type Upload = {
  readonly file: HeldFile
  /** As the sender names it; not trustworthy. */
  readonly filename: string
}

/** Receives the upload when it is called, passes it to `use`, and releases the file afterwards, also on failure. */
export type ReceiveUpload = <T>(use: (upload: Upload) => Promise<T>) => Promise<T>

/** Bytes `start` to `end`, both inclusive, as in HTTP (RFC 9110, 14.1.2). */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Avatars, documents, models, images. A file is kept while a stored record refers to it; there are no reference
 * counts to maintain.
 */
export interface FileStore {
  /**
   * Stores the bytes as they arrive, durably, and holds the file until the caller has stored the record that refers to
   * it: `const file = await files.put(…); try { … } finally { file.release() }`.
   * Undefined, with nothing stored, when there are more than `maxBytes`.
   */
  put(bytes: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<HeldFile | undefined>
  /** Its size in bytes; undefined when there is no such file. */
  size(sha256: FileHash): Promise<number | undefined>
  /**
   * The bytes of the file, or of a range, which is cut at the end of the file; undefined when there is no such file.
   * Iterating to the end or leaving the loop early closes it, so an opened file must be iterated.
   */
  open(sha256: FileHash, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
}
