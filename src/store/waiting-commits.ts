import type { Change } from './table.js'
import type { Commit } from './writing.js'

/** Commits that become one entry; `E` is what a change is written as. */
export type CommitGroup<E> = {
  readonly changes: readonly E[]
  /** Tells those who wait that it is durable. */
  acknowledge(): void
  /** Takes the commits back in memory and tells those who wait why. */
  reject(reason: Error): void
}

export type WaitingCommits<E> = {
  count(): number
  /**
   * Takes over what is pending. Resolves when the group that it gets into, and so all before it, is acknowledged; also
   * when nothing is pending. A commit that cannot be encoded is taken back, and rejected alone.
   */
  add(pending: readonly Commit[]): Promise<void>
  /** Takes the oldest out, at most so many and no more than fit into an entry. */
  take(most: number): CommitGroup<E>
  takeAll(): CommitGroup<E>
}

type Encoding<E> = {
  /** Throws for more text than one string can hold. */
  readonly encode: (change: Change) => E
  readonly charactersOf: (encoded: E) => number
}

type Waiting<E> = {
  readonly commit: Commit
  readonly changes: readonly E[]
  readonly characters: number
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** The most that becomes one entry, unless a single commit is larger. */
const ENTRY_CHARACTERS = 2 ** 19
/** For who waits for those before it. */
const NO_CHANGES: Commit = { changes: [], takeBack: () => undefined }

/** Commits that wait to be written, in the order in which they were made. */
export function createWaitingCommits<E>({ encode, charactersOf }: Encoding<E>): WaitingCommits<E> {
  const waiting: Waiting<E>[] = []
  const addOne = (commit: Commit) =>
    new Promise<void>((resolve, reject) => {
      try {
        const changes = commit.changes.map(encode)
        let characters = 0
        for (const change of changes) characters += charactersOf(change)
        waiting.push({ commit, changes, characters, resolve, reject })
      } catch (error) {
        commit.takeBack()
        reject(error)
      }
    })
  return {
    count: () => waiting.length,
    add: (pending) => (pending.length > 0 ? pending : [NO_CHANGES]).map(addOne).at(-1) ?? Promise.resolve(),
    take(most) {
      let [count, characters] = [0, 0]
      for (const commit of waiting) {
        if (count === most || characters > ENTRY_CHARACTERS) break
        characters += commit.characters
        count += 1
      }
      return groupOf(waiting.splice(0, count))
    },
    takeAll: () => groupOf(waiting.splice(0)),
  }
}

const groupOf = <E>(members: readonly Waiting<E>[]): CommitGroup<E> => ({
  changes: members.flatMap(({ changes }) => changes),
  acknowledge() {
    for (const { resolve } of members) resolve()
  },
  reject(reason) {
    takeBackAll(members.map(({ commit }) => commit))
    for (const { reject } of members) reject(reason)
  },
})

/** The last first, so that each finds what it found when it was made. */
export function takeBackAll(commits: readonly Commit[]): void {
  for (const commit of commits.toReversed()) commit.takeBack()
}
