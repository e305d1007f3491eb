import { randomBytes } from 'node:crypto'
import type { Low } from 'lowdb'
import type { Codecs } from './codec.js'
import type { Id, Kind, StoredRecord } from './kind.js'
import { type Change, createTable, type Index, type Table, type TableCheckpoint } from './table.js'

/** What lowdb holds: the records by kind, and what its adapter has still to write. */
export type Data = {
  readonly records: ReadonlyMap<string, Map<Id, StoredRecord>>
  readonly pending: Commit[]
}

/** Changes that are made together or not at all. */
export type Commit = {
  readonly changes: readonly Change[]
  /** Makes it in memory as if the commit had never been. */
  takeBack(): void
}

/** One change of a record in memory: of the commit itself, or what follows from it in another kind. */
export type Step = {
  readonly table: Table
  readonly id: Id
  readonly before: StoredRecord | undefined
  readonly after: StoredRecord | undefined
  readonly version: number
}

/** The records as they were at some moment, by kind. */
export type Checkpoint = ReadonlyMap<string, TableCheckpoint>

export type Database = {
  table<R extends StoredRecord>(kind: Kind<R>, indexes?: readonly Index<R>[]): Table<R>
  /** Makes the changes in memory at once, and resolves when they are durable. */
  commit(changes: readonly Change[]): Promise<void>
  /** Calls back on every change of a record of the kind, once all of its commit are made in memory. */
  follow(kind: Kind, listener: (step: Step) => void): () => void
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
  const start = randomBytes(8).toString('hex')
  const tables = new Map<string, Table>()
  const deferred = new Map<string, () => Change>()
  const { follow, publish } = createFollowers()

  const withDeferred = (changes: readonly Change[]) => {
    if (deferred.size === 0) return changes
    // The deferred ones first: what is removed now stays removed.
    const all = [...[...deferred.values()].map((change) => change()), ...changes]
    deferred.clear()
    return all
  }
  const commit = (changes: readonly Change[]) => {
    const all = withDeferred(changes)
    if (all.length === 0) return low.write()
    const steps = apply(all, tables)
    const takeBack = () => publish(undo(steps))
    low.data.pending.push({ changes: all, takeBack })
    publish(steps)
    return low.write()
  }

  return {
    table: (kind, indexes = []) => {
      const codec = codecs.get(kind.name)
      if (codec === undefined) throw new Error(`there is no codec for the kind ${kind.name}`)
      // The adapter read these records under the kind's name and checked them against its schema.
      const records = low.data.records.get(kind.name) as Map<Id, StoredRecordOf<typeof kind>>
      const table = createTable({ start, kind, codec, records, indexes })
      tables.set(kind.name, table)
      return table
    },
    commit,
    follow,
    defer: (name, change) => deferred.set(name, change),
    flush: () => low.write(),
    size: () => [...tables.values()].reduce((sum, { records }) => sum + records.size, 0),
    checkpoint: () => new Map([...tables].map(([name, table]) => [name, table.checkpoint()])),
    restore: (checkpoint) => {
      deferred.clear()
      return commit(
        [...tables].flatMap(([name, table]) => table.changesBackTo(checkpoint.get(name) ?? NO_RECORDS)),
      )
    },
  }
}

type StoredRecordOf<K> = K extends Kind<infer R> ? R : never

function apply(changes: readonly Change[], tables: ReadonlyMap<string, Table>): Step[] {
  const steps: Step[] = []
  for (const change of changes) {
    const { table } = change
    if ('remove' in change) {
      for (const id of change.remove) steps.push(stepOf(table, id, undefined))
      continue
    }
    steps.push(stepOf(table, change.put.id, change.put))
    const { fold } = table.kind
    const target = fold && tables.get(fold.into)
    if (fold === undefined || target === undefined) continue
    for (const record of fold.changedBy(change.put, target.get)) steps.push(stepOf(target, record.id, record))
  }
  return steps
}

const undo = (steps: readonly Step[]): Step[] =>
  steps.toReversed().map(({ table, id, before }) => stepOf(table, id, before))

const stepOf = (table: Table, id: Id, after: StoredRecord | undefined): Step => ({
  ...{ table, id, after },
  ...table.set(id, after),
})

/** Those who follow the changes of a kind. */
function createFollowers() {
  const followers = new Map<string, Set<(step: Step) => void>>()
  return {
    publish: (steps: readonly Step[]) => {
      if (followers.size === 0) return
      for (const step of steps) for (const tell of followers.get(step.table.kind.name) ?? []) tell(step)
    },
    follow: ({ name }: Kind, listener: (step: Step) => void) => {
      const ofKind = followers.get(name) ?? new Set()
      followers.set(name, ofKind.add(listener))
      return () => void ofKind.delete(listener)
    },
  }
}

const NO_RECORDS: TableCheckpoint = { start: '', records: new Map(), versions: new Map() }
