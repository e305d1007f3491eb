/** Files are named by their content: the SHA-256 of their bytes in lower-case hexadecimal. */
export type FileHash = string

/** A file that stays, whoever refers to it, until it is let go. */
export type HeldFile = {
  readonly sha256: FileHash
  /** Bytes. */
  readonly size: number
  /** From here on the file stays only for as long as a stored record refers to it. */
  release(): void
}

/** A file that somebody sent, complete. */
export type Upload = {
  readonly file: HeldFile
  /** As the sender calls it; nothing but a word of theirs. */
  readonly filename: string
}

/** Takes in an upload once that is called for, and lets go of it after its use, whatever comes of that. */
export type ReceiveUpload = <T>(use: (upload: Upload) => Promise<T>) => Promise<T>

/** Bytes `start` to `end`, both included, as in HTTP (RFC 9110, 14.1.2). */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Avatars, documents, models, images. Nobody counts references: a file stays for as long as a stored record
 * refers to it, and goes with the last one.
 */
export interface FileStore {
  /**
   * Stores the bytes while they come in, durably, and holds the file until the caller has stored the record that
   * refers to it: `const file = await files.put(…); try { … } finally { file.release() }`.
   * Undefined, with nothing kept, when there are more than `maxBytes`.
   */
  put(bytes: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<HeldFile | undefined>
  /** How many bytes the file has; undefined when there is none. */
  size(sha256: FileHash): Promise<number | undefined>
  /**
   * The bytes of the file, or of a range, which is cut at the file's end; undefined when there is no such file.
   * Reading to the end or stopping early closes it: read it, once opened.
   */
  open(sha256: FileHash, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
}
