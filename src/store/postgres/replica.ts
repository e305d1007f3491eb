import type { FileHash } from '../../domain/files/ports.js'
import type { Codec, Codecs } from '../codec.js'
import { COUNTERS, type CounterRecord, type Id, type Kind, type StoredRecord } from '../kind.js'
import { StoreError } from '../store-error.js'
import { createRows, type Rows } from './rows.js'
import type { PostgresSession, Row } from './session.js'
import type { PostgresUrl } from './url.js'

type Records = ReadonlyMap<string, Map<Id, StoredRecord>>

/** The records of a database as they were after some entry. */
export type Replica = {
  /**
   * Reads what has changed since the last time; everything the first time, and whenever the entries since then are not
   * there any more, or are not those that it has followed.
   */
  catchUp(session: PostgresSession): Promise<void>
  /** Hands over what it has; for who has the lock of the database, and once only. */
  content(): { readonly records: Records; readonly rows: Rows; readonly seq: number }
}

type State = {
  /** The number of the last entry that it has, and who wrote that: another writer may have given the number anew. */
  readonly seq: number
  readonly mark: string
  readonly records: Records
  readonly rows: Rows
}

const ROWS_AT_ONCE = 2000

export function createReplica(codecs: Codecs, { shown }: Pick<PostgresUrl, 'shown'>): Replica {
  let state: State | undefined
  const read = async (session: PostgresSession): Promise<State> => {
    const newest = await readNewest(session, state?.seq ?? 0)
    const before = state !== undefined && isContinued(state, newest) ? state : undefined
    const { records, rows } = before ?? emptyState(codecs)
    // A failure in the middle leaves something that is of no entry.
    state = undefined
    const sources = new Map<Kind, StoredRecord[]>()
    const accept = (row: Row) => {
      if (row['version'] === null) return removeRow({ records, rows }, row)
      const { codec, record } = readRow(codecs, row, shown)
      const { kind } = codec
      const at = { version: Number(row['version']), position: Number(row['position']) }
      // One that was removed and came back stands last again.
      if (rows.positionOf(kind.name, record.id) !== at.position) records.get(kind.name)?.delete(record.id)
      records.get(kind.name)?.set(record.id, record)
      rows.add(kind, record, at)
      if (kind.fold !== undefined) noteSource(sources, kind, record)
    }
    const declared = before === undefined ? ALL_ROWS : changedRows(before.seq, newest.seq)
    await session.run(`declare reading no scroll cursor for ${declared}`)
    for (;;) {
      const { rows: some } = await session.query(`fetch ${ROWS_AT_ONCE} from reading`)
      if (some.length === 0) break
      for (const row of some) accept(row)
    }
    foldInto({ records, rows }, codecs, sources)
    return { seq: newest.seq, mark: newest.mark, records, rows }
  }

  return {
    async catchUp(session) {
      if (state !== undefined && (await isCurrent(session, state))) return
      await session.run('begin isolation level repeatable read read only')
      try {
        const next = await read(session)
        await session.run('commit')
        state = next
      } catch (error) {
        if (!session.isLost()) await session.run('rollback').catch(() => undefined)
        throw error
      }
    },
    content() {
      if (state === undefined) throw new Error('nothing was read')
      raiseCounters(state.records, codecs)
      return state
    },
  }
}

/** Files that removed or changed records referred to; others may still refer to them. */
export async function readRemovedFiles(session: PostgresSession): Promise<ReadonlySet<FileHash>> {
  const { rows } = await session.query('select sha256 from parley.removed_files')
  return new Set(rows.map(({ sha256 }) => String(sha256)))
}

const emptyState = (codecs: Codecs): Pick<State, 'records' | 'rows'> => ({
  records: new Map([...codecs.keys()].map((kind) => [kind, new Map<Id, StoredRecord>()])),
  rows: createRows(),
})

const ALL_ROWS = 'select kind, id, version, position, schema, body from parley.records order by position'

/** A row that is not there any more has no version. Counters come first: what they say counts until a later entry. */
const changedRows = (from: number, to: number) => `
  select touched.kind, touched.id, r.version, r.position, r.schema, r.body
    from (
      select distinct one.kind, one.id
        from parley.entries, unnest(kinds, ids) as one(kind, id) where seq > ${from} and seq <= ${to}
    ) as touched
    left join parley.records as r on r.kind = touched.kind and r.id = touched.id
    order by touched.kind <> '${COUNTERS}', r.position`

/** Whether there is nothing new. */
async function isCurrent(session: PostgresSession, { seq, mark }: State): Promise<boolean> {
  const { rows } = await session.query(
    "select s.seq, coalesce(e.writer, '') as mark from parley.store s left join parley.entries e on e.seq = s.seq",
  )
  return Number(rows[0]?.['seq']) === seq && rows[0]?.['mark'] === mark
}

type Newest = Pick<State, 'seq' | 'mark'> & {
  /** Who wrote the entry that the replica has as its last. */
  readonly known: string
  /** How many later ones there are. */
  readonly later: number
}

async function readNewest(session: PostgresSession, since: number): Promise<Newest> {
  const { rows } = await session.query(
    `select s.seq, coalesce(newest.writer, '') as mark, coalesce(known.writer, '') as known,
         (select count(*) from parley.entries e where e.seq > $1 and e.seq <= s.seq) as later
       from parley.store s
       left join parley.entries newest on newest.seq = s.seq
       left join parley.entries known on known.seq = $1`,
    [since],
  )
  const row = rows[0] ?? {}
  return {
    ...{ seq: Number(row['seq']), mark: String(row['mark']) },
    ...{ known: String(row['known']), later: Number(row['later']) },
  }
}

/** Whether all entries are there that lead from the state to the newest one. */
const isContinued = ({ seq, mark }: State, newest: Newest): boolean =>
  newest.known === mark && newest.later === newest.seq - seq

function removeRow({ records, rows }: Pick<State, 'records' | 'rows'>, row: Row): void {
  // Ids are stored as JSON, of a text or a number.
  const [kind, id] = [String(row['kind']), JSON.parse(String(row['id'])) as Id]
  records.get(kind)?.delete(id)
  rows.forget(kind, id)
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

/**
 * A record that stands for a change of others is written alone: what it stands for is made up for here, unless the other
 * was written later, and accounts for it.
 */
function foldInto(
  { records, rows }: Pick<State, 'records' | 'rows'>,
  codecs: Codecs,
  sources: ReadonlyMap<Kind, readonly StoredRecord[]>,
): void {
  for (const { kind } of codecs.values()) {
    const { fold } = kind
    const targets = fold && records.get(fold.into)
    if (fold === undefined || targets === undefined) continue
    for (const record of inOrder(sources.get(kind) ?? [])) {
      const version = rows.versionOf(kind.name, record.id)
      const find = (id: Id) => (version >= rows.versionOf(fold.into, id) ? targets.get(id) : undefined)
      for (const folded of fold.changedBy(record, find)) targets.set(folded.id, folded)
    }
  }
}

function noteSource(sources: Map<Kind, StoredRecord[]>, kind: Kind, record: StoredRecord): void {
  const known = sources.get(kind)
  if (known === undefined) sources.set(kind, [record])
  else known.push(record)
}

/** In the order of their numbers, in which they were made. */
const inOrder = (records: readonly StoredRecord[]): StoredRecord[] =>
  [...records].sort((a, b) => Number(a.id) - Number(b.id))

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
