import type { Low } from 'lowdb'
import type { Codecs } from './codec.js'
import type { Id, Kind, StoredRecord } from './kind.js'
import { type Change, createTable, type Index, type Table } from './table.js'

/** What lowdb holds: the records by kind, and what its adapter has still to write. */
export type Data = {
  readonly records: ReadonlyMap<string, Map<Id, StoredRecord>>
  readonly pending: Commit[]
}

/** Changes that are made together or not at all. */
export type Commit = {
  readonly changes: readonly Change[]
  /** What each record that they touch was before, in the same order. */
  readonly before: readonly (StoredRecord | undefined)[]
}

/** The records as they were at some moment. */
export type Checkpoint = ReadonlyMap<string, ReadonlyMap<Id, StoredRecord>>

export type Database = {
  table<R extends StoredRecord>(kind: Kind<R>, indexes?: readonly Index<R>[]): Table<R>
  /** Makes the changes in memory at once, and resolves when they are durable. */
  commit(changes: readonly Change[]): Promise<void>
  /** Lets a change ride on the next commit; a later one under the same name takes its place. */
  defer(name: string, change: () => Change): void
  /** Resolves when all that was committed is durable. */
  flush(): Promise<void>
  /** How many records there are. */
  size(): number
  checkpoint(): Checkpoint
  restore(checkpoint: Checkpoint): Promise<void>
}

export const emptyData = (codecs: Codecs): Data => ({
  records: new Map([...codecs.keys()].map((kind) => [kind, new Map()])),
  pending: [],
})

/** Tables over lowdb: it reads them from its adapter at the start, and writes what is pending through it. */
export function createDatabase(low: Low<Data>, codecs: Codecs): Database {
  const tables: Table[] = []
  const deferred = new Map<string, () => Change>()

  const withDeferred = (changes: readonly Change[]) => {
    if (deferred.size === 0) return changes
    // The deferred ones first: what is removed now stays removed.
    const all = [...[...deferred.values()].map((change) => change()), ...changes]
    deferred.clear()
    return all
  }
  const commit = (changes: readonly Change[]) => {
    const all = withDeferred(changes)
    if (all.length > 0) low.data.pending.push({ changes: all, before: apply(all) })
    return low.write()
  }

  return {
    table: (kind, indexes = []) => {
      const codec = codecs.get(kind.name)
      if (codec === undefined) throw new Error(`there is no codec for the kind ${kind.name}`)
      // The adapter read these records under the kind's name and checked them against its schema.
      const records = low.data.records.get(kind.name) as Map<Id, StoredRecordOf<typeof kind>>
      const table = createTable({ kind, codec, records, indexes })
      tables.push(table)
      return table
    },
    commit,
    defer: (name, change) => deferred.set(name, change),
    flush: () => low.write(),
    size: () => tables.reduce((sum, { records }) => sum + records.size, 0),
    checkpoint: () => new Map(tables.map(({ kind, records }) => [kind.name, new Map(records)])),
    restore: (checkpoint) => {
      deferred.clear()
      return commit(
        tables.flatMap((table) => changesBack(table, checkpoint.get(table.kind.name) ?? new Map())),
      )
    },
  }
}

type StoredRecordOf<K> = K extends Kind<infer R> ? R : never

function apply(changes: readonly Change[]): (StoredRecord | undefined)[] {
  const before: (StoredRecord | undefined)[] = []
  for (const change of changes) {
    if ('put' in change) before.push(change.table.set(change.put.id, change.put))
    else for (const id of change.remove) before.push(change.table.set(id, undefined))
  }
  return before
}

/** Makes it in memory as if the commit had never been. */
export function takeBack({ changes, before }: Commit): void {
  const steps = changes.flatMap((change) => {
    const ids = 'put' in change ? [change.put.id] : change.remove
    return ids.map((id) => ({ table: change.table, id }))
  })
  for (const [position, { table, id }] of [...steps.entries()].reverse()) table.set(id, before[position])
}

function changesBack(table: Table, before: ReadonlyMap<Id, StoredRecord>): Change[] {
  const added = [...table.records.keys()].filter((id) => !before.has(id))
  const changed = [...before.values()].filter((record) => table.get(record.id) !== record)
  const removal = added.length > 0 ? [table.remove(added)] : []
  return [...removal, ...changed.map((record) => table.put(record))]
}
