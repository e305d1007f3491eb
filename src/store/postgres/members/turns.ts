import { setImmediate } from 'node:timers/promises'
import { BoundedError } from '../../../contract/bounded-error.js'
import { diskFull } from '../../../domain/errors.js'
import { takeBackAll } from '../../waiting-commits.js'
import type { Commit, Proposal } from '../../writing.js'
import { commitInTurn } from '../commit-rows.js'
import { type EncodedChange, encodeChange, type Rows } from '../rows.js'
import { isOutOfRoom, isShutDown } from '../session.js'
import type { Sessions } from '../sessions.js'
import type { WriterState } from '../writer-state.js'
import type { KnownEntries } from './known-entries.js'

type TurnsDeps = {
  readonly rows: Rows
  /** The name of this member. */
  readonly member: string
  readonly entries: KnownEntries
  /** Rejects to connect anew when this process is none of the members any more. */
  readonly sessions: Pick<Sessions<unknown>, 'current' | 'reconnect'>
  readonly state: WriterState
  /** Called with the number of every entry that is durable. */
  readonly onEntry: (seq: number) => void
}

export type Turns = {
  /** Makes the proposals when this process has its turn; resolves when the last one is durable, and so all before it. */
  propose(proposals: readonly Proposal[]): Promise<void>
  /** Resolves when all that was proposed is durable or refused. */
  settle(): Promise<void>
  /** While changes are in memory that are not known to be durable: resolves when they are, or are taken back. */
  whenDurable(): Promise<void> | undefined
  /** Resolves when no turn is taken or waited for. */
  whenIdle(): Promise<void>
}

type Waiting = {
  readonly proposal: Proposal
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}
type Made = { readonly waiting: Waiting; readonly commit: Commit; readonly changes: readonly EncodedChange[] }

/** The most that becomes one entry, unless a single commit is larger. */
const ENTRY_CHARACTERS = 2 ** 19

/** PostgreSQL went away, and the entry is not there. */
class NotStored extends BoundedError {}

/**
 * Takes turns with other processes to write: a transaction locks the one row of `parley.store`, reads the entries that this
 * process has missed, and only then calls whatever waits to decide. So nothing is decided on what somebody else changes.
 *
 * When PostgreSQL goes away in the middle, what was made stays in memory until it is known whether it was stored; if not, it
 * is taken back, and made again in the next turn.
 */
export function createTurns(deps: TurnsDeps): Turns {
  const { state, entries } = deps
  const queue = createQueue()
  state.onRefusal(queue.rejectAll)
  const transactions = createTransactions(deps)
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let undecided: Promise<void> | undefined

  const writeAll = async (made: readonly Made[]) => {
    const to = entries.seq() + 1
    try {
      await transactions.write(
        made.flatMap(({ changes }) => changes),
        to,
      )
      for (const { waiting } of made) waiting.resolve()
    } catch (cause) {
      takeBackAll(made.map(({ commit }) => commit))
      if (cause instanceof NotStored) return queue.putBack(made.map(({ waiting }) => waiting))
      const reason = isOutOfRoom(cause) ? diskFull(cause) : state.fail(cause)
      if (isOutOfRoom(cause)) state.fill(cause)
      for (const { waiting } of made) waiting.reject(reason)
    }
  }
  const takeTurn = async () => {
    await transactions.begin()
    let settle = () => {}
    undecided = new Promise((resolve) => {
      settle = resolve
    })
    await writeAll(queue.makeSome())
    undecided = undefined
    settle()
  }
  const run = async () => {
    // Whoever else writes in this turn of the event loop gets to join.
    await setImmediate()
    while (queue.count() > 0) {
      try {
        await takeTurn()
      } catch (cause) {
        queue.rejectAll(isOutOfRoom(cause) ? diskFull(cause) : state.fail(cause))
      }
    }
    isRunning = false
  }

  return {
    propose(proposals) {
      const refusal = state.refusal()
      if (refusal !== undefined) return Promise.reject(refusal)
      const durable = queue.add(proposals)
      if (!isRunning) {
        isRunning = true
        running = run()
      }
      return durable
    },
    settle: queue.settle,
    whenDurable: () => undecided,
    whenIdle: () => running,
  }
}

