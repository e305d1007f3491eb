import { randomBytes } from 'node:crypto'
import type { Low } from 'lowdb'
import type { Codecs } from './codec.js'
import { COUNTERS, type Id, type Kind, type StoredRecord } from './kind.js'
import { type Change, createTable, type Index, type Table, type TableCheckpoint } from './table.js'
import { type Commit, createWriting, type Data, NO_CHANGES, type Receiver, type Writing } from './writing.js'

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

export type Database = Writing & {
  table<R extends StoredRecord>(kind: Kind<R>, indexes?: readonly Index<R>[]): Table<R>
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

  const make = (changes: readonly Change[], onMade?: (made: Commit) => void): Commit => {
    // The deferred ones first: what is removed now stays removed.
    const all =
      deferred.size === 0 ? changes : [...[...deferred.values()].map((change) => change()), ...changes]
    deferred.clear()
    if (all.length === 0) return NO_CHANGES
    const steps = apply(all, tables)
    const made = { changes: all, takeBack: () => publish(undo(steps)) }
    onMade?.(made)
    publish(steps)
    return made
  }
  const { begin, decide, commit } = createWriting({ low, make, rememberCounters: () => countersOf(tables) })
  low.data.shared?.attach(createReceiver({ records: low.data.records, tables, publish }))

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
    ...{ begin, decide, commit },
    follow,
    defer: (name, change) => deferred.set(name, change),
    flush: () => low.write(),
    size: () => [...tables.values()].reduce((sum, { records }) => sum + records.size, 0),
    checkpoint: () => new Map([...tables].map(([name, table]) => [name, table.checkpoint()])),
    restore: (checkpoint) => {
      deferred.clear()
      const back = () => ({
        changes: [...tables].flatMap(([name, table]) =>
          table.changesBackTo(checkpoint.get(name) ?? NO_RECORDS),
        ),
        result: undefined,
      })
      return decide(back)
    },
  }
}

type StoredRecordOf<K> = K extends Kind<infer R> ? R : never

/** Numbers that were given to what is taken back are given anew: nobody else had a turn to see them. */
function countersOf(tables: ReadonlyMap<string, Table>): () => void {
  const counters = tables.get(COUNTERS)
  const before = new Map(counters?.records)
  return () => {
    for (const id of counters?.records.keys() ?? []) if (!before.has(id)) counters?.set(id, undefined)
    for (const [id, counter] of before) if (counters?.get(id) !== counter) counters?.set(id, counter)
  }
}

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

type ReceiverDeps = Pick<Data, 'records'> & {
  readonly tables: ReadonlyMap<string, Table>
  readonly publish: (steps: readonly Step[]) => void
}

function createReceiver({ records, tables, publish }: ReceiverDeps): Receiver {
  let steps: Step[] = []
  return {
    set(kind, id, after) {
      const table = tables.get(kind)
      if (table !== undefined) steps.push(stepOf(table, id, after))
      // A table begins with what is there when it is made.
      else if (after === undefined) records.get(kind)?.delete(id)
      else records.get(kind)?.set(id, after)
    },
    publish() {
      const told = steps
      steps = []
      publish(told)
    },
  }
}

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
