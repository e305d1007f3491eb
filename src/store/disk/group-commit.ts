import { setImmediate } from 'node:timers/promises'
import { diskFull, isDiskFull } from '../../domain/errors.js'
import { type CommitGroup, createWaitingCommits, takeBackAll } from '../waiting-commits.js'
import type { Data } from '../writing.js'
import { encodeChange } from './entry.js'
import type { Journal } from './journal.js'

type Group = CommitGroup<string>

export type GroupCommit = {
  /** Resolves when all that is pending now is durable; those who wait at the same time share a sync. */
  write(data: Data): Promise<void>
  /** Rotates the journal between two writes. */
  rotate(): Promise<number>
}

type GroupCommitDeps = {
  readonly journal: Pick<Journal, 'append' | 'rotate'>
  /** Called whenever the disk is found to be full. */
  readonly onFull: (cause: unknown) => void
  /** Called once, with the first other thing that goes wrong; it returns what all get who wait or come later. */
  readonly onFailure: (cause: unknown) => Error
}

/** A sync that takes longer than the processor needs to prepare what goes into the next one. */
const SLOW_SYNC_MS = 1
/** With fewer there is nothing to gain from preparing some while others are written. */
const WORTH_HALVING = 32

/**
 * One group of commits after the other becomes an entry of the journal. As long as syncs are fast those who write
 * at once are kept in two groups, so that one prepares its next writes while the other waits for the disk; beside
 * a slow sync that work is nothing, and everybody shares one.
 *
 * What was not acknowledged when a write fails is taken back in memory. On a full disk that is all: the next write is
 * tried again. After any other failure nothing more is written, for nobody knows what the disk has, and the next start
 * reads what there is.
 */
export function createGroupCommit({ journal, onFull, onFailure }: GroupCommitDeps): GroupCommit {
  const waiting = createWaitingCommits({ encode: encodeChange, charactersOf: (text) => text.length })
  const rotation = createRotation(journal)
  let isRunning = false
  let isSlow = false
  let failure: Error | undefined

  const rejectWrites = (reason: Error, group: Group | undefined) => {
    // Later ones may be based on earlier ones, so none of them is made.
    waiting.takeAll().reject(reason)
    group?.reject(reason)
  }
  const fail = (cause: unknown, group: Group | undefined) => {
    failure = onFailure(cause)
    rejectWrites(failure, group)
    rotation.reject(failure)
  }
  /** Starts writing before it tells those of the group before, whose next writes take the processor. */
  const append = async (group: Group, before: Group | undefined) => {
    const begin = performance.now()
    const appended = group.changes.length > 0 ? journal.append(group.changes) : undefined
    before?.acknowledge()
    await appended
    isSlow = performance.now() - begin > SLOW_SYNC_MS
  }
  const run = async () => {
    let before: Group | undefined
    while (waiting.count() > 0 || rotation.isRequested()) {
      let group: Group | undefined
      // Whoever else writes in this turn of the event loop, or has just been told, gets to join. One alone need not
      // wait so long, but always for the end of the call that began this: a flush may come just before its commit.
      if (before === undefined) await (waiting.count() > 1 ? setImmediate() : undefined)
      try {
        // Not awaited for nothing: the write is to begin before what its caller does next, such as asking a model.
        if (rotation.isRequested()) await rotation.rotate()
        const isWorthHalving = before === undefined && !isSlow && waiting.count() > WORTH_HALVING
        group = waiting.take(isWorthHalving ? Math.ceil(waiting.count() / 2) : waiting.count())
        await append(group, before)
      } catch (cause) {
        if (!isDiskFull(cause)) return fail(cause, group)
        onFull(cause)
        rejectWrites(diskFull(cause), group)
        before = undefined
        continue
      }
      const isLast = isSlow || waiting.count() === 0 || rotation.isRequested()
      if (isLast) group.acknowledge()
      before = isLast ? undefined : group
    }
    isRunning = false
  }
  const start = <T>(result: Promise<T>): Promise<T> => {
    if (!isRunning) void run()
    isRunning = true
    return result
  }

  return {
    write(data) {
      const pending = data.pending.splice(0)
      if (failure === undefined) return start(waiting.add(pending))
      takeBackAll(pending)
      return Promise.reject(failure)
    },
    rotate: () => (failure === undefined ? start(rotation.request()) : Promise.reject(failure)),
  }
}

type Waiting<T> = { readonly resolve: (value: T) => void; readonly reject: (reason: Error) => void }

/** Those who wait for the next rotation. */
function createRotation(journal: Pick<Journal, 'rotate'>) {
  const waiting: Waiting<number>[] = []
  const reject = (reason: Error) => {
    for (const one of waiting.splice(0)) one.reject(reason)
  }
  return {
    isRequested: () => waiting.length > 0,
    request: () => new Promise<number>((resolve, reject) => waiting.push({ resolve, reject })),
    /** For those who have requested it. */
    async rotate() {
      try {
        const seq = await journal.rotate()
        for (const { resolve } of waiting.splice(0)) resolve(seq)
      } catch (cause) {
        // The segment before it goes on; those who write need not know.
        if (!isDiskFull(cause)) throw cause
        reject(diskFull(cause))
      }
    },
    reject,
  }
}
