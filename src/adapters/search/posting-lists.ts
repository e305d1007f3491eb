import { FNV_OFFSET_BASIS, fnv1a, mixBits } from '../../domain/fnv1a.js'
import { grown } from './growing-arrays.js'

/** Which rows hold which terms. Of a term only 64 bits of its hash are kept: an index holds no words. */
export interface PostingLists {
  /** Rows come in ascending order. */
  add(term: string, row: number): void
  /** The entry of a term, to be used before the next is added; -1 when it was never added. */
  find(term: string): number
  /** Calls back with each run of rows that hold the entry's term: a range of an array. */
  visit(entry: number, each: (rows: Uint32Array, from: number, to: number) => void): void
  /** How many rows the entry's term was added to. */
  length(entry: number): number
  bytes(): number
}

/**
 * The row of a term that occurs once lies in the term's entry. A longer list is a chain of pieces, each twice as long as
 * the one before up to a bound: short lists take little memory, long ones are read in one run. A piece begins with the
 * place of the next.
 */
export function createPostingLists(): PostingLists {
  const terms = createTermTable()
  let pieces = new Uint32Array(256)
  // Place 0 belongs to no piece, so that it can mean "none".
  let used = 1

  const beginPiece = (length: number): number => {
    const place = used
    used += length + 1
    if (used > pieces.length) pieces = grown(pieces, used)
    return place
  }
  const append = (entry: number, row: number, count: number) => {
    const { length, filled } = lastPieceOf(count)
    if (filled === 1) {
      const place = beginPiece(length)
      if (count === 1) terms.set(entry, FIRST, place)
      else pieces[terms.get(entry, LAST)] = place
      terms.set(entry, LAST, place)
    }
    pieces[terms.get(entry, LAST) + filled] = row
  }

  return {
    add: (term, row) => {
      const entry = terms.entryOf(term)
      const count = terms.get(entry, COUNT) + 1
      terms.set(entry, COUNT, count)
      if (count === 1) return terms.set(entry, FIRST, row)
      if (count === 2) append(entry, terms.get(entry, FIRST), 1)
      append(entry, row, count)
    },
    find: terms.find,
    visit: (entry, each) => {
      if (entry < 0) return
      const count = terms.get(entry, COUNT)
      if (count === 1) return each(Uint32Array.of(terms.get(entry, FIRST)), 0, 1)
      const last = terms.get(entry, LAST)
      let place = terms.get(entry, FIRST)
      for (let length = SHORTEST; place !== last; length = Math.min(LONGEST, length * 2)) {
        each(pieces, place + 1, place + 1 + length)
        place = pieces[place] ?? last
      }
      each(pieces, last + 1, last + 1 + lastPieceOf(count).filled)
    },
    length: (entry) => (entry < 0 ? 0 : terms.get(entry, COUNT)),
    bytes: () => pieces.byteLength + terms.bytes(),
  }
}

const SHORTEST = 2
const LONGEST = 1024
/** The rows in all pieces that are shorter than the longest, and in the first that is not. */
const DOUBLING = 2 * LONGEST - SHORTEST

/** How long the last piece of a list of so many rows is, and how many of them lie in it. */
function lastPieceOf(count: number): { readonly length: number; readonly filled: number } {
  if (count > DOUBLING) return { length: LONGEST, filled: ((count - DOUBLING - 1) % LONGEST) + 1 }
  const length = 2 ** (31 - Math.clz32(count + 1))
  return { length, filled: count - (length - SHORTEST) }
}

/** What is kept of a term: its hash, how many rows hold it, and its only row or its first and last piece. */
const STRIDE = 5
const [LOW, HIGH, COUNT, FIRST, LAST] = [0, 1, 2, 3, 4] as const
type Field = typeof COUNT | typeof FIRST | typeof LAST

/** A hash table with open addressing: terms by their entries, which are numbered from 0. */
function createTermTable() {
  // The number of the entry plus 1; 0 is free.
  let slots = new Uint32Array(64)
  let entries = new Uint32Array(32 * STRIDE)
  let size = 0

  const slotOf = ({ low, high }: TermHash): number => {
    const mask = slots.length - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = ((slots[slot] ?? 0) - 1) * STRIDE
      if (at < 0 || (entries[at + LOW] === low && entries[at + HIGH] === high)) return slot
    }
  }
  const growSlots = () => {
    slots = new Uint32Array(slots.length * 2)
    for (let entry = 0; entry < size; entry += 1) {
      const at = entry * STRIDE
      slots[slotOf({ low: entries[at + LOW] ?? 0, high: entries[at + HIGH] ?? 0 })] = entry + 1
    }
  }
  const add = (hash: TermHash): number => {
    if ((size + 1) * 4 > slots.length * 3) growSlots()
    if ((size + 1) * STRIDE > entries.length) entries = grown(entries, (size + 1) * STRIDE)
    entries[size * STRIDE + LOW] = hash.low
    entries[size * STRIDE + HIGH] = hash.high
    slots[slotOf(hash)] = size + 1
    size += 1
    return size - 1
  }
  const find = (hash: TermHash): number => (slots[slotOf(hash)] ?? 0) - 1

  return {
    /** -1 when the term was never added. */
    find: (term: string): number => find(hashOf(term)),
    entryOf: (term: string): number => {
      const hash = hashOf(term)
      const entry = find(hash)
      return entry < 0 ? add(hash) : entry
    },
    get: (entry: number, field: Field): number => entries[entry * STRIDE + field] ?? 0,
    set: (entry: number, field: Field, value: number): void => {
      entries[entry * STRIDE + field] = value
    },
    bytes: () => slots.byteLength + entries.byteLength,
  }
}

type TermHash = { readonly low: number; readonly high: number }

/** Two hashes of 32 bits that have nothing to do with each other: no two words of a language share both. */
function hashOf(term: string): TermHash {
  let low = FNV_OFFSET_BASIS
  let high = 0
  for (let at = 0; at < term.length; at += 1) {
    const unit = term.charCodeAt(at)
    low = fnv1a(low, unit)
    high = Math.imul(high ^ unit, 0x5bd1e995)
    high ^= high >>> 15
  }
  return { low: mixBits(low), high: high >>> 0 }
}
