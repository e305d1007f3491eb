import { BoundedError } from '../../contract/bounded-error.js'
import type { ByteRange, FileHash } from './ports.js'

/** `files/<sha256>`, or `trash/<time>/<sha256>` for a file that waits to be removed. */
export type BlobName = `files/${FileHash}` | `trash/${string}/${FileHash}`
export type BlobFolder = 'files' | 'trash'

/** A file that was received completely and lies on this machine. */
export type ReceivedFile = {
  readonly sha256: FileHash
  /** Bytes. */
  readonly size: number
  readonly path: string
  /** Opens the bytes; may be called again, for another attempt. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * Where the bytes of files are kept, by name. It knows nothing of records, and holds nothing back: whoever calls it sees to
 * it that nobody adds what somebody else removes. Every method rejects with a BlobStoreError when what is behind it fails.
 */
export interface BlobStore {
  /** For messages and logs; without credentials. */
  readonly shown: string
  /** Stores the file durably, entirely or not at all; where it is already, nothing changes. It may leave its path. */
  add(name: BlobName, file: ReceivedFile): Promise<void>
  /** In bytes; undefined when there is no such blob. */
  size(name: BlobName): Promise<number | undefined>
  /** The bytes of a range that lies within the blob, opened with the first read. */
  read(name: BlobName, range: ByteRange): AsyncIterable<Uint8Array>
  /** Gives a blob another name, in place of what has it; false when there is no such blob. */
  move(from: BlobName, to: BlobName): Promise<boolean>
  /** Does nothing when there is no such blob. */
  remove(name: BlobName): Promise<void>
  /** What is there, in no order; names that are none of ours are left out. */
  list(folder: BlobFolder): AsyncIterable<{ readonly name: BlobName; readonly size: number }>
  /** Why the last operation failed; null when it did not. */
  failure(): string | null
}

/** Room for blobs elsewhere than in the data folder, which belongs to one data folder. */
export interface BlobBucket {
  /** For messages and logs; without credentials. */
  readonly shown: string
  /** Rejects when it cannot be used, or belongs to another data folder than the one with this id. Leaves it as it is. */
  check(owner: string | undefined): Promise<void>
  /** Takes it for the data folder with this id, if nobody has it. Rejects as `check` does. */
  claim(owner: string): Promise<BlobStore>
}

type BlobStoreErrorOptions = ErrorOptions & {
  readonly hint?: string
  readonly retryAfterSeconds?: number | undefined
  /** There is no room left. */
  readonly isFull?: boolean
}

/** Why blobs cannot be reached or stored: one sentence for who runs the server, and what to do about it. */
export class BlobStoreError extends BoundedError {
  override readonly name = 'BlobStoreError'
  /** Empty when the sentence says it already. */
  readonly hint: string
  readonly retryAfterSeconds: number | undefined
  readonly isFull: boolean

  constructor(
    message: string,
    { hint = '', retryAfterSeconds, isFull = false, ...options }: BlobStoreErrorOptions = {},
  ) {
    super(message, options)
    this.hint = hint
    this.retryAfterSeconds = retryAfterSeconds
    this.isFull = isFull
  }
}
