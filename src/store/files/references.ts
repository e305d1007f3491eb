import type { FileHash } from '../../domain/files/ports.js'
import { filePath, type StoredFile } from '../../domain/files/stored-file.js'
import type { Kind, StoredRecord } from '../kind.js'
import type { Index } from '../table.js'

/** Follows the files that the records of a kind refer to. */
export type FileIndex<R> = Index<R> & {
  /** The file as some record of the kind shows it. The same bytes may go by several names. */
  get(file: StoredFile): StoredFile | undefined
}

export type FileReferences = {
  /** For a kind whose records refer to files: all of them by `filesOf`, or by their names where answers lead to them. */
  indexOf<R extends StoredRecord>(
    kind: Kind<R>,
    shownFiles?: (record: R) => readonly StoredFile[],
  ): FileIndex<R>
  has(sha256: FileHash): boolean
  all(): Iterable<FileHash>
  /** Calls back on each file that a record has just ceased to refer to, whatever others do. */
  onDropped(listener: (sha256: FileHash) => void): void
}

type Reference = Pick<StoredFile, 'sha256'> & Partial<StoredFile>

/** Which files the live records refer to: derived from them by an index, so the two cannot go out of step. */
export function createFileReferences(): FileReferences {
  const counts = new Map<FileHash, number>()
  const listeners: ((sha256: FileHash) => void)[] = []

  return {
    indexOf<R extends StoredRecord>(
      kind: Kind<R>,
      shownFiles?: (record: R) => readonly StoredFile[],
    ): FileIndex<R> {
      const shown = new Map<string, number>()
      const filesOf = (record: R): readonly Reference[] =>
        shownFiles?.(record) ?? kind.filesOf?.(record).map((sha256) => ({ sha256 })) ?? []
      const add = (file: Reference) => {
        count(counts, file.sha256, 1)
        if (isNamed(file)) count(shown, filePath(file), 1)
      }
      const drop = (file: Reference) => {
        count(counts, file.sha256, -1)
        if (isNamed(file)) count(shown, filePath(file), -1)
        for (const listener of listeners) listener(file.sha256)
      }
      return {
        get: (file) => (shown.has(filePath(file)) ? file : undefined),
        build(records) {
          shown.clear()
          for (const record of records.values()) filesOf(record).forEach(add)
        },
        change(before, after) {
          // First what comes, then what goes: a file that stays is never without a reference.
          if (after !== undefined) for (const file of filesOf(after)) add(file)
          if (before !== undefined) for (const file of filesOf(before)) drop(file)
        },
      }
    },
    has: (sha256) => counts.has(sha256),
    all: () => counts.keys(),
    onDropped: (listener) => void listeners.push(listener),
  }
}

const isNamed = (file: Reference): file is StoredFile => file.name !== undefined

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const left = (counts.get(key) ?? 0) + change
  if (left > 0) counts.set(key, left)
  else counts.delete(key)
}
