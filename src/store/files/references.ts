import type { FileHash } from '../../domain/files/ports.js'
import type { Kind, StoredRecord } from '../kind.js'
import type { Index } from '../table.js'

export type FileReferences = {
  /** What the records of a kind refer to is counted by an index; a kind that refers to no files has none. */
  indexesOf<R extends StoredRecord>(kind: Kind<R>): Index<R>[]
  has(sha256: FileHash): boolean
  all(): Iterable<FileHash>
  /** The kinds that refer to files. */
  kinds(): readonly Kind[]
}

/** Which files the live records refer to: derived from them by an index, so the two cannot go out of step. */
export function createFileReferences(): FileReferences {
  const counts = new Map<FileHash, number>()
  const kinds: Kind[] = []

  const add = (sha256: FileHash) => counts.set(sha256, (counts.get(sha256) ?? 0) + 1)
  const drop = (sha256: FileHash) => {
    const left = (counts.get(sha256) ?? 0) - 1
    if (left > 0) counts.set(sha256, left)
    else counts.delete(sha256)
  }

  return {
    indexesOf<R extends StoredRecord>(kind: Kind<R>) {
      const { filesOf } = kind
      if (filesOf === undefined) return []
      kinds.push(kind)
      const index: Index<R> = {
        build(records) {
          for (const record of records.values()) filesOf(record).forEach(add)
        },
        change(before, after) {
          // First what comes, then what goes: a file that stays is never without a reference.
          if (after !== undefined) filesOf(after).forEach(add)
          if (before !== undefined) filesOf(before).forEach(drop)
        },
      }
      return [index]
    },
    has: (sha256) => counts.has(sha256),
    all: () => counts.keys(),
    kinds: () => kinds,
  }
}
