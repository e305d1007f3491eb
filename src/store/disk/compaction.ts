import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind } from '../kind.js'
import type { Data } from '../writing.js'
import type { Disk } from './disk.js'
import type { Journal } from './journal.js'
import { NEW_SUFFIX, SNAPSHOT_SUFFIX } from './snapshot.js'
import { writeSnapshot } from './snapshot-writer.js'

type CompactionDeps = {
  readonly disk: Disk
  readonly folder: string
  readonly kinds: readonly Kind[]
  readonly data: Data
  readonly journal: Pick<Journal, 'rotate' | 'removeOlder'>
  /** Resolves when every change made so far is durable. */
  readonly flush: () => Promise<void>
}

/**
 * Replaces snapshots and journal by new snapshots, while writes go on; returns the bytes of those.
 *
 * A snapshot written meanwhile is no picture of one moment: it has some changes made since the new segment began
 * and lacks others. That is enough. A record that nobody changed since is in it as it was; one that somebody did
 * change has its last whole state in the new segment, and replaying that makes it right whatever the snapshot
 * says. What must not be is a snapshot with a change that the journal does not have, for then half of an atomic
 * change could survive a crash: so the journal is made durable before the first snapshot counts.
 */
export async function compact(deps: CompactionDeps, signal: AbortSignal): Promise<number> {
  const { disk, folder, kinds, journal, flush } = deps
  const seq = await journal.rotate()
  const bytes = await writeBeside(deps, { seq, pause: () => signal.throwIfAborted() })
  await flush()
  for (const { name } of kinds) {
    await disk.rename(join(folder, `${name}${NEW_SUFFIX}`), join(folder, `${name}${SNAPSHOT_SUFFIX}`))
  }
  await disk.syncFolder(folder)
  // Last: until the new snapshots are all in place, the old ones need these.
  await journal.removeOlder()
  return bytes
}

/** Writes the new snapshots beside the old ones; when that fails there are none. */
async function writeBeside(
  { disk, folder, kinds, data }: CompactionDeps,
  { seq, pause }: { seq: number; pause: () => void },
): Promise<number> {
  const header = { kinds: kinds.map(({ name }) => name), seq }
  const made: string[] = []
  let bytes = 0
  try {
    for (const kind of kinds) {
      const path = join(folder, `${kind.name}${NEW_SUFFIX}`)
      made.push(path)
      const records = data.records.get(kind.name) ?? new Map()
      bytes += await writeSnapshot({ disk, path, kind, header, records, pause })
    }
    return bytes
  } catch (error) {
    for (const path of made) await rm(path, { force: true })
    throw error
  }
}
