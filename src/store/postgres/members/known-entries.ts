import { BoundedError } from '../../../contract/bounded-error.js'
import type { Codecs } from '../../codec.js'
import { COUNTERS, type CounterRecord, type StoredRecord } from '../../kind.js'
import type { Receiver } from '../../writing.js'
import { MEMBERS } from '../commit-rows.js'
import type { Records } from '../replica.js'
import { changedRows, createRowReader, mapsAsTarget, type RowTarget } from '../row-reader.js'
import type { Rows } from '../rows.js'
import type { Row } from '../session.js'

/** This server is no member any more, or the database is not the one that it has followed. */
export class MembershipLost extends BoundedError {}

/** What of the entries this process has in memory. */
export type KnownEntries = {
  /** The number of the last one. */
  seq(): number
  /** The statement that asks how far the database is. */
  question(): string
  /**
   * Takes over what is missing by its answer, if something is: `read` asks for it. Throws a MembershipLost when this process
   * must not go on.
   */
  receive(answer: readonly Row[], read: ReadRows): Promise<void>
  /**
   * The same where something is missing in all likelihood: in one question, by `read`. `isAllowed` is asked whether the
   * answer may be taken over, once it is there.
   */
  follow(read: ReadRows, isAllowed: () => boolean): Promise<void>
  /** Also takes changes of others into the tables, once there are any. */
  attach(receiver: Receiver): void
  /** This process has written the entry of this number. */
  accept(seq: number): void
}

type ReadRows = (text: string, values: readonly unknown[], name: string) => Promise<readonly Row[]>

/** How far the database is, and whether it goes on from the entry of this number, by this writer, for this member. */
const position = (seq: string, mark: string, member: string) => `
  select s.seq, coalesce(newest.writer, '') as mark,
      exists (select 1 from parley.members where name = ${member}) and s.writer = '${MEMBERS}' as member,
      coalesce(known.writer, '') = ${mark} and s.seq - ${seq} =
        (select count(*) from parley.entries e where e.seq > ${seq}) as continued
    from parley.store s
    left join parley.entries newest on newest.seq = s.seq
    left join parley.entries known on known.seq = ${seq}`

/** Planned once a connection: the table has a partition for each kind. */
const CHANGED_ROWS = changedRows('$1')
const POSITION_AND_CHANGED_ROWS = `
  select at.*, changed.kind, changed.id, changed.version, changed.position, changed.schema, changed.body
    from (${position('$1::bigint', '$2', '$3')}) as at left join (${CHANGED_ROWS}) as changed on true
    order by changed.kind <> '${COUNTERS}', changed.position`

type KnownEntriesDeps = {
  readonly codecs: Codecs
  readonly shown: string
  /** The name of this member. */
  readonly member: string
  readonly found: {
    readonly seq: number
    readonly mark: string
    readonly records: Records
    readonly rows: Rows
  }
}

/** The entries that this process has followed or written; what it writes is in memory already. */
export function createKnownEntries({ codecs, shown, member, found }: KnownEntriesDeps): KnownEntries {
  const { records, rows } = found
  let { seq, mark } = found
  let receiver: Receiver | undefined
  const maps = mapsAsTarget(records)
  const target: RowTarget = {
    get: maps.get,
    set: (kind, id, after) => (receiver ?? maps).set(kind, id, after),
  }
  const reader = createRowReader({ codecs, shown, rows, target })
  const advance = (to: number, by: string) => {
    seq = to
    mark = by
  }
  /** Counters are at least as high as the ids that are there: see `counter` of a kind. */
  const raiseCounter = ({ kind, id }: Row) => {
    const counter = codecs.get(String(kind))?.kind.counter
    if (counter === undefined) return
    const value = Number(JSON.parse(String(id)))
    const known = target.get(COUNTERS, counter) as CounterRecord | undefined
    // The records of this kind are counters.
    if (value > (known?.value ?? 0)) target.set(COUNTERS, counter, { id: counter, value } as StoredRecord)
  }
  const requireContinued = (answer: Row = {}): number => {
    if (answer['member'] !== true) throw new MembershipLost('the others have counted this server out')
    if (answer['continued'] !== true)
      throw new MembershipLost('the database has other entries than those that were followed')
    return Number(answer['seq'])
  }
  const takeOver = (changed: readonly Row[], newest: number, by: string) => {
    for (const row of changed) {
      reader.accept(row)
      if (row['version'] !== null) raiseCounter(row)
    }
    reader.fold()
    receiver?.publish()
    advance(newest, by)
  }
  return {
    seq: () => seq,
    question: () => position(`${seq}`, `'${mark}'`, `'${member}'`),
    async receive([answer], read) {
      const newest = requireContinued(answer)
      if (newest <= seq) return
      const changed = await read(CHANGED_ROWS, [seq], 'parley_changed_rows')
      // What was followed meanwhile is here already.
      if (newest > seq) takeOver(changed, newest, String(answer?.['mark']))
    },
    async follow(read, isAllowed) {
      const answer = await read(POSITION_AND_CHANGED_ROWS, [seq, mark, member], 'parley_position_and_rows')
      // What came in between may be newer, and the answer was about what was known before.
      if (!isAllowed()) return
      const newest = requireContinued(answer[0])
      const changed = answer.filter(({ kind }) => kind !== null)
      if (newest > seq) takeOver(changed, newest, String(answer[0]?.['mark']))
    },
    attach: (given) => {
      receiver = given
    },
    accept: (to) => advance(to, member),
  }
}
