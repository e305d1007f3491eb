import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Clock, Timers } from '../domain/clock.js'
import { type BlobBucket, type BlobStore, BlobStoreError } from '../domain/files/blob-store.js'
import type { FileHash } from '../domain/files/ports.js'
import type { Leadership } from '../domain/leadership.js'
import type { Log } from '../domain/log.js'
import { type Codecs, createCodecs } from './codec.js'
import { composeStore } from './compose.js'
import { createDatabase, emptyData } from './database.js'
import { openDiskAdapter, type StoreAdapter } from './disk/adapter.js'
import { type Disk, nodeDisk } from './disk/disk.js'
import type { Loaded } from './disk/load.js'
import { checkBucket, ownerOfBucket } from './files/bucket-of-folder.js'
import { createFolderBlobs } from './files/folder-blobs.js'
import { openTrash, type TrashLimits } from './files/trash.js'
import { makeFolder } from './folder.js'
import { noteMembers, readMembers } from './folder-of-members.js'
import { openInFlightReads } from './in-flight-reads.js'
import { checkDataFolder, inspectFolder } from './inspect.js'
import { KINDS } from './kinds.js'
import { lockFolder, lockIdOf } from './lock.js'
import { refuseOtherRecords } from './loss.js'
import type { ClaimedFolder, OpenedPostgres, PostgresSettings, SharedRecords } from './postgres/adapter.js'
import type { StandbySettings } from './postgres/standby.js'
import type { Store } from './store.js'

type StoreDatabase = {
  /** `postgres://…` */
  readonly address: string
  readonly timers: Timers
  /** Several servers have this folder and this database, of which one serves and the others wait. */
  readonly standby?: StandbySettings | undefined
  /** Several servers have this folder and this database, and serve them at the same time. */
  readonly members?: boolean | undefined
}

