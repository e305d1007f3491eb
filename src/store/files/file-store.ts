import { diskFull, domainError, explainDiskFull } from '../../domain/errors.js'
import { type BlobStore, BlobStoreError, type ReceivedFile } from '../../domain/files/blob-store.js'
import type { FileHash, FileStore, HeldFile } from '../../domain/files/ports.js'
import { FILE_NAME, fileBlob } from './names.js'
import { createReceiver } from './receive.js'
import { createRetention, type FileRetention, type RetentionDeps } from './retention.js'
import { createSharedHolds, NO_OTHER_HOLDS, type VisibleLeases } from './shared-holds.js'
import { type Sweep, type Swept, sweepFiles } from './sweep.js'
import type { Trash } from './trash.js'

type Files = FileStore &
  Pick<FileRetention, 'pin' | 'unpin' | 'settle'> & {
    /** Moves what no record refers to into the trash. For the start only. */
    sweep(sweep: Sweep): Promise<Swept>
    /** How many files records refer to, and were not there at the sweep, nor came since. */
    missing(): number
  }

type FileStoreDeps = Omit<RetentionDeps, 'trash' | 'blobs' | 'sharedHolds'> & {
  readonly blobs: BlobStore
  /** Where files are while they are received. */
  readonly incoming: () => Promise<string>
  readonly trash: Trash | null
  /** Present where other processes have the same files. */
  readonly holds?: VisibleLeases | undefined
}

/** Files by their content, wherever their bytes are. */
export function createFileStore(deps: FileStoreDeps): Files {
  const { blobs, references, trash } = deps
  const sharedHolds = deps.holds === undefined ? NO_OTHER_HOLDS : createSharedHolds(deps.holds)
  const { hold, add, pin, unpin, settle } = createRetention({ ...deps, sharedHolds })
  const receiver = createReceiver(deps.incoming)
  const missing = new Set<FileHash>()

  const keep = async (file: ReceivedFile): Promise<HeldFile> => {
    const held = hold(file.sha256, file.size)
    try {
      await add(file)
      missing.delete(file.sha256)
      return held
    } catch (error) {
      held.release()
      throw error
    }
  }
  const size = async (sha256: FileHash): Promise<number | undefined> =>
    FILE_NAME.test(sha256) ? orFailure(blobs.size(fileBlob(sha256))) : undefined

  return {
    put: (bytes, limit) => orFailure(receiver.receive(bytes, limit, keep)),
    size,
    async open(sha256, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const stored = await size(sha256)
      if (stored === undefined) return undefined
      const last = Math.min(end, stored - 1)
      return last < start ? nothing() : withFailures(blobs.read(fileBlob(sha256), { start, end: last }))
    },
    pin,
    unpin,
    settle,
    async sweep(sweep) {
      if (trash === null) return { missing: [], moved: 0 }
      await receiver.clear()
      const swept = await sweepFiles({ blobs, references, trash }, sweep)
      for (const sha256 of swept.missing) missing.add(sha256)
      return swept
    },
    missing: () => [...missing].filter(references.has).length,
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** What of the blobs or of the disk fails is an expected failure for whoever asked. */
function explain(error: unknown): unknown {
  if (!(error instanceof BlobStoreError)) return explainDiskFull(error)
  if (error.isFull) return diskFull(error)
  const { retryAfterSeconds } = error
  return domainError('filesUnreachable', {
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

async function orFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw explain(error)
  }
}

async function* withFailures(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw explain(error)
  }
}
