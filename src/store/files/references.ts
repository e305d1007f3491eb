import type { FileHash } from '../../domain/files/ports.js'
import type { Kind, StoredRecord } from '../kind.js'
import type { Index } from '../table.js'

export type FileReferences = {
  /** Counts what the records of a kind refer to. */
  indexOf<R extends StoredRecord>(kind: Kind<R>): Index<R>
  has(sha256: FileHash): boolean
  all(): Iterable<FileHash>
  /** Calls `listener` with every file that loses its last reference from now on. */
  onLost(listener: (sha256: FileHash) => void): void
}

/** Which files the live records refer to: derived from them by an index, so the two cannot go out of step. */
export function createFileReferences(): FileReferences {
  const counts = new Map<FileHash, number>()
  const listeners: ((sha256: FileHash) => void)[] = []

  const add = (sha256: FileHash) => counts.set(sha256, (counts.get(sha256) ?? 0) + 1)
  const drop = (sha256: FileHash) => {
    const left = (counts.get(sha256) ?? 0) - 1
    if (left > 0) counts.set(sha256, left)
    else counts.delete(sha256)
    if (left === 0) for (const listener of listeners) listener(sha256)
  }

  return {
    indexOf: (kind) => ({
      build: (records) => forEachFile(kind, records, add),
      change(before, after) {
        // First what comes, then what goes: a file that stays is never without a reference.
        if (after !== undefined) forEachFile(kind, [after], add)
        if (before !== undefined) forEachFile(kind, [before], drop)
      },
    }),
    has: (sha256) => counts.has(sha256),
    all: () => counts.keys(),
    onLost: (listener) => listeners.push(listener),
  }
}

function forEachFile<R extends StoredRecord>(
  kind: Kind<R>,
  records: Iterable<R>,
  visit: (sha256: FileHash) => void,
): void {
  if (kind.filesOf === undefined) return
  for (const record of records) for (const sha256 of kind.filesOf(record)) visit(sha256)
}
