import { BoundedError } from '../../contract/bounded-error.js'
import { DomainError } from '../../domain/errors.js'
import { BlobStoreError } from '../../domain/files/blob-store.js'
import { StoreError } from '../../store/store-error.js'

/** Why the server cannot start, in one sentence, with a hint of what to do. Nothing was changed on disk. */
export class StartError extends BoundedError {
  override readonly name = 'StartError'

  constructor(
    message: string,
    /** Empty when the message suffices. */
    readonly hint: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Turns any expected failure of a start into a StartError; other errors are returned as they are. */
export function toStartError(error: unknown, { dataDir }: { readonly dataDir: string | null }): unknown {
  if (error instanceof StoreError || error instanceof BlobStoreError)
    return new StartError(error.message, error.hint, { cause: error })
  // A DomainError of the store about a failed write has the system error as its cause.
  const reason = error instanceof DomainError && error.cause !== undefined ? error.cause : error
  return systemErrorToStartError(
    reason,
    dataDir === null ? 'The temporary folder' : `The data folder ${dataDir}`,
    'Choose another with --data-dir, or keep records in memory with --ephemeral.',
  )
}

/** Turns an error of a system call into a StartError whose subject is `what`; other errors are returned as they are. */
export function systemErrorToStartError(error: unknown, what: string, hint: string): unknown {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (code === undefined || syscall === undefined || error instanceof StartError) return error
  return new StartError(`${what} cannot be written: ${REASONS.get(code) ?? code}.`, hint, { cause: error })
}

const REASONS = new Map([
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EEXIST', 'a file is in its place'],
  ['ENOTDIR', 'a file is in its place'],
  ['EISDIR', 'a folder is in its place'],
  ['ENOENT', 'its folder does not exist'],
  ['ENOTSUP', 'the file system does not support it'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'its symbolic links form a loop'],
])
