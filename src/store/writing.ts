import type { Low } from 'lowdb'
import type { Id, StoredRecord } from './kind.js'
import type { Change } from './table.js'

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

/** `changes` undefined: none, and nothing to wait for where nobody else writes. */
export type Decision<T> = { readonly changes?: readonly Change[] | undefined; readonly result: T }

type Made<T> = { readonly result: T }
export type Begun<T> = {
  /** Resolves once its changes are made in memory, which may be taken back; with undefined when they cannot be made. */
  readonly made: Promise<Made<T> | undefined>
  readonly durable: Promise<T>
}

/** What is written, and when it is decided. */
export type Writing = {
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
}

/** Makes changes in memory. Those who follow are told after `onMade`, as they may commit something based on it. */
export type Make = (changes: readonly Change[], onMade?: (made: Commit) => void) => Commit

type WritingDeps = {
  readonly low: Low<Data>
  readonly make: Make
  /** Returns a function that sets them back. */
  readonly rememberCounters: () => () => void
}

/** Decides at once, or in turns where several processes write. */
export function createWriting({ low, make, rememberCounters }: WritingDeps): Writing {
  const { data } = low
  const { shared } = data
  const commitNow = (changes: readonly Change[]) => {
    make(changes, (made) => data.pending.push(made))
    return low.write()
  }
  const decideNow = async <T>(read: () => Decision<T>): Promise<T> => {
    const { changes, result } = read()
    if (changes !== undefined) await commitNow(changes)
    return result
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
  if (shared === undefined) return { begin: beginNow, decide: decideNow, commit: commitNow }
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
  return {
    begin,
    decide: (read) => begin(read).durable,
    commit: (changes) => begin(() => ({ changes, result: undefined })).durable,
  }
}

const DONE = Promise.resolve()
const NOT_MADE = Promise.resolve(undefined)
export const NO_CHANGES: Commit = { changes: [], takeBack: () => undefined }
