import type { BlobStore } from '../../domain/files/blob-store.js'
import type { FileHash } from '../../domain/files/ports.js'
import { fileBlob, hashOf } from './names.js'
import type { FileReferences } from './references.js'
import type { Trash } from './trash.js'

export type Sweep = {
  readonly now: string
  /** Files of records that are known to have been deleted. */
  readonly deleted: ReadonlySet<FileHash>
  /** Leaves every whole file where it is. */
  readonly keepsOrphans: boolean
}

export type Swept = { readonly missing: readonly FileHash[]; readonly moved: number }

type SweepDeps = {
  readonly blobs: BlobStore
  readonly references: FileReferences
  readonly trash: Trash
}

/**
 * Puts files and records in step at a start. A file without a record goes for good only when its record is known to have
 * been deleted, and a crash came before the file went; any other may be all that is left of a loss, and goes to the trash.
 */
export async function sweepFiles(
  { blobs, references, trash }: SweepDeps,
  { now, deleted, keepsOrphans }: Sweep,
): Promise<Swept> {
  const present = new Set<FileHash>()
  const orphans = new Map<FileHash, number>()
  for await (const { name, size } of blobs.list('files')) {
    const sha256 = hashOf(name)
    if (references.has(sha256)) present.add(sha256)
    else orphans.set(sha256, size)
  }

  const missing: FileHash[] = []
  for (const sha256 of references.all()) {
    if (!present.has(sha256) && !(await trash.takeBack(sha256))) missing.push(sha256)
  }
  if (keepsOrphans) return { missing, moved: 0 }

  const removed = [...orphans.keys()].filter((sha256) => deleted.has(sha256))
  await Promise.all(removed.map((sha256) => blobs.remove(fileBlob(sha256))))
  for (const sha256 of removed) orphans.delete(sha256)
  await trash.removeExpired(now)
  return { missing, moved: await trash.add(orphans, now) }
}
