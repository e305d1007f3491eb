import { setImmediate } from 'node:timers/promises'
import { diskFull } from '../../domain/errors.js'
import { createWaitingCommits, takeBackAll } from '../waiting-commits.js'
import type { Data } from '../writing.js'
import { commitRows, WriterReplaced } from './commit-rows.js'
import { type EncodedChange, encodeChange, type Rows } from './rows.js'
import { isOutOfRoom, isShutDown } from './session.js'
import type { Sessions } from './sessions.js'
import type { WriterState } from './writer-state.js'

type WriterDeps = {
  readonly rows: Rows
  /** The name under which this process has become the writer. */
  readonly name: string
  /** The last entry that the database has. */
  readonly seq: number
  readonly sessions: Sessions
  readonly state: WriterState
  /** Called with the number of every entry that is durable. */
  readonly onEntry?: (seq: number) => void
}

export type Writer = {
  /** Connects anew where the connection is lost, so that nobody takes this place meanwhile. */
  restore(): void
  /** Resolves when all that is pending now is durable; those who wait at the same time share a transaction. */
  write(data: Data): Promise<void>
}

/**
 * One group of commits after the other becomes a transaction, in the order in which they were made: a later one may be
 * based on an earlier one.
 *
 * When PostgreSQL goes away, the group that was being written waits for it, for nobody knows whether it was stored: the
 * number of the last entry tells, once the database is there again. Those after it wait, too, but are refused when it takes
 * too long, and taken back in memory. So are those whom PostgreSQL tells that it has no room.
 */
export function createWriter(deps: WriterDeps): Writer {
  const { state } = deps
  const waiting = createWaitingCommits({ encode: encodeChange, charactersOf })
  let isRunning = false
  state.onRefusal((reason) => waiting.takeAll().reject(reason))

  const { store, restore } = createEntryStore(deps)
  const restoreOrFail = async () => {
    try {
      await restore()
    } catch (cause) {
      waiting.takeAll().reject(state.fail(cause))
    }
  }
  const run = async () => {
    while (waiting.count() > 0) {
      // Whoever else writes in this turn of the event loop gets to join.
      await setImmediate()
      const group = waiting.take(waiting.count())
      try {
        if (group.changes.length > 0) await store(group.changes)
        group.acknowledge()
      } catch (cause) {
        const reason = isOutOfRoom(cause) ? diskFull(cause) : state.fail(cause)
        if (isOutOfRoom(cause)) state.fill(cause)
        // Later ones may be based on earlier ones, so none of them is made.
        waiting.takeAll().reject(reason)
        group.reject(reason)
      }
    }
    isRunning = false
  }

  return {
    restore() {
      if (isRunning || state.read().status === 'failed' || !deps.sessions.current().isLost()) return
      isRunning = true
      void restoreOrFail().then(run)
    },
    write(data) {
      const pending = data.pending.splice(0)
      const refusal = state.refusal()
      if (refusal !== undefined) {
        takeBackAll(pending)
        return Promise.reject(refusal)
      }
      const written = waiting.add(pending)
      if (!isRunning) {
        isRunning = true
        void run()
      }
      return written
    },
  }
}

const charactersOf = (change: EncodedChange): number => ('body' in change ? change.body.length : 0)

/** Stores changes as the next entry, also when PostgreSQL goes away meanwhile. */
function createEntryStore({ rows, name, sessions, state, onEntry, ...last }: WriterDeps) {
  let { seq } = last
  /** Once PostgreSQL is there again; whether it has the entry. */
  const isStoredAfterOutage = async (to: number, cause: unknown): Promise<boolean> => {
    state.lose(cause)
    const found = await sessions.reconnect()
    if (found.writer !== name) throw new WriterReplaced('another process has become the writer')
    state.recover()
    return found.seq === to
  }
  const restore = async (): Promise<void> => {
    const isCurrent = await isStoredAfterOutage(seq, new Error('The connection to PostgreSQL broke'))
    if (!isCurrent) throw new WriterReplaced('the database has other entries')
    state.succeed()
  }
  const store = async (changes: readonly EncodedChange[]): Promise<void> => {
    const to = seq + 1
    const plan = rows.plan(changes, to)
    for (let isStored = false; !isStored; ) {
      try {
        await commitRows(sessions.current(), plan, { writer: name, from: seq, to })
        isStored = true
      } catch (error) {
        // What was sent may or may not have been done.
        if (!isShutDown(error) && !sessions.current().isLost()) throw error
        isStored = await isStoredAfterOutage(to, error)
      }
    }
    plan.accept()
    seq = to
    state.succeed()
    onEntry?.(to)
  }
  return { store, restore }
}
