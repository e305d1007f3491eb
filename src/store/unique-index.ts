import type { Index } from './table.js'

export type UniqueIndex<R> = Index<R> & { get(key: string): R | undefined }

/** Finds the one record that has a key. */
export function createUniqueIndex<R>(keyOf: (record: R) => string): UniqueIndex<R> {
  const found = new Map<string, R>()

  return {
    get: (key) => found.get(key),
    build(records) {
      found.clear()
      for (const record of records.values()) found.set(keyOf(record), record)
    },
    change(before, after) {
      if (before !== undefined) found.delete(keyOf(before))
      if (after !== undefined) found.set(keyOf(after), after)
    },
  }
}
