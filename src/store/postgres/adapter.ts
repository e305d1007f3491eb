import { randomBytes } from 'node:crypto'
import type { Timers } from '../../domain/clock.js'
import type { Duties } from '../../domain/duties.js'
import type { FileHash } from '../../domain/files/ports.js'
import type { Leadership } from '../../domain/leadership.js'
import type { Log } from '../../domain/log.js'
import type { InFlightReads } from '../../domain/memories/extract/in-flight-reads.js'
import type { Peers } from '../../domain/peers.js'
import type { Elsewhere } from '../../domain/presence.js'
import type { Codecs } from '../codec.js'
import type { StoreAdapter } from '../disk/adapter.js'
import { StoreError } from '../store-error.js'
import { createWriteTimes } from '../write-times.js'
import type { Data } from '../writing.js'
import { createAnnouncements } from './announcements.js'
import { createLease, LEASE_MS } from './lease.js'
import type { SharedLeases } from './members/leases.js'
import { migrate } from './migrations.js'
import { becomeWriter, giveBack, lockDatabase, readWriter } from './ownership.js'
import { createReplica, type Replica, readRemovedFiles } from './replica.js'
import { connectPostgres, explainConnection, type PostgresSession } from './session.js'
import { claimAsWriter, createSessions } from './sessions.js'
import { createSideSession } from './side-session.js'
import { otherFolder, type StandbySettings, standBy } from './standby.js'
import { type PostgresUrl, parsePostgresUrl } from './url.js'
import { createWriter } from './writer.js'
import { createWriterState } from './writer-state.js'

export type PostgresSettings = {
  readonly address: string
  readonly codecs: Codecs
  readonly log: Log
  readonly timers: Timers
  /** Waits while another server serves the database, and lets another one take this place. Absent: neither. */
  readonly standby?: StandbySettings | undefined
  readonly folder: ClaimedFolder
}

/** The data folder that belongs to the records. */
export type ClaimedFolder = {
  /** The id of its lock; undefined: nobody holds it. */
  lockId(): Promise<string | undefined>
  /** Locks it, and resolves with the id of the lock. Nobody else has the database, and nothing in it was changed yet. */
  claim(found: FoundDatabase): Promise<string>
  /**
   * The same for a server beside which others may have the folder: it is not locked. Resolves with an id of the folder, which
   * whoever is alone makes anew; empty where there is none.
   */
  enter(found: Pick<FoundDatabase, 'shown' | 'lastSeq'> & { readonly isAlone: boolean }): Promise<string>
  release(): Promise<void>
}

export type FoundDatabase = {
  /** Without password. */
  readonly shown: string
  /** The number of the last entry; 0 for a new database. */
  readonly lastSeq: number
  /** The id of the lock of the data folder of the last writer, which cannot write any more: its lock is void. */
  readonly voidLock: string | undefined
}

/** What those share who serve the same records. */
export type SharedRecords = {
  readonly duties: Duties
  readonly leases: SharedLeases
  readonly elsewhere: Elsewhere
  readonly peers: Peers
  readonly readings: InFlightReads
}

export type OpenedPostgres = {
  readonly adapter: StoreAdapter
  readonly leadership: Leadership | undefined
  /** Files that records referred to which were removed or changed since the last start. */
  readonly removedFiles: ReadonlySet<FileHash>
  /** Undefined where no other process may serve the records beside this one. */
  readonly shared?: SharedRecords | undefined
  /** Other servers serve the records beside this one. */
  readonly isBeside: boolean
  /** Records and files are in step. */
  settled(): Promise<void>
}

/**
 * Opens the records in a PostgreSQL database, for this process alone. Rejects with a StoreError when there is no way to
 * them, when another process has them, or when they were written by a newer version.
 */
