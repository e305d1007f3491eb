import { setImmediate } from 'node:timers/promises'
import type { Commit, Data } from '../database.js'
import { encodeChange } from './entry.js'
import type { Journal } from './journal.js'

/** The most that is turned into text at one go, unless a single commit is larger. */
const ENTRY_CHARACTERS = 2 ** 19

export type GroupCommit = {
  /** Resolves when all that is pending now is durable; everybody who waits shares one sync. */
  write(data: Data): Promise<void>
  /** Does something with the journal between two writes. */
  exclusively<T>(step: () => Promise<T>): Promise<T>
}

type GroupCommitDeps = {
  readonly journal: Pick<Journal, 'append'>
  /** Called once, with the first thing that goes wrong; it returns what all get who wait or write later. */
  readonly onFailure: (cause: unknown) => Error
}

/**
 * After a failure nothing more is written, for nobody knows what the disk has: what was not acknowledged is taken
 * back in memory, and the next start reads what there is.
 */
export function createGroupCommit({ journal, onFailure }: GroupCommitDeps): GroupCommit {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  let failure: Error | undefined

  const fail = (cause: unknown): never => {
    failure ??= onFailure(cause)
    throw failure
  }
  const exclusively = <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.then(() => (failure === undefined ? step().catch(fail) : fail(failure)))
    last = done.catch(() => undefined)
    return done
  }
  const writeAll = async (data: Data) => {
    // Everybody whom the last sync has woken gets to join this one.
    await setImmediate()
    next = undefined
    const waiting = takePending(data)
    try {
      while (waiting.length > 0) {
        const { count, texts } = firstEntry(waiting)
        await journal.append(texts)
        waiting.splice(0, count)
      }
    } catch (cause) {
      undo([...waiting, ...takePending(data)])
      fail(cause)
    }
  }

  return {
    exclusively,
    async write(data) {
      next ??= exclusively(() => writeAll(data))
      try {
        await next
      } catch (error) {
        undo(takePending(data))
        throw error
      }
    },
  }
}

/** As many commits as fit into one entry. */
function firstEntry(waiting: readonly Commit[]): { count: number; texts: string[] } {
  const texts: string[] = []
  let characters = 0
  let count = 0
  for (const { changes } of waiting) {
    if (characters > ENTRY_CHARACTERS) break
    for (const change of changes) {
      const text = encodeChange(change)
      texts.push(text)
      characters += text.length
    }
    count += 1
  }
  return { count, texts }
}

function takePending(data: Data): Commit[] {
  const { pending } = data
  data.pending = []
  return pending
}

function undo(commits: readonly Commit[]): void {
  for (const commit of commits.toReversed()) commit.undo()
}
