import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileHash, HeldFile } from '../../domain/files/ports.js'
import type { Database } from '../database.js'
import type { FileReferences } from './references.js'
import type { Trash } from './trash.js'

export type FileRetention = {
  /** Keeps the file, whoever refers to it, until it is released. */
  hold(sha256: FileHash, size: number): HeldFile
  /** Keeps what the records refer to now, whatever becomes of them, until `unpin`. */
  pin(): void
  unpin(): void
  /** Waits until the files that are no longer needed are gone. */
  settle(): Promise<void>
}

export type RetentionDeps = {
  /** Where the files are; called when it is first needed. */
  readonly folder: () => Promise<string>
  readonly references: FileReferences
  /** Calls back on every change of a record of the kind. */
  readonly follow: Database['follow']
  /** Resolves when every change made so far is durable. */
  readonly flush: () => Promise<void>
  /** Null: there is none. */
  readonly trash: Pick<Trash, 'remove'> | null
}

/** Removes a file when nobody holds it and no record refers to it any more. */
export function createRetention({ folder, references, follow, flush, trash }: RetentionDeps): FileRetention {
  const holds = new Map<FileHash, number>()
  const removals = new Set<Promise<void>>()

  const isNeeded = (sha256: FileHash) => holds.has(sha256) || references.has(sha256)

  const removeIfUnneeded = async (sha256: FileHash) => {
    // The change that let go of it is only now being made, and gets written at the end of this turn.
    await Promise.resolve()
    // Until it is durable that no record refers to it, a crash could bring one back that does.
    await flush()
    const path = join(await folder(), sha256)
    // Looked at and removed in one turn, so that no `put` of the same bytes comes between.
    if (isNeeded(sha256)) return
    rmSync(path, { force: true })
    trash?.remove(sha256)
  }
  /** Those that stayed because a change could not be made durable. */
  const postponed = new Set<FileHash>()
  const leave = (sha256: FileHash) => {
    const removal = removeIfUnneeded(sha256).catch(() => void postponed.add(sha256))
    removals.add(removal)
    void removal.then(() => removals.delete(removal))
  }
  const leavePostponed = () => {
    const again = [...postponed]
    postponed.clear()
    again.forEach(leave)
  }
  const drop = (sha256: FileHash) => {
    leavePostponed()
    const left = (holds.get(sha256) ?? 0) - 1
    if (left > 0) holds.set(sha256, left)
    else holds.delete(sha256)
    if (!isNeeded(sha256)) leave(sha256)
  }
  followReferrers({ references, follow }, (sha256) => {
    if (!isNeeded(sha256)) leave(sha256)
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
    pin: () => pinInstead([...references.all()]),
    unpin: () => pinInstead([]),
    async settle() {
      leavePostponed()
      await Promise.all(removals)
    },
  }
}

/** Calls back on every file that a record referred to before it was changed. */
function followReferrers(
  { references, follow }: Pick<RetentionDeps, 'references' | 'follow'>,
  listener: (sha256: FileHash) => void,
): void {
  for (const kind of references.kinds()) {
    follow(kind, ({ before }) => {
      if (before !== undefined) kind.filesOf?.(before).forEach(listener)
    })
  }
}
