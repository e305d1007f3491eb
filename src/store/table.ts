import type { Codec } from './codec.js'
import type { Id, Kind, StoredRecord } from './kind.js'

/** Follows the changes of a table. */
export type Index<R> = {
  /** The fields that it looks at: of a change that leaves them as they are it is not told. Undefined: all. */
  readonly fields?: readonly (keyof R)[] | undefined
  /** Starts over with these records, which it may look up from then on. */
  build(records: ReadonlyMap<Id, R>): void
  change(before: R | undefined, after: R | undefined): void
}

/** One step of a commit: a record put whole, or records removed. */
export type Change =
  | { readonly table: Table; readonly put: StoredRecord }
  | { readonly table: Table; readonly remove: readonly Id[] }

export type Table<R extends StoredRecord = StoredRecord> = {
  readonly kind: Kind<R>
  readonly records: ReadonlyMap<Id, R>
  get(id: Id): R | undefined
  /** Those that exist, in the order of the ids. */
  getMany(ids: readonly Id[]): R[]
  /** Another one after every change of the record, 0 since the start; undefined when there is none. */
  versionOf(id: Id): number | undefined
  /** The change that stores the record; nothing happens before it is committed. */
  put(record: R): Change
  remove(ids: readonly Id[]): Change
  checkpoint(): TableCheckpoint
  /** What has another version than then, and what is gone or new, as it was. */
  changesBackTo(checkpoint: TableCheckpoint): Change[]
  /** Sets or, with undefined, removes in memory; returns what was there before, and the version of this change. */
  set(id: Id, after: R | undefined): { readonly before: R | undefined; readonly version: number }
}

/** The records of a table as they were at some moment, with the versions of those that had changed since the start. */
export type TableCheckpoint = {
  /** Which start: each counts versions anew, so that those of another one say nothing. */
  readonly start: string
  readonly records: ReadonlyMap<Id, StoredRecord>
  readonly versions: ReadonlyMap<Id, number>
}

type TableSettings<R extends StoredRecord> = {
  /** Another one at every start. */
  readonly start: string
  readonly kind: Kind<R>
  readonly codec: Codec
  readonly records: Map<Id, R>
  readonly indexes: readonly Index<R>[]
}

/** The records of one kind in memory, with the indexes that follow them. */
export function createTable<R extends StoredRecord>(settings: TableSettings<R>): Table<R> {
  const { start, kind, codec, records, indexes } = settings
  for (const index of indexes) index.build(records)
  const versions = new Map<Id, number>()
  // One count for all records, so that one that comes back has another version than before.
  let lastVersion = 0

  const table: Table<R> = {
    kind,
    records,
    get: (id) => records.get(id),
    getMany: (ids) => ids.map((id) => records.get(id)).filter((record) => record !== undefined),
    versionOf: (id) => (records.has(id) ? (versions.get(id) ?? 0) : undefined),
    put(record) {
      codec.check(record)
      return { table, put: record }
    },
    remove: (ids) => ({ table, remove: ids }),
    checkpoint: () => ({ start, records: new Map(records), versions: new Map(versions) }),
    changesBackTo: (before) => {
      const added = [...records.keys()].filter((id) => !before.records.has(id))
      const isOther = (id: Id) => before.start !== start || versions.get(id) !== before.versions.get(id)
      const changed = [...before.records].filter(([id]) => !records.has(id) || isOther(id))
      const removal = added.length > 0 ? [table.remove(added)] : []
      // A record of the checkpoint is one of this table, which has checked it.
      return [...removal, ...changed.map(([, record]) => ({ table, put: record }))]
    },
    set(id, after) {
      const before = records.get(id)
      lastVersion += 1
      if (after === undefined) {
        records.delete(id)
        versions.delete(id)
      } else {
        records.set(id, after)
        versions.set(id, lastVersion)
      }
      for (const index of indexes) if (concerns(index, before, after)) index.change(before, after)
      return { before, version: lastVersion }
    },
  }
  return table
}

function concerns<R extends StoredRecord>(
  { fields }: Index<R>,
  before: R | undefined,
  after: R | undefined,
): boolean {
  if (fields === undefined || before === undefined || after === undefined) return true
  for (const field of fields) if (before[field] !== after[field]) return true
  return false
}
