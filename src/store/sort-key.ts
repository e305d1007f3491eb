import type { Id } from './kind.js'

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
