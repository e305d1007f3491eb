import type { Id, StoredRecord } from './kind.js'
import type { Index } from './table.js'

export type SortedIndex<R> = Index<R> & {
  /** How many records the group has. */
  count(group: string): number
  /** Records of the group in order, from position `start` up to but without `end`. */
  slice(group: string, start?: number, end?: number): R[]
  /** How many records of the group have this key or a lower one. */
  countUpTo(group: string, key: string | number): number
}

export type SortedIndexSettings<R> = {
  /** Undefined leaves the record out. */
  readonly groupOf: (record: R) => string | undefined
  /** Ascending; cheapest when new records come last. */
  readonly keyOf: (record: R) => string | number
  /** The fields that both look at; to be named where records often change in others. */
  readonly fields?: readonly (keyof R)[]
}

/** Keeps the records of each group sorted by a key, those with the same one by id, the last id first. */
export function createSortedIndex<R extends StoredRecord>({
  groupOf,
  keyOf,
  fields,
}: SortedIndexSettings<R>): SortedIndex<R> {
  const groups = new Map<string, SortKey[]>()
  let records: ReadonlyMap<Id, R> = new Map()

  const placeOf = (record: R): SortKey => ({ key: keyOf(record), id: record.id })
  const remove = (group: string, place: SortKey) => {
    const places = groups.get(group) ?? []
    // Whoever removes many takes the last one first.
    if (places.at(-1)?.id === place.id) places.pop()
    else places.splice(sortPosition(places, place), 1)
    if (places.length === 0) groups.delete(group)
  }
  const insert = (group: string, place: SortKey) => {
    const places = groups.get(group)
    const last = places?.at(-1)
    if (places === undefined || last === undefined) groups.set(group, [place])
    else if (compareSortKeys(last, place) < 0) places.push(place)
    else places.splice(sortPosition(places, place), 0, place)
  }

  return {
    fields,
    build(all) {
      records = all
      groups.clear()
      for (const record of all.values()) {
        const group = groupOf(record)
        if (group === undefined) continue
        const places = groups.get(group)
        if (places === undefined) groups.set(group, [placeOf(record)])
        else places.push(placeOf(record))
      }
      for (const places of groups.values()) places.sort(compareSortKeys)
    },
    change(before, after) {
      const from = before && groupOf(before)
      const to = after && groupOf(after)
      if (before && after && from === to && keyOf(before) === keyOf(after)) return
      if (before && from !== undefined) remove(from, placeOf(before))
      if (after && to !== undefined) insert(to, placeOf(after))
    },
    count: (group) => groups.get(group)?.length ?? 0,
    countUpTo: (group, key) => positionBehind(groups.get(group) ?? [], key),
    slice(group, start, end) {
      const found: R[] = []
      for (const { id } of groups.get(group)?.slice(start, end) ?? []) {
        const record = records.get(id)
        if (record !== undefined) found.push(record)
      }
      return found
    },
  }
}

function positionBehind(places: readonly SortKey[], key: string | number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const place = places[middle]
    if (place !== undefined && place.key <= key) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Where a record stands. Indexes hold these and not the records: as long as a record keeps its place, its changes cost
 * them nothing.
 */
export type SortKey = { readonly key: string | number; readonly id: Id }

/** By key, those with the same one by id, the last id first. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  if (a.id === b.id) return 0
  return a.id > b.id ? -1 : 1
}

/** Where the place is in an ordered list, or would go. */
export function sortPosition(places: readonly SortKey[], place: SortKey): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // Always there: middle is below high.
    if (compareSortKeys(places[middle] as SortKey, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
