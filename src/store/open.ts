import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Log } from '../domain/log.js'
import { createCodecs } from './codec.js'
import { composeStore } from './compose.js'
import { createDatabase, emptyData } from './database.js'
import { openDiskAdapter } from './disk/adapter.js'
import { type Disk, nodeDisk } from './disk/disk.js'
import { makeFolder } from './folder.js'
import { KINDS } from './kinds.js'
import { lockFolder } from './lock.js'
import { openReadingNotes } from './reading-notes.js'
import type { Store } from './store.js'

export type StoreSettings = {
  /** The data folder; made when it is not there. Records go to `store/` in it, files to `files/`, keys to `keys/`. */
  readonly folder: string
  readonly log: Log
  readonly disk?: Disk
  readonly compactAfterBytes?: number
}

/** Read at a start within half a second. */
const COMPACT_AFTER_BYTES = 64 * 2 ** 20

/**
 * Opens the store of a data folder, for this process alone. Rejects with a StoreError, and leaves the folder as it
 * is, when another process serves it or what lies there is damaged or newer than this version.
 */
export async function openStore({ folder, ...settings }: StoreSettings): Promise<Store> {
  await makeFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    return await openLocked({ folder, unlock, ...settings })
  } catch (error) {
    await unlock()
    throw error
  }
}

type LockedSettings = StoreSettings & { readonly unlock: () => Promise<void> }

async function openLocked({ folder, log, unlock, ...settings }: LockedSettings): Promise<Store> {
  const { disk = nodeDisk, compactAfterBytes = COMPACT_AFTER_BYTES } = settings
  const [recordsFolder, filesFolder] = [join(folder, 'store'), join(folder, 'files')]
  await makeFolder(recordsFolder)
  await makeFolder(filesFolder)

  const codecs = createCodecs(KINDS)
  const adapter = await openDiskAdapter({ folder: recordsFolder, codecs, disk, log, compactAfterBytes })
  const low = new Low(adapter, emptyData(codecs))
  await low.read()
  const database = createDatabase(low, codecs)
  const readings = await openReadingNotes(join(folder, 'readings.json'), log)
  const { store, sweepFiles, finishErasures } = composeStore({
    database,
    readings,
    filesFolder: async () => filesFolder,
    headerKeysFolder: join(folder, 'keys'),
    health: adapter.health,
    compactNow: adapter.compactNow,
    release: () => readings.close().finally(adapter.close).finally(unlock),
  })
  try {
    // Writes down that this start has happened, and shows at once whether the folder can be written at all.
    await database.commit([])
    await finishErasures()
    const missing = await sweepFiles()
    if (missing > 0) log.warn('Some stored files are missing', { folder: filesFolder, missing })
    return store
  } catch (error) {
    await adapter.close().catch(() => undefined)
    throw error
  }
}
