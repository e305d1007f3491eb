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
  /** The statement by which somebody who has the turn to write asks how far the database is. */
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

const isMember = (name: string) =>
  `exists (select 1 from parley.members where name = ${name}) and s.writer = '${MEMBERS}'`

/** How far the database is, whether it goes on from the entry of the first value, by the second one, for the third one, and what changed. */
const POSITION_AND_CHANGED_ROWS = `
  select at.*, changed.kind, changed.id, changed.version, changed.position, changed.schema, changed.body
    from (
      select s.seq, coalesce(newest.writer, '') as mark, ${isMember('$3')} as member,
          coalesce(known.writer, '') = $2 and s.seq - $1::bigint =
            (select count(*) from parley.entries e where e.seq > $1) as continued
        from parley.store s
        left join parley.entries newest on newest.seq = s.seq
        left join parley.entries known on known.seq = $1
    ) as at left join (${changedRows('$1')}) as changed on true
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
  const follow: KnownEntries['follow'] = async (read, isAllowed) => {
    const answer = await read(POSITION_AND_CHANGED_ROWS, [seq, mark, member], 'parley_position_and_rows')
    // What came in meanwhile may be newer, and the answer is about what was known before.
    if (!isAllowed()) return
    const newest = requireContinued(answer[0])
    const changed = answer.filter(({ kind }) => kind !== null)
    if (newest > seq) takeOver(changed, newest, String(answer[0]?.['mark']))
  }
  return {
    seq: () => seq,
    question: () => `
      select s.seq, ${isMember(`'${member}'`)} as member,
          coalesce((select writer from parley.entries where seq = ${seq}), '') = '${mark}' as continued
        from parley.store s`,
    async receive([answer], read) {
      // With the lock held, what is followed meanwhile can only be some of the same.
      if (requireContinued(answer) > seq) await follow(read, () => true)
    },
    follow,
    attach: (given) => {
      receiver = given
    },
    accept: (to) => advance(to, member),
  }
}