/** What waits for a turn, oldest first. */
function createQueue() {
  const waiting: Waiting[] = []
  let last: Promise<unknown> = Promise.resolve()
  /** Undefined for one that cannot be made or encoded: it alone is refused. */
  const makeOne = (one: Waiting): Made | undefined => {
    let commit: Commit | undefined
    try {
      commit = one.proposal.make()
      return { waiting: one, commit, changes: commit.changes.map(encodeChange) }
    } catch (error) {
      commit?.takeBack()
      one.reject(error)
      return undefined
    }
  }
  return {
    count: () => waiting.length,
    add(proposals: readonly Proposal[]): Promise<void> {
      const durable = proposals.map(
        (proposal) => new Promise<void>((resolve, reject) => waiting.push({ proposal, resolve, reject })),
      )
      const newest = durable.at(-1) ?? Promise.resolve()
      last = newest.catch(() => undefined)
      return newest
    },
    putBack: (taken: readonly Waiting[]) => void waiting.unshift(...taken),
    rejectAll(reason: unknown) {
      for (const { reject } of waiting.splice(0)) reject(reason)
    },
    settle: async () => void (await last),
    /** Makes those that fit into an entry. */
    makeSome(): readonly Made[] {
      const all: Made[] = []
      for (let characters = 0; characters <= ENTRY_CHARACTERS; ) {
        const next = waiting.shift()
        if (next === undefined) break
        const made = makeOne(next)
        if (made === undefined) continue
        all.push(made)
        for (const change of made.changes) characters += 'body' in change ? change.body.length : 0
      }
      return all
    },
  }
}

/** The transaction of a turn, also when PostgreSQL goes away meanwhile. */
function createTransactions({ rows, member, entries, sessions, state, onEntry }: TurnsDeps) {
  const lock = 'begin; select 1 from parley.store for update;'
  const rollback = async () => {
    if (!sessions.current().isLost())
      await sessions
        .current()
        .run('rollback')
        .catch(() => undefined)
  }
  const isOutage = (error: unknown) => isShutDown(error) || sessions.current().isLost()
  const reconnect = async (cause: unknown) => {
    state.lose(cause)
    await sessions.reconnect()
    state.recover()
  }
  /** Repeats what changes nothing until there is an answer. */
  const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        await rollback()
        if (!isOutage(error)) throw error
        await reconnect(error)
      }
    }
  }
  /** With the lock: whatever was still on its way has come to its end. */
  const isStored = (seq: number) =>
    untilAnswered(async () => {
      const [, , found = []] = await sessions
        .current()
        .rowsOf(`${lock} select writer from parley.entries where seq = ${seq}; commit`)
      return found[0]?.['writer'] === member
    })

  return {
    /** Resolves when this process has its turn, and knows all entries. */
    begin: () =>
      untilAnswered(async () => {
        const session = sessions.current()
        const [, , state = []] = await session.rowsOf(`${lock} ${entries.question()}`)
        await entries.receive(state, async (...statement) => (await session.query(...statement)).rows)
      }),
    /** Rejects with a NotStored where it has to be made anew. */
    async write(changes: readonly EncodedChange[], to: number): Promise<void> {
      const plan = rows.plan(changes, to)
      const isNothing = plan.puts.length === 0 && plan.removals.length === 0
      try {
        if (isNothing) await sessions.current().run('commit')
        else await commitInTurn(sessions.current(), plan, { writer: member, from: to - 1, to })
      } catch (error) {
        await rollback()
        if (!isOutage(error)) throw error
        await reconnect(error)
        if (!isNothing && !(await isStored(to))) throw new NotStored('the entry is not there')
      }
      plan.accept()
      if (!isNothing) entries.accept(to)
      state.succeed()
      if (!isNothing) onEntry(to)
    },
  }
}
