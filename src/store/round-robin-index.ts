import type { StoredRecord } from './kind.js'
import { createSortedIndex, type SortedIndex, type SortedIndexSettings } from './sorted-index.js'

export type RoundRobinIndex<R> = SortedIndex<R> & {
  /** The groups that have records, whose turn it is first. */
  nextGroups(): string[]
  /** Lets the other groups go first from now on. */
  moveToBack(group: string): void
}

/** Sorted groups that take turns: a group that becomes empty loses its place, and a new one comes last. */
export function createRoundRobinIndex<R extends StoredRecord>(
  settings: SortedIndexSettings<R>,
): RoundRobinIndex<R> {
  const index = createSortedIndex(settings)
  const groups = new Set<string>()

  const look = (record: R | undefined) => {
    const group = record && settings.groupOf(record)
    if (group === undefined) return
    if (index.count(group) > 0) groups.add(group)
    else groups.delete(group)
  }

  return {
    ...index,
    build(records) {
      index.build(records)
      groups.clear()
      for (const record of records.values()) look(record)
    },
    change(before, after) {
      index.change(before, after)
      look(before)
      look(after)
    },
    nextGroups: () => [...groups],
    moveToBack(group) {
      if (groups.delete(group)) groups.add(group)
    },
  }
}
