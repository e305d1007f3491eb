import type { Timers } from '../../domain/clock.js'
import { type Codecs, encodeRecord } from '../codec.js'
import type { Id, Kind, StoredRecord } from '../kind.js'
import { KINDS } from '../kinds.js'
import { StoreError } from '../store-error.js'
import { insertRows } from './commit-rows.js'
import { migrate } from './migrations.js'
import { ownerOf } from './owner.js'
import { becomeWriter, lockDatabase } from './ownership.js'
import { createReplica } from './replica.js'
import { encodeId, type RowToPut } from './rows.js'
import { connectPostgres, explainConnection, type PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

type Content = {
  readonly records: ReadonlyMap<string, ReadonlyMap<Id, StoredRecord>>
  readonly lastSeq: number
}

const ROWS_AT_ONCE = 1000

/** All records of a database that nobody serves. */
export const readPostgres = (url: PostgresUrl, codecs: Codecs, timers: Timers): Promise<Content> =>
  withLock(url, timers, async (session) => {
    const replica = createReplica(codecs, url)
    await replica.catchUp(session)
    const { records } = replica.content()
    return { records, lastSeq: await readSeq(session) }
  })

/** Fills an empty database in one transaction. */
export const writePostgres = (
  url: PostgresUrl,
  { records, lastSeq }: Content,
  timers: Timers,
): Promise<void> =>
  withLock(url, timers, async (session) => {
    if ((await readSeq(session)) > 0) throw new StoreError(`The database ${url.shown} holds records already.`)
    await becomeWriter(session, { name: '', folderLock: undefined, isLeased: false })
    await session.run('begin')
    for (const rows of slices(records, lastSeq)) await insertRows(session, rows)
    await session.run(`update parley.store set seq = ${lastSeq}; commit`)
  })

async function withLock<T>(
  url: PostgresUrl,
  timers: Timers,
  work: (session: PostgresSession) => Promise<T>,
): Promise<T> {
  const session = await connectPostgres(url).catch(explainConnection(url))
  try {
    await lockDatabase(session, url, timers)
    await migrate(session, url)
    return await work(session)
  } catch (error) {
    return explainConnection(url)(error)
  } finally {
    await session.end().catch(() => undefined)
  }
}

async function readSeq(session: PostgresSession): Promise<number> {
  const { rows } = await session.query('select seq from parley.store')
  return Number(rows[0]?.['seq'])
}

function* slices(records: Content['records'], version: number): Generator<readonly RowToPut[]> {
  let position = 0
  for (const kind of KINDS) {
    let rows: RowToPut[] = []
    for (const record of records.get(kind.name)?.values() ?? []) {
      position += 1
      rows.push(rowOf(kind, record, { position, version }))
      if (rows.length < ROWS_AT_ONCE) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }
}

const rowOf = (
  kind: Kind,
  record: StoredRecord,
  { position, version }: Pick<RowToPut, 'position' | 'version'>,
): RowToPut => ({
  kind: kind.name,
  id: encodeId(record.id),
  owner: ownerOf(record),
  // What such a record stands for is in the others already: it counts as older than they are.
  version: kind.fold === undefined ? version : 0,
  position,
  schema: kind.version,
  body: encodeRecord(kind, record),
  before: undefined,
})
