import { randomBytes } from 'node:crypto'
import type { Low } from 'lowdb'
import type { Codecs } from './codec.js'
import { COUNTERS, type Id, type Kind, type StoredRecord } from './kind.js'
import { type Change, createTable, type Index, type Table, type TableCheckpoint } from './table.js'

/** What lowdb holds: the records by kind, and what its adapter has still to write. */
export type Data = {
  readonly records: ReadonlyMap<string, Map<Id, StoredRecord>>
  readonly pending: Commit[]
  /** Present where several processes write the records. */
  readonly shared?: SharedData | undefined
}

/** What processes that write the same records have beside them. */
export type SharedData = {
  /** What waits for this process to have its turn. */
  readonly proposals: Proposal[]
  /** How the adapter makes the changes of others in memory, once there are tables. */
  attach(receiver: Receiver): void
  /** Resolves when all is known here that any process had stored before the call. */
  refresh(): Promise<void>
}

/** Changes that are decided on when this process has its turn, in which nobody else can write. */
export type Proposal = {
  /** Decides, and makes the changes in memory. It is called again if those of the time before had to be taken back. */
  make(): Commit
}

/** Takes over what others have written. */
export type Receiver = {
  /** Puts, or with undefined removes, a record in memory; what follows from it in other kinds comes by itself. */
  set(kind: string, id: Id, after: StoredRecord | undefined): void
  /** Tells those who follow of all that was set since. */
  publish(): void
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

/** `changes` undefined: none, and nothing to wait for where nobody else writes. */
export type Decision<T> = { readonly changes?: readonly Change[] | undefined; readonly result: T }

type Made<T> = { readonly result: T }
export type Begun<T> = {
  /** Resolves once its changes are made in memory, which may be taken back; with undefined when they cannot be made. */
  readonly made: Promise<Made<T> | undefined>
  readonly durable: Promise<T>
}

export type Database = {
  table<R extends StoredRecord>(kind: Kind<R>, indexes?: readonly Index<R>[]): Table<R>
  /**
   * For changes that depend on records. Calls `decide` when nobody else can write, makes the changes in memory in the same
   * turn of the event loop, and resolves when they are durable. Where one process writes, `decide` is called before this
   * returns. Where several do, it may be called again: it has no effects that matter when its changes are not made.
   */
  decide<T>(decide: () => Decision<T>): Promise<T>
  /** The same for who has something to do before it is durable. */
  begin<T>(decide: () => Decision<T>): Begun<T>
  /** The same for changes that depend on no record. */
  commit(changes: readonly Change[]): Promise<void>
  /** Resolves when all is known here that any process had stored before the call. */
  refresh(): Promise<void>
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
  const { begin, commit } = createWriting({ low, make, rememberCounters: () => countersOf(tables) })
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
    begin,
    decide: (read) => begin(read).durable,
    commit,
    refresh: () => low.data.shared?.refresh() ?? Promise.resolve(),
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
      return begin(back).durable
    },
  }
}

/** Makes changes in memory. Those who follow are told after `onMade`, as they may commit something based on it. */
type Make = (changes: readonly Change[], onMade?: (made: Commit) => void) => Commit

type WritingDeps = {
  readonly low: Low<Data>
  readonly make: Make
  /** Returns a function that sets them back. */
  readonly rememberCounters: () => () => void
}

/** Decides at once, or in turns where several processes write. */
function createWriting({ low, make, rememberCounters }: WritingDeps): Pick<Database, 'begin' | 'commit'> {
  const { data } = low
  const { shared } = data
  const commitNow = (changes: readonly Change[]) => {
    make(changes, (made) => data.pending.push(made))
    return low.write()
  }
  const beginNow = <T>(read: () => Decision<T>): Begun<T> => {
    try {
      const { changes, result } = read()
      const durable = changes === undefined ? DONE : commitNow(changes)
      return { made: Promise.resolve({ result }), durable: durable.then(() => result) }
    } catch (error) {
      return { made: NOT_MADE, durable: Promise.reject(error) }
    }
  }
  if (shared === undefined) return { begin: beginNow, commit: commitNow }
  const begin = <T>(read: () => Decision<T>): Begun<T> => {
    let latest: Made<T> | undefined
    let settle = (_made?: Made<T>) => {}
    const made = new Promise<Made<T> | undefined>((resolve) => {
      settle = resolve
    })
    shared.proposals.push({
      make() {
        const restoreCounters = rememberCounters()
        try {
          const { changes, result } = read()
          const commit = changes === undefined ? NO_CHANGES : make(changes)
          latest = { result }
          settle(latest)
          return {
            changes: commit.changes,
            takeBack() {
              commit.takeBack()
              restoreCounters()
            },
          }
        } catch (error) {
          restoreCounters()
          throw error
        }
      },
    })
    // It is written, and so it was made.
    const durable = low.write().then(() => (latest as Made<T>).result)
    durable.catch(() => settle())
    return { made, durable }
  }
  return { begin, commit: (changes) => begin(() => ({ changes, result: undefined })).durable }
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

const DONE = Promise.resolve()
const NOT_MADE = Promise.resolve(undefined)
const NO_CHANGES: Commit = { changes: [], takeBack: () => undefined }
const NO_RECORDS: TableCheckpoint = { start: '', records: new Map(), versions: new Map() }
