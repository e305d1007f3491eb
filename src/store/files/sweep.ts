import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileHash } from '../../domain/files/ports.js'
import { FILE_NAME } from './file-name.js'
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
  readonly folder: string
  readonly references: FileReferences
  readonly trash: Trash
}

export const INCOMING = 'incoming-'

/**
 * Puts files and records in step at a start. A file without a record goes for good only when its record is known to have
 * been deleted, and a crash came before the file went; any other may be all that is left of a loss, and goes to the trash.
 */
export async function sweepFiles(
  { folder, references, trash }: SweepDeps,
  { now, deleted, keepsOrphans }: Sweep,
): Promise<Swept> {
  const names = new Set(await readdir(folder))
  const remove = (name: string) => rm(join(folder, name))
  // Nobody was ever told that these are stored.
  for (const name of names) if (name.startsWith(INCOMING)) await remove(name)

  const missing: FileHash[] = []
  for (const sha256 of references.all()) {
    if (names.has(sha256)) continue
    if (!(await trash.takeBack(sha256, join(folder, sha256)))) missing.push(sha256)
  }
  if (keepsOrphans) return { missing, moved: 0 }

  const orphans = [...names].filter((name) => FILE_NAME.test(name) && !references.has(name))
  for (const name of orphans) if (deleted.has(name)) await remove(name)
  await trash.removeExpired(now)
  const lost = orphans.filter((name) => !deleted.has(name)).map((name) => [name, join(folder, name)] as const)
  return { missing, moved: await trash.add(new Map(lost), now) }
}
