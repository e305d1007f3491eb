import type { Index } from './table.js'

/** Negative when `a` comes before `b`; never 0 for two different records. */
export type Order<R> = (a: R, b: R) => number

export type SortedIndex<R> = Index<R> & {
  /** The records of a group in order. The array is the index's own: it changes with the next change. */
  group(key: string): readonly R[]
}

type SortedIndexSettings<R> = {
  /** Undefined leaves the record out. */
  readonly groupOf: (record: R) => string | undefined
  /** Cheapest when new records come last. */
  readonly order: Order<R>
}

/** Keeps the records of each group sorted, so that a page costs its own length, however many there are. */
export function createSortedIndex<R>({ groupOf, order }: SortedIndexSettings<R>): SortedIndex<R> {
  const groups = new Map<string, R[]>()

  const groupFor = (key: string): R[] => {
    const group = groups.get(key)
    if (group !== undefined) return group
    const created: R[] = []
    groups.set(key, created)
    return created
  }
  const remove = (key: string, record: R) => {
    const group = groupFor(key)
    group.splice(positionOf(group, record, order), 1)
    if (group.length === 0) groups.delete(key)
  }
  const insert = (key: string, record: R) => {
    const group = groupFor(key)
    const last = group.at(-1)
    if (last === undefined || order(last, record) < 0) group.push(record)
    else group.splice(positionOf(group, record, order), 0, record)
  }

  return {
    group: (key) => groups.get(key) ?? [],
    build(records) {
      groups.clear()
      for (const record of records) {
        const key = groupOf(record)
        if (key !== undefined) groupFor(key).push(record)
      }
      for (const group of groups.values()) group.sort(order)
    },
    change(before, after) {
      const from = before === undefined ? undefined : groupOf(before)
      const to = after === undefined ? undefined : groupOf(after)
      if (before !== undefined && from !== undefined) remove(from, before)
      if (after !== undefined && to !== undefined) insert(to, after)
    },
  }
}

/** Where the record is, or would go. */
function positionOf<R>(group: readonly R[], record: R, order: Order<R>): number {
  let low = 0
  let high = group.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order(group[middle] as R, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}
