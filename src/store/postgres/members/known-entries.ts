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
  /** Two statements that ask for all that is missing; their results are for `receive`. */
  question(): string
  /** Takes over what is missing; throws a MembershipLost when this process must not go on. */
  receive(answer: readonly (readonly Row[])[]): void
  /** Also takes changes of others into the tables, once there are any. */
  attach(receiver: Receiver): void
  /** This process has written the entry of this number. */
  accept(seq: number): void
  /** Resolves when the entry of this number is known. */
  until(seq: number): Promise<void>
}

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
  const waiting = new Set<{ readonly seq: number; readonly resolve: () => void }>()
  const advance = (to: number, by: string) => {
    seq = to
    mark = by
    for (const one of waiting) {
      if (one.seq > seq) continue
      waiting.delete(one)
      one.resolve()
    }
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
  return {
    seq: () => seq,
    question: () => `
      select s.seq, coalesce(newest.writer, '') as mark,
          exists (select 1 from parley.members where name = '${member}') and s.writer = '${MEMBERS}' as member,
          coalesce(known.writer, '') = '${mark}' and s.seq - ${seq} =
            (select count(*) from parley.entries e where e.seq > ${seq}) as continued
        from parley.store s
        left join parley.entries newest on newest.seq = s.seq
        left join parley.entries known on known.seq = ${seq};
      ${changedRows(seq)}`,
    receive([states = [], changed = []]) {
      const state = states[0] ?? {}
      if (state['member'] !== true) throw new MembershipLost('the others have counted this server out')
      if (state['continued'] !== true)
        throw new MembershipLost('the database has other entries than those that were followed')
      const newest = Number(state['seq'])
      // A later question may have been answered before.
      if (newest <= seq) return
      for (const row of changed) {
        reader.accept(row)
        if (row['version'] !== null) raiseCounter(row)
      }
      reader.fold()
      receiver?.publish()
      advance(newest, String(state['mark']))
    },
    attach: (given) => {
      receiver = given
    },
    accept: (to) => advance(to, member),
    until: (wanted) =>
      wanted <= seq ? Promise.resolve() : new Promise((resolve) => waiting.add({ seq: wanted, resolve })),
  }
}
