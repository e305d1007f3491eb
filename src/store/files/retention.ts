import type { BlobStore, ReceivedFile } from '../../domain/files/blob-store.js'
import type { FileHash, HeldFile } from '../../domain/files/ports.js'
import { createKeyedMutex } from '../../domain/keyed-mutex.js'
import { fileBlob } from './names.js'
import type { FileReferences } from './references.js'
import type { SharedHolds } from './shared-holds.js'
import type { Trash } from './trash.js'

export type FileRetention = {
  /** Keeps the file, whoever refers to it, until it is released. */
  hold(sha256: FileHash, size: number): HeldFile
  /** Stores a file that is held, once nobody is removing an equal one. */
  add(file: ReceivedFile): Promise<void>
  /** Keeps what the records refer to now, whatever becomes of them, until `unpin`. */
  pin(): void
  unpin(): void
  /** Waits until the files that are no longer needed are gone; resolves with why some are not, if so. */
  settle(): Promise<{ readonly failure?: unknown }>
}

export type RetentionDeps = {
  readonly blobs: Pick<BlobStore, 'add' | 'remove'>
  readonly references: FileReferences
  /** Resolves when every change made so far is durable. */
  readonly flush: () => Promise<void>
  /** Null: there is none. */
  readonly trash: Pick<Trash, 'remove'> | null
  readonly sharedHolds: SharedHolds
}

/** Removes a file when nobody holds it and no record refers to it any more. */
export function createRetention(deps: RetentionDeps): FileRetention {
  const { blobs, references, flush, trash, sharedHolds } = deps
  const holds = new Map<FileHash, number>()
  /** Of one file, adding and removing go one after the other. */
  const mutex = createKeyedMutex()
  const isNeeded = (sha256: FileHash) => holds.has(sha256) || references.has(sha256)
  const removals = createRemovals(async (sha256) => {
    // The change that let go of it is only now being made, and gets written at the end of this turn.
    await Promise.resolve()
    // Until it is durable that no record refers to it, a crash could bring one back that does.
    await flush()
    await mutex.runExclusive(sha256, async () => {
      // Whoever holds it from now on adds it again after this.
      if (isNeeded(sha256)) return
      await sharedHolds.removeAlone(sha256, async () => {
        // Others may have stored a record that refers to it.
        if (isNeeded(sha256)) return
        await blobs.remove(fileBlob(sha256))
        await trash?.remove(sha256)
      })
    })
  })
  const drop = (sha256: FileHash) => {
    removals.retry()
    const left = (holds.get(sha256) ?? 0) - 1
    if (left > 0) holds.set(sha256, left)
    else {
      holds.delete(sha256)
      sharedHolds.leave(sha256)
    }
    if (!isNeeded(sha256)) removals.start(sha256)
  }
  references.onDropped((sha256) => {
    if (!isNeeded(sha256)) removals.start(sha256)
  })
  const take = (sha256: FileHash) => holds.set(sha256, (holds.get(sha256) ?? 0) + 1)
  let pinned: readonly FileHash[] = []
  const pinInstead = (files: readonly FileHash[]) => {
    const before = pinned
    pinned = files
    pinned.forEach(take)
    before.forEach(drop)
  }

  return {
    hold(sha256, size) {
      take(sha256)
      let isHeld = true
      const release = () => {
        if (isHeld) drop(sha256)
        isHeld = false
      }
      return { sha256, size, release }
    },
    add: (file) =>
      mutex.runExclusive(file.sha256, async () => {
        await sharedHolds.enter(file.sha256)
        await blobs.add(fileBlob(file.sha256), file)
      }),
    pin: () => pinInstead([...references.all()]),
    unpin: () => pinInstead([]),
    settle: removals.settle,
  }
}

/** Removals that are under way, and those that failed: what they wait for could not be made durable, or the file stayed. */
function createRemovals(remove: (sha256: FileHash) => Promise<void>) {
  const running = new Set<Promise<void>>()
  const postponed = new Map<FileHash, unknown>()
  const start = (sha256: FileHash) => {
    const removal = remove(sha256).catch((error: unknown) => void postponed.set(sha256, error))
    running.add(removal)
    void removal.then(() => running.delete(removal))
  }
  const retry = () => {
    const again = [...postponed.keys()]
    postponed.clear()
    again.forEach(start)
  }
  return {
    start,
    /** Tries those again that failed. */
    retry,
    async settle() {
      retry()
      await Promise.all(running)
      const [failure] = postponed.values()
      return failure === undefined ? {} : { failure }
    },
  }
}
