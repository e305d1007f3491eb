import { randomBytes } from 'node:crypto'
import type { Timers } from '../../domain/clock.js'
import type { FileHash } from '../../domain/files/ports.js'
import type { Log } from '../../domain/log.js'
import type { Codecs } from '../codec.js'
import type { Data } from '../database.js'
import type { StoreAdapter } from '../disk/adapter.js'
import { StoreError } from '../store-error.js'
import { createWriteTimes } from '../write-times.js'
import { loadRows } from './load.js'
import { migrate } from './migrations.js'
import { becomeWriter, lockDatabase } from './ownership.js'
import { connectPostgres, explainConnection, type PostgresSession } from './session.js'
import { createSessions } from './sessions.js'
import { type PostgresUrl, parsePostgresUrl } from './url.js'
import { createWriter } from './writer.js'
import { createWriterState } from './writer-state.js'

type PostgresSettings = {
  readonly address: string
  readonly codecs: Codecs
  readonly log: Log
  readonly timers: Timers
}

export type OpenedPostgres = {
  readonly adapter: StoreAdapter
  /** Without password. */
  readonly shown: string
  /** The number of the last entry before this start; 0 for a new database. */
  readonly lastSeq: number
  /** Files that records referred to which were removed or changed since the last start. */
  readonly removedFiles: ReadonlySet<FileHash>
  /** They were looked at. */
  forgetRemovedFiles(): Promise<void>
}

/**
 * Opens the records in a PostgreSQL database, for this process alone. Rejects with a StoreError when there is no way to
 * them, when another process has them, or when they were written by a newer version.
 */
export async function openPostgres(settings: PostgresSettings): Promise<OpenedPostgres> {
  const { address, codecs, log, timers } = settings
  const url = requireUrl(address)
  const session = await connectPostgres(url).catch(explainConnection(url))
  try {
    await prepare(session, url, settings)
    const name = randomBytes(16).toString('hex')
    const seq = await becomeWriter(session, name)
    const { records, rows, removedFiles } = await loadRows(session, codecs, url)
    const data: Data = { records, pending: [] }
    const sessions = createSessions({ url, first: session, writer: name, timers })
    const state = createWriterState({ log, shown: url.shown, timers })
    const writer = createWriter({ rows, name, seq, sessions, state })
    const times = createWriteTimes()
    return {
      ...{ shown: url.shown, lastSeq: seq, removedFiles },
      forgetRemovedFiles: async () => {
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
          sessions.stopWaiting()
          state.close()
          await writer.write(data).finally(sessions.end)
        },
      },
    }
  } catch (error) {
    await session.end().catch(() => undefined)
    return explainConnection(url)(error)
  }
}

async function prepare(
  session: PostgresSession,
  url: PostgresUrl,
  { log, timers }: Pick<PostgresSettings, 'log' | 'timers'>,
): Promise<void> {
  await lockDatabase(session, url, timers)
  await migrate(session, url)
  const { rows } = await session.query('show fsync')
  if (rows[0]?.['fsync'] === 'off') {
    log.warn('PostgreSQL runs with fsync off: what is acknowledged may be lost when its machine goes down', {
      database: url.shown,
    })
  }
}

function requireUrl(address: string): PostgresUrl {
  const url = parsePostgresUrl(address)
  // Not repeated: it may hold a password.
  if (url === undefined)
    throw new StoreError('The address of the store is none of PostgreSQL: postgres://USER@HOST/DATABASE.')
  return url
}
