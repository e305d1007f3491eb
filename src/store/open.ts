import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Clock } from '../domain/clock.js'
import type { Log } from '../domain/log.js'
import { type Codecs, createCodecs } from './codec.js'
import { composeStore } from './compose.js'
import { createDatabase, emptyData } from './database.js'
import { openDiskAdapter } from './disk/adapter.js'
import { type Disk, nodeDisk } from './disk/disk.js'
import type { Loaded } from './disk/load.js'
import { openTrash, type TrashLimits } from './files/trash.js'
import { makeFolder } from './folder.js'
import { openInFlightReads } from './in-flight-reads.js'
import { inspectFolder } from './inspect.js'
import { KINDS } from './kinds.js'
import { lockFolder } from './lock.js'
import type { Store } from './store.js'

export type StoreSettings = {
  /** The data folder; made when it is not there. Records go to `store/` in it, files to `files/`, keys to `keys/`. */
  readonly folder: string
  readonly log: Log
  readonly disk?: Disk
  readonly compactAfterBytes?: number
  /** Begins empty where the records are lost, and leaves every file where it is in this run. */
  readonly acceptEmpty?: boolean
  /** How long files have been in the trash is told by it. Default: the machine's. */
  readonly clock: Pick<Clock, 'now'>
  readonly trashLimits?: TrashLimits
}

/** Read at a start within half a second. */
const COMPACT_AFTER_BYTES = 64 * 2 ** 20

/**
 * Opens the store of a data folder, for this process alone. Rejects with a StoreError, and leaves the folder as it
 * is, when another process serves it or what lies there is damaged, lost, or newer than this version.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { folder, acceptEmpty = false } = settings
  const codecs = createCodecs(KINDS)
  const inspected = await inspectFolder({ folder, codecs, acceptEmpty })
  await makeFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    return await openLocked(settings, { codecs, loaded: await inspected.load(), unlock })
  } catch (error) {
    await unlock()
    throw error
  }
}

type Locked = {
  readonly codecs: Codecs
  readonly loaded: Loaded
  readonly unlock: () => Promise<void>
}

async function openLocked(
  { folder, log, disk = nodeDisk, clock, ...settings }: StoreSettings,
  { codecs, loaded, unlock }: Locked,
): Promise<Store> {
  const { compactAfterBytes = COMPACT_AFTER_BYTES, acceptEmpty = false, trashLimits } = settings
  const [recordsFolder, filesFolder] = [join(folder, 'store'), join(folder, 'files')]
  await makeFolder(recordsFolder)
  await makeFolder(filesFolder)

  const adapter = await openDiskAdapter({
    folder: recordsFolder,
    loaded,
    codecs,
    disk,
    log,
    compactAfterBytes,
  })
  const low = new Low(adapter, emptyData(codecs))
  await low.read()
  const database = createDatabase(low, codecs)
  const readings = await openInFlightReads(join(folder, 'readings.json'), log)
  const trash = await openTrash({ folder: join(folder, 'trash'), limits: trashLimits, isLocked: acceptEmpty })
  const { store, sweepFiles, finishErasures } = composeStore({
    database,
    readings,
    filesFolder: async () => filesFolder,
    trash,
    headerKeysFolder: join(folder, 'keys'),
    status: adapter.status,
    health: adapter.health,
    compactNow: adapter.compactNow,
    release: () => readings.close().finally(adapter.close).finally(unlock),
  })
  try {
    // Writes down that this start has happened, and shows at once whether the folder can be written at all.
    await database.commit([])
    await finishErasures()
    const now = clock.now().toISOString()
    const swept = await sweepFiles({ now, deleted: loaded.deletedFiles, keepsOrphans: acceptEmpty })
    if (swept.missing > 0) {
      log.warn('Some stored files are missing', { folder: filesFolder, missing: swept.missing })
    }
    if (swept.moved > 0) {
      log.warn('No record refers to some stored files: they are in the trash for a day', {
        folder: trash.folder,
        files: swept.moved,
      })
    }
    return store
  } catch (error) {
    await adapter.close().catch(() => undefined)
    throw error
  }
}
