import type { Commit } from '../database.js'
import { encodeChange } from './entry.js'

/** Commits that become one entry of the journal. */
export type Group = {
  readonly texts: readonly string[]
  /** Tells those who wait that it is durable. */
  acknowledge(): void
  /** Takes the commits back in memory and tells those who wait why. */
  reject(reason: Error): void
}

export type WaitingCommits = {
  count(): number
  /** Resolves when the group that the commit gets into is acknowledged. */
  add(commit: Commit): Promise<void>
  /** Takes the oldest out, at most so many and no more than fit into an entry. */
  take(most: number): Group
  takeAll(): Group
}

type Waiting = {
  readonly commit: Commit
  readonly texts: readonly string[]
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

/** The most that becomes one entry, unless a single commit is larger. */
const ENTRY_CHARACTERS = 2 ** 19

export function createWaitingCommits(): WaitingCommits {
  const waiting: Waiting[] = []
  return {
    count: () => waiting.length,
    add(commit) {
      const texts = encoded(commit)
      return new Promise((resolve, reject) => waiting.push({ commit, texts, resolve, reject }))
    },
    takeAll: () => groupOf(waiting.splice(0)),
    take: (most) => groupOf(waiting.splice(0, Math.min(most, fitting(waiting)))),
  }
}

function encoded(commit: Commit): string[] {
  try {
    return commit.changes.map(encodeChange)
  } catch (error) {
    // More text than one string can hold.
    commit.takeBack()
    throw error
  }
}

/** How many of them, from the oldest, fit into one entry. */
function fitting(waiting: readonly Waiting[]): number {
  let characters = 0
  const tooMany = waiting.findIndex(({ texts }) => {
    const isFull = characters > ENTRY_CHARACTERS
    for (const text of texts) characters += text.length
    return isFull
  })
  return tooMany === -1 ? waiting.length : tooMany
}

const groupOf = (members: readonly Waiting[]): Group => ({
  texts: members.flatMap(({ texts }) => texts),
  acknowledge() {
    for (const { resolve } of members) resolve()
  },
  reject(reason) {
    // The last first, so that each finds what it found when it was made.
    for (const { commit } of members.toReversed()) commit.takeBack()
    for (const { reject } of members) reject(reason)
  },
})
