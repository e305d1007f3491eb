import type { Index } from './table.js'

export type RemovalFeed<R> = Index<R> & {
  /** Calls `listener` with every record that is removed, until the call it returns is made. */
  onRemoved(listener: (record: R) => void): () => void
}

/** Tells of records that are removed while they are wanted. */
export function createRemovalFeed<R>(isWanted: (record: R) => boolean): RemovalFeed<R> {
  const listeners = new Set<(record: R) => void>()
  return {
    build: () => {},
    change(before, after) {
      if (before === undefined || after !== undefined || !isWanted(before)) return
      for (const tell of listeners) tell(before)
    },
    onRemoved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