export async function openPostgres(settings: PostgresSettings): Promise<OpenedPostgres> {
  const { address, codecs, log, timers, standby } = settings
  const url = requireUrl(address)
  const replica = createReplica(codecs, url)
  const session = await lock(settings, { url, replica })
  try {
    await prepare(session, url, settings)
    const name = randomBytes(16).toString('hex')
    const seq = await takeOver(session, { settings, url, name })
    await replica.catchUp(session)
    const removedFiles = await readRemovedFiles(session)
    const { records, rows } = replica.content()
    const data: Data = { records, pending: [] }
    const sessions = createSessions({ url, first: session, claim: claimAsWriter(name), timers })
    const state = createWriterState({ log, shown: url.shown, timers })
    const side = createSideSession(url, timers)
    const { announce: onEntry } = createAnnouncements(side)
    const writer = createWriter({ rows, name, seq, sessions, state, onEntry })
    const lease =
      standby === undefined
        ? undefined
        : createLease({ session: side, writer: name, timers, log, onRenewal: writer.restore, ...standby })
    const times = createWriteTimes()
    return {
      ...{ leadership: lease, removedFiles },
      isBeside: false,
      settled: async () => {
        await session.query('delete from parley.removed_files')
      },
      adapter: {
        read: async () => data,
        write: (written) => times.measure(writer.write(written)),
        // A row that was removed is gone for every query; docs/store.md says what PostgreSQL keeps of it.
        compactNow: () => writer.write(data),
        status: () => state.read().status,
        health: () => ({ ...state.read(), journalBytes: 0, isCompacting: false, writes: times.read() }),
        async close() {
          lease?.end()
          sessions.stopWaiting()
          state.close()
          try {
            await writer.write(data)
          } finally {
            await settings.folder.release()
            // Whoever takes over need not wait then until this server is certain to answer nobody.
            if (!sessions.current().isLost()) await giveBack(sessions.current(), name).catch(() => undefined)
            await Promise.all([sessions.end(), side.end()])
          }
        },
      },
    }
  } catch (error) {
    await settings.folder.release().catch(() => undefined)
    await session.end().catch(() => undefined)
    return explainConnection(url)(error)
  }
}

type Opening = { readonly url: PostgresUrl; readonly replica: Replica }

/** A connection that has the lock of the database. */
async function lock(settings: PostgresSettings, { url, replica }: Opening): Promise<PostgresSession> {
  const { standby, folder, timers, log } = settings
  if (standby !== undefined) {
    const waiting = { url, replica, settings: standby, folderLock: folder.lockId, timers, log }
    return standBy(waiting).catch((error: unknown) => {
      if (standby.signal.aborted) throw error
      return explainConnection(url)(error)
    })
  }
  const session = await connectPostgres(url).catch(explainConnection(url))
  try {
    await lockDatabase(session, url, timers)
    return session
  } catch (error) {
    await session.end().catch(() => undefined)
    return explainConnection(url)(error)
  }
}

type TakeOver = { readonly settings: PostgresSettings; readonly url: PostgresUrl; readonly name: string }

/**
 * Becomes the writer, and resolves with the number of the last entry once the one before, which may not know of this yet,
 * is certain to answer nobody any more.
 */
async function takeOver(session: PostgresSession, { settings, url, name }: TakeOver): Promise<number> {
  const { standby, folder, timers } = settings
  const former = await readWriter(session)
  const wasGivenBack = former.name === ''
  // The folder of a server that was killed still has its lock: by that it is known to be the same one.
  if (standby !== undefined && !wasGivenBack && former.isLeased) {
    if (former.folderLock !== (await folder.lockId())) throw otherFolder(url)
  }
  const voidLock = former.isLeased ? former.folderLock : undefined
  const folderLock = await folder.claim({ shown: url.shown, lastSeq: former.seq, voidLock })
  const seq = await becomeWriter(session, { name, folderLock, isLeased: standby !== undefined })
  if (former.isLeased && !wasGivenBack) await timers.sleep(LEASE_MS)
  return seq
}

/** Brings the schema up to date, and says what of PostgreSQL is not as it should be. */
export async function prepare(
  session: PostgresSession,
  url: PostgresUrl,
  { log }: Pick<PostgresSettings, 'log'>,
): Promise<void> {
  await migrate(session, url)
  const { rows } = await session.query('show fsync')
  if (rows[0]?.['fsync'] === 'off') {
    log.warn('PostgreSQL runs with fsync off: what is acknowledged may be lost when its machine goes down', {
      database: url.shown,
    })
  }
}

/** Throws a StoreError for what is no address of PostgreSQL. */
export function requireUrl(address: string): PostgresUrl {
  const url = parsePostgresUrl(address)
  // Not repeated: it may hold a password.
  if (url === undefined)
    throw new StoreError('The address of the store is none of PostgreSQL: postgres://USER@HOST/DATABASE.')
  return url
}
