import type { FileHash } from '../../domain/files/ports.js'
import type { Codec, Codecs } from '../codec.js'
import { COUNTERS, type CounterRecord, type Id, type Kind, type StoredRecord } from '../kind.js'
import { StoreError } from '../store-error.js'
import { createRows, type Rows } from './rows.js'
import type { PostgresSession, Row } from './session.js'
import type { PostgresUrl } from './url.js'

export type LoadedRows = {
  readonly records: ReadonlyMap<string, Map<Id, StoredRecord>>
  readonly rows: Rows
  /** Files that removed or changed records referred to; others may still refer to them. */
  readonly removedFiles: ReadonlySet<FileHash>
}

const ROWS_AT_ONCE = 2000

/** Reads all records, in the order in which they were first stored. For whoever holds the lock of the database. */
export async function loadRows(
  session: PostgresSession,
  codecs: Codecs,
  { shown }: PostgresUrl,
): Promise<LoadedRows> {
  const records = new Map([...codecs.keys()].map((kind) => [kind, new Map<Id, StoredRecord>()]))
  const rows = createRows()
  const accept = (row: Row) => {
    const { codec, record } = readRow(codecs, row, shown)
    records.get(codec.kind.name)?.set(record.id, record)
    rows.add(codec.kind, record, { version: Number(row['version']), position: Number(row['position']) })
  }
  await session.run('begin read only')
  await session.query(
    'declare loading no scroll cursor for select kind, id, version, position, schema, body from parley.records order by position',
  )
  for (;;) {
    const { rows: some } = await session.query(`fetch ${ROWS_AT_ONCE} from loading`)
    if (some.length === 0) break
    for (const row of some) accept(row)
  }
  const removed = await session.query('select sha256 from parley.removed_files')
  await session.run('commit')
  foldAll({ records, rows }, codecs)
  raiseCounters(records, codecs)
  return { records, rows, removedFiles: new Set(removed.rows.map(({ sha256 }) => String(sha256))) }
}

function readRow(codecs: Codecs, row: Row, shown: string): { codec: Codec; record: StoredRecord } {
  const [kind, body] = [String(row['kind']), String(row['body'])]
  const codec = codecs.get(kind)
  const place = `The database ${shown}, the record ${row['id']} of the kind "${kind}"`
  if (codec === undefined)
    throw new StoreError(
      `${place}: the kind is unknown to this version of parley: a newer one has written it.`,
    )
  try {
    return { codec, record: codec.revive(JSON.parse(body), Number(row['schema'])) }
  } catch (cause) {
    if (cause instanceof StoreError) throw new StoreError(`${place}: ${cause.message}.`, { cause })
    if (cause instanceof SyntaxError)
      throw new StoreError(`${place} is damaged: its text is not JSON.`, { cause })
    throw cause
  }
}

type Records = LoadedRows['records']

/**
 * A record that stands for a change of others is written alone: what it stands for is made up for here, unless the other
 * was written later, and accounts for it.
 */
function foldAll({ records, rows }: Pick<LoadedRows, 'records' | 'rows'>, codecs: Codecs): void {
  for (const { kind } of codecs.values()) {
    const { fold } = kind
    const targets = fold && records.get(fold.into)
    if (fold === undefined || targets === undefined) continue
    for (const record of inOrder(kind, records)) {
      const version = rows.versionOf(kind.name, record.id)
      const find = (id: Id) => (version >= rows.versionOf(fold.into, id) ? targets.get(id) : undefined)
      for (const folded of fold.changedBy(record, find)) targets.set(folded.id, folded)
    }
  }
}

/** In the order of their numbers, in which they were made. */
const inOrder = (kind: Kind, records: Records): StoredRecord[] =>
  [...(records.get(kind.name)?.values() ?? [])].sort((a, b) => Number(a.id) - Number(b.id))

/** Counters are at least as high as the ids that are there: see `counter` of a kind. */
function raiseCounters(records: Records, codecs: Codecs): void {
  const counters = records.get(COUNTERS)
  for (const { kind } of codecs.values()) {
    if (kind.counter === undefined || counters === undefined) continue
    // The records of this kind are counters.
    let value = (counters.get(kind.counter) as CounterRecord | undefined)?.value ?? 0
    for (const id of records.get(kind.name)?.keys() ?? []) value = Math.max(value, Number(id))
    if (value > 0) counters.set(kind.counter, { id: kind.counter, value } as CounterRecord)
  }
}
