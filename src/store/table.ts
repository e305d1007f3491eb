import type { Codec } from './codec.js'
import type { Id, Kind, StoredRecord } from './kind.js'

/** Follows the changes of a table. */
export type Index<R> = {
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
  /** The change that stores the record; nothing happens before it is committed. */
  put(record: R): Change
  remove(ids: readonly Id[]): Change
  /** Sets or, with undefined, removes in memory; returns what was there before. */
  set(id: Id, after: R | undefined): R | undefined
}

type TableSettings<R extends StoredRecord> = {
  readonly kind: Kind<R>
  readonly codec: Codec
  readonly records: Map<Id, R>
  readonly indexes: readonly Index<R>[]
}

/** The records of one kind in memory, with the indexes that follow them. */
export function createTable<R extends StoredRecord>(settings: TableSettings<R>): Table<R> {
  const { kind, codec, records, indexes } = settings
  for (const index of indexes) index.build(records)

  const table: Table<R> = {
    kind,
    records,
    get: (id) => records.get(id),
    put(record) {
      codec.check(record)
      return { table, put: record }
    },
    remove: (ids) => ({ table, remove: ids }),
    set(id, after) {
      const before = records.get(id)
      if (after === undefined) records.delete(id)
      else records.set(id, after)
      for (const index of indexes) index.change(before, after)
      return before
    },
  }
  return table
}
