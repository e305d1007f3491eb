import type { FileHash } from '../../domain/files/ports.js'
import type { Codecs } from '../codec.js'
import { COUNTERS, type CounterRecord, type Id, type StoredRecord } from '../kind.js'
import { ALL_ROWS, changedRows, createRowReader, mapsAsTarget } from './row-reader.js'
import { createRows, type Rows } from './rows.js'
import type { PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

export type Records = ReadonlyMap<string, Map<Id, StoredRecord>>

/** The records of a database as they were after some entry. */
export type Replica = {
  /**
   * Reads what has changed since the last time; everything the first time, and whenever the entries since then are not
   * there any more, or are not those that it has followed.
   */
  catchUp(session: PostgresSession): Promise<void>
  /** Hands over what it has; for who has the lock of the database, and once only. */
  content(): State
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
    const { accept, fold } = createRowReader({ codecs, shown, rows, target: mapsAsTarget(records) })
    const declared = before === undefined ? ALL_ROWS : changedRows(before.seq)
    await session.run(`declare reading no scroll cursor for ${declared}`)
    for (;;) {
      const { rows: some } = await session.query(`fetch ${ROWS_AT_ONCE} from reading`)
      if (some.length === 0) break
      for (const row of some) accept(row)
    }
    fold()
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
