import { setImmediate } from 'node:timers/promises'
import { diskFull } from '../../domain/errors.js'
import type { Commit, Data } from '../database.js'
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
}

export type Writer = {
  /** Resolves when all that is pending now is durable; those who wait at the same time share a transaction. */
  write(data: Data): Promise<void>
}

type Waiting = {
  readonly commit: Commit
  readonly changes: readonly EncodedChange[]
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

/** The most that becomes one entry, unless a single commit is larger. */
const ENTRY_CHARACTERS = 2 ** 19

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
  let waiting: Waiting[] = []
  let isRunning = false

  const rejectAll = (group: readonly Waiting[], reason: Error) => {
    // The last first, so that each finds what it found when it was made.
    for (const { commit } of group.toReversed()) commit.takeBack()
    for (const { reject } of group) reject(reason)
  }
  const rejectWaiting = (reason: Error) => {
    const refused = waiting
    waiting = []
    rejectAll(refused, reason)
  }
  state.onRefusal(rejectWaiting)

  const store = createEntryStore(deps)
  const run = async () => {
    while (waiting.length > 0) {
      // Whoever else writes in this turn of the event loop gets to join.
      await (waiting.length > 1 ? setImmediate() : undefined)
      const group = waiting.splice(0, fitting(waiting))
      try {
        const changes = group.flatMap((one) => one.changes)
        if (changes.length > 0) await store(changes)
        for (const { resolve } of group) resolve()
      } catch (cause) {
        const reason = isOutOfRoom(cause) ? diskFull(cause) : state.fail(cause)
        if (isOutOfRoom(cause)) state.fill(cause)
        rejectWaiting(reason)
        rejectAll(group, reason)
      }
    }
    isRunning = false
  }

  return {
    write(data) {
      const pending = data.pending.splice(0)
      const refusal = state.refusal()
      if (refusal !== undefined) {
        for (const commit of pending.toReversed()) commit.takeBack()
        return Promise.reject(refusal)
      }
      const added = (pending.length > 0 ? pending : [NO_CHANGES]).map(
        (commit) =>
          new Promise<void>((resolve, reject) => {
            waiting.push({ commit, changes: commit.changes.map(encodeChange), resolve, reject })
          }),
      )
      if (!isRunning) {
        isRunning = true
        void run()
      }
      return added.at(-1) ?? Promise.resolve()
    },
  }
}

/** Stores changes as the next entry, also when PostgreSQL goes away meanwhile. */
function createEntryStore({ rows, name, sessions, state, ...last }: WriterDeps) {
  let { seq } = last
  /** Once PostgreSQL is there again; whether it has the entry. */
  const isStoredAfterOutage = async (to: number, cause: unknown): Promise<boolean> => {
    state.lose(cause)
    const found = await sessions.reconnect()
    if (found.writer !== name) throw new WriterReplaced('another process has become the writer')
    state.recover()
    return found.seq === to
  }
  return async (changes: readonly EncodedChange[]): Promise<void> => {
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
  }
}

/** For who waits for those before it. */
const NO_CHANGES: Commit = { changes: [], takeBack: () => undefined }

/** How many of them, from the oldest, fit into one entry. */
function fitting(waiting: readonly Waiting[]): number {
  let characters = 0
  const tooMany = waiting.findIndex(({ changes }) => {
    const isFull = characters > ENTRY_CHARACTERS
    for (const change of changes) if ('body' in change) characters += change.body.length
    return isFull
  })
  return tooMany === -1 ? waiting.length : tooMany
}