export type StoreSettings = {
  /** The data folder; made when it is not there. Records go to `store/` in it, files to `files/`, keys to `keys/`. */
  readonly folder: string
  /** The records are in this database. Absent: they are in `store/` in the folder. */
  readonly database?: StoreDatabase | undefined
  /** The files are in this bucket. Absent: they are in `files/` in the folder. */
  readonly bucket?: BlobBucket | undefined
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
  const { folder, database, bucket, acceptEmpty = false } = settings
  const codecs = createCodecs(KINDS)
  if (database !== undefined) return openOverPostgres({ ...settings, database }, codecs)
  const inspected = await inspectFolder({ folder, codecs, acceptEmpty })
  await checkBucket(folder, bucket)
  await makeFolder(folder)
  const { release: unlock } = await lockFolder(folder)
  try {
    const loaded = await inspected.load()
    const adapter = await openFiles(settings, { codecs, loaded })
    return await openLocked(settings, { codecs, adapter, removedFiles: loaded.deletedFiles, unlock })
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The same for records in a database: files, keys and secrets are in the folder. */
async function openOverPostgres(
  settings: StoreSettings & { readonly database: StoreDatabase },
  codecs: Codecs,
): Promise<Store> {
  const { folder, database, bucket, log, acceptEmpty = false } = settings
  const { standby, members = false } = database
  // Where several servers have the folder, whose it is is known by the database.
  await checkDataFolder(folder, { isShared: standby !== undefined || members })
  await checkBucket(folder, bucket)
  let unlock = async () => {}
  const claimed: ClaimedFolder = {
    lockId: () => lockIdOf(folder),
    async claim({ voidLock, ...found }) {
      if (!acceptEmpty) await refuseOtherRecords(folder, found)
      // While this one waited, the folder may have got the files of another bucket.
      if (standby !== undefined) await checkBucket(folder, bucket)
      await makeFolder(folder)
      const { id, release } = await lockFolder(folder, voidLock)
      unlock = release
      return id
    },
    async enter({ isAlone, ...found }) {
      if (!acceptEmpty) await refuseOtherRecords(folder, found)
      await makeFolder(folder)
      return isAlone ? noteMembers(folder) : readMembers(folder)
    },
    release: () => unlock(),
  }
  const opened = await openDatabase({ ...database, codecs, log, folder: claimed }, members)
  try {
    const store = await openLocked(settings, { codecs, ...opened, unlock: async () => undefined })
    await opened.settled()
    return store
  } catch (error) {
    await opened.adapter.close().catch(() => undefined)
    throw error
  }
}

/** Most servers keep their records in files, and do not pay for loading it. */
async function openDatabase(settings: PostgresSettings, members: boolean): Promise<OpenedPostgres> {
  if (!members) return (await import('./postgres/adapter.js')).openPostgres(settings)
  return (await import('./postgres/members/adapter.js')).openAsMember(settings)
}

async function openFiles(
  { folder, log, disk = nodeDisk, compactAfterBytes = COMPACT_AFTER_BYTES }: StoreSettings,
  { codecs, loaded }: { readonly codecs: Codecs; readonly loaded: Loaded },
): Promise<StoreAdapter> {
  const recordsFolder = join(folder, 'store')
  await makeFolder(recordsFolder)
  return openDiskAdapter({ folder: recordsFolder, loaded, codecs, disk, log, compactAfterBytes })
}

type Locked = {
  readonly codecs: Codecs
  readonly adapter: StoreAdapter
  readonly removedFiles: ReadonlySet<FileHash>
  readonly unlock: () => Promise<void>
  readonly leadership?: Leadership | undefined
  readonly shared?: SharedRecords | undefined
  /** Other servers serve the records just now, which know better what belongs to nobody. */
  readonly isBeside?: boolean
}

async function openLocked(
  settings: StoreSettings,
  { codecs, adapter, removedFiles, unlock, leadership, shared, isBeside = false }: Locked,
): Promise<Store> {
  const { folder, log, clock, acceptEmpty = false } = settings
  const filesFolder = join(folder, 'files')
  await makeFolder(filesFolder)
  const low = new Low(adapter, emptyData(codecs))
  await low.read()
  const database = createDatabase(low, codecs)
  const readings =
    shared === undefined
      ? await openInFlightReads(join(folder, 'readings.json'), log)
      : { ...shared.readings, close: async () => undefined }
  const incoming = async () => filesFolder
  const { blobs, trash } = await openBlobs(settings, { incoming, leadership }).catch(
    async (error: unknown) => {
      await adapter.close().catch(() => undefined)
      throw error
    },
  )
  const { store, sweepFiles, finishErasures } = composeStore({
    database,
    readings,
    ...{ blobs, incoming, trash, shared },
    headerKeysFolder: join(folder, 'keys'),
    status: adapter.status,
    health: adapter.health,
    compactNow: adapter.compactNow,
    release: () => readings.close().finally(adapter.close).finally(unlock),
  })
  try {
    // Writes down that this start has happened, and shows at once whether the folder can be written at all.
    await database.commit([])
    // What a member leaves behind that is killed.
    shared?.duties.onGone(finishErasures)
    if (isBeside) return { ...store, leadership }
    await finishErasures()
    const now = clock.now().toISOString()
    const swept = await sweepFiles({ now, deleted: removedFiles, keepsOrphans: acceptEmpty })
    if (swept.missing > 0) {
      log.warn('Some stored files are missing', { store: blobs.shown, missing: swept.missing })
    }
    if (swept.moved > 0) {
      log.warn('No record refers to some stored files: they are in the trash for a day', {
        store: blobs.shown,
        files: swept.moved,
      })
    }
    return { ...store, leadership }
  } catch (error) {
    await adapter.close().catch(() => undefined)
    throw error
  }
}

async function openBlobs(
  { folder, bucket, acceptEmpty = false, trashLimits: limits }: StoreSettings,
  {
    incoming,
    leadership,
  }: { readonly incoming: () => Promise<string>; readonly leadership: Leadership | undefined },
) {
  const found =
    bucket === undefined
      ? createFolderBlobs({ files: incoming, trash: join(folder, 'trash') })
      : await bucket.claim(await ownerOfBucket(folder, bucket))
  const blobs = leadership === undefined ? found : removedByLeader(found, leadership)
  return { blobs, trash: await openTrash({ blobs, limits, isLocked: acceptEmpty }) }
}

/** A server that has lost its place without knowing it removes no file that its successor has got again. */
function removedByLeader(blobs: BlobStore, { confirm }: Leadership): BlobStore {
  const certainly = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await confirm()
    } catch (cause) {
      throw new BlobStoreError('It is not known whether this server still serves the records.', { cause })
    }
    return work()
  }
  return {
    ...blobs,
    move: (from, to) => certainly(() => blobs.move(from, to)),
    remove: (name) => certainly(() => blobs.remove(name)),
  }
}
