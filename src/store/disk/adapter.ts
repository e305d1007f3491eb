import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Adapter } from 'lowdb'
import type { StoreHealth } from '../../contract/staff.js'
import type { Log } from '../../domain/log.js'
import type { Codecs } from '../codec.js'
import { createWriteTimes } from '../write-times.js'
import type { Data } from '../writing.js'
import { compact } from './compaction.js'
import { createCompactor } from './compactor.js'
import type { Disk } from './disk.js'
import { createGroupCommit } from './group-commit.js'
import { openJournal } from './journal.js'
import type { Loaded } from './load.js'
import { NEW_SUFFIX } from './snapshot.js'
import { createWritability } from './writability.js'

/** What the records are kept in. */
export type StoreAdapter = Adapter<Data> & {
  /** Rewrites the snapshots: what was removed before the call is nowhere on disk when it resolves. */
  compactNow(): Promise<void>
  status(): StoreHealth['status']
  health(): Omit<StoreHealth, 'records' | 'missingFiles'>
  close(): Promise<void>
}

export type DiskSettings = {
  readonly folder: string
  readonly loaded: Loaded
  readonly codecs: Codecs
  readonly disk: Disk
  readonly log: Log
  /** How large the journal may become before it is compacted; once the snapshots are larger, as large as they. */
  readonly compactAfterBytes: number
}

/** lowdb's adapter: holds what was loaded, writes by appending to the journal what is pending. */
export async function openDiskAdapter(settings: DiskSettings): Promise<StoreAdapter> {
  const { folder, loaded, codecs, disk, log, compactAfterBytes } = settings
  await tidy(settings, loaded)
  const data: Data = { records: loaded.records, pending: [] }
  const journal = await openJournal({ disk, folder, ...loaded })
  const writability = createWritability({ disk, folder, log })
  const append = async (changes: readonly string[]) => {
    await journal.append(changes)
    writability.succeed()
    compactor.startWhenDue()
  }
  const { write, rotate } = createGroupCommit({
    journal: { ...journal, append },
    onFull: writability.fill,
    onFailure: writability.fail,
  })
  const flush = () => write(data)
  const times = createWriteTimes()
  const kinds = [...codecs.values()].map(({ kind }) => kind)
  const compactor = createCompactor({
    run: (signal) => compact({ disk, folder, kinds, data, flush, journal: { ...journal, rotate } }, signal),
    journalBytes: journal.bytes,
    compactAfterBytes,
    log,
    snapshotBytes: loaded.snapshotBytes,
  })
  if (loaded.isOutdated) compactor.start()

  return {
    read: async () => data,
    write: (written) => times.measure(write(written)),
    compactNow: compactor.compactNow,
    status: () => writability.read().status,
    health: () => ({
      ...writability.read(),
      journalBytes: journal.bytes(),
      isCompacting: compactor.isRunning(),
      writes: times.read(),
    }),
    async close() {
      await writability.settle()
      await compactor.stop()
      await flush().finally(journal.close)
    },
  }
}

/** Takes away what a killed process has left unfinished. */
async function tidy({ folder, disk, log }: DiskSettings, { segments, torn }: Loaded): Promise<void> {
  const unfinished = (await readdir(folder)).filter((name) => name.endsWith(NEW_SUFFIX))
  for (const name of unfinished) await disk.unlink(join(folder, name))

  const last = segments.at(-1)
  if (torn === undefined || last === undefined) return
  const path = join(folder, last.name)
  await disk.truncate(path, last.bytes)
  log.warn('Dropped the last entry of the journal: its writing was cut short', { path, ...torn })
}
