import { termWeight } from './text-index.js'

/** Which documents hold which terms of one field; documents come in the order of their numbers. */
export interface PostingLists {
  add(slot: number, terms: readonly string[]): void
  /** Expects the terms that were added. */
  remove(slot: number, terms: readonly string[]): void
  /** In ascending order. */
  documents(term: string): readonly number[]
  /** Adds what one match in this field is, times `rare`, to the sum of every document that holds the term. */
  addTo(sums: Float64Array, term: string, rare: number): void
  bytes(): number
}

export function createPostingLists(): PostingLists {
  const lists = new Map<string, number[]>()
  const worths: number[] = []
  let letters = 0
  let entries = 0

  const addTo = (term: string, slot: number) => {
    const list = lists.get(term)
    if (list !== undefined) return void list.push(slot)
    lists.set(term, [slot])
    letters += term.length
  }
  const removeFrom = (term: string, slot: number) => {
    const list = lists.get(term)
    const at = list === undefined ? -1 : placeOf(slot, list)
    if (at < 0) return
    entries -= 1
    list?.splice(at, 1)
    if (list?.length !== 0) return
    lists.delete(term)
    letters -= term.length
  }

  return {
    add: (slot, terms) => {
      for (const term of terms) addTo(term, slot)
      entries += terms.length
      while (worths.length < slot) worths.push(0)
      worths[slot] = termWeight(terms.length)
    },
    remove: (slot, terms) => {
      for (const term of terms) removeFrom(term, slot)
    },
    documents: (term) => lists.get(term) ?? [],
    addTo: (sums, term, rare) => {
      // Numbers side by side: a word that every document holds is summed about as fast as it is read.
      for (const slot of lists.get(term) ?? []) sums[slot] = (sums[slot] ?? 0) + rare * (worths[slot] ?? 0)
    },
    bytes: () => lists.size * LIST_BYTES + letters + entries * ENTRY_BYTES + worths.length * 8,
  }
}

/** A place in the map, the term's head, an array with some room to grow: measured on the heap. */
const LIST_BYTES = 150
const ENTRY_BYTES = 11

/** Where a number stands in an ascending list; -1 when it does not. */
function placeOf(wanted: number, list: readonly number[]): number {
  let low = 0
  let high = list.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = list[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}
