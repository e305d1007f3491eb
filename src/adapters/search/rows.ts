import type { TokenScore } from '@orama/orama'
import { best } from './best.js'
import { createUint32Column } from './growing-arrays.js'
import { createVectors } from './vectors.js'

/** What a match counts in the turn before, and in the other neighbouring turns. */
const NEIGHBOUR_WEIGHTS = { previous: 0.5, other: 0.2 } as const

/** Not worth building an index anew for. */
const FEW = 64

/** Answers for internal ids, of which Orama's sets are full. */
type InternalIds = Pick<ReadonlySet<number>, 'has'>

/**
 * The documents of an index by row, in the order they were added. Orama's internal id of a document stays the same when
 * it is removed and added again; its row does not, so that what is said of the old one in posting lists holds of no other.
 */
export interface Rows {
  add(internalId: number): void
  remove(internalId: number): void
  /** -1 when there is none. */
  rowOf(internalId: number): number
  /** 0 when it was removed. */
  internalId(row: number): number
  setPrevious(row: number, internalId: number): void
  /** Writes into `total` what each row scores by itself and by the turns next to it. */
  addNeighbours(own: Float32Array, total: Float32Array): Float32Array
  /** The best rows, as Orama takes them. */
  best(scores: Float32Array, search: { count: number; among: InternalIds | undefined }): TokenScore[]
  count(): number
  hasRemoved(): boolean
  /** Whether more than half of the rows were removed. */
  isFragmented(): boolean
  bytes(): number
}

export function createRows(): Rows {
  const internalIds = createUint32Column()
  // By internal id, the row plus 1.
  const places = createUint32Column()
  const previous = createUint32Column()
  let count = 0
  let removed = 0
  let hasNeighbours = false

  const rowOf = (internalId: number) => places.get(internalId) - 1
  const previousRow = (row: number) => rowOf(previous.get(row))
  return {
    add: (internalId) => {
      internalIds.set(count, internalId)
      places.set(internalId, count + 1)
      count += 1
    },
    remove: (internalId) => {
      internalIds.set(rowOf(internalId), 0)
      places.set(internalId, 0)
      removed += 1
    },
    rowOf,
    internalId: internalIds.get,
    setPrevious: (row, internalId) => {
      if (internalId === 0) return
      hasNeighbours = true
      previous.set(row, internalId)
    },
    addNeighbours: (own, total) => {
      total.set(own)
      for (let row = 0; hasNeighbours && row < count; row += 1) {
        const before = previousRow(row)
        if (before < 0) continue
        const second = previousRow(before)
        const others = second < 0 ? 0 : (own[second] ?? 0)
        const { previous: near, other: far } = NEIGHBOUR_WEIGHTS
        total[row] = (total[row] ?? 0) + near * (own[before] ?? 0) + far * others
        total[before] = (total[before] ?? 0) + far * (own[row] ?? 0)
      }
      return total
    },
    best: (scores, { count: most, among }) => {
      const mayCome = (row: number) => {
        const internalId = internalIds.get(row)
        return internalId !== 0 && (among === undefined || among.has(internalId))
      }
      return best(scores, { count: most, only: mayCome }).map((row) => [
        internalIds.get(row),
        scores[row] ?? 0,
      ])
    },
    count: () => count,
    hasRemoved: () => removed > 0,
    isFragmented: () => count > FEW && removed * 2 > count,
    bytes: () => internalIds.bytes() + places.bytes() + previous.bytes(),
  }
}

/** The vectors of rows, which lie side by side whichever rows have one. */
export function createRowVectors(dimensions: number, rows: Pick<Rows, 'internalId'>) {
  const vectors = createVectors({ dimensions })
  // By row, the number of its vector plus 1; and the row of each vector.
  const slots = createUint32Column()
  const owners = createUint32Column()
  const slotOf = (row: number) => (row < 0 ? -1 : slots.get(row) - 1)

  return {
    add: (row: number, vector: Float32Array): void => {
      const slot = vectors.add(vector)
      slots.set(row, slot + 1)
      owners.set(slot, row)
    },
    remove: (row: number): void => {
      if (slotOf(row) < 0) return
      vectors.remove(slotOf(row))
      slots.set(row, 0)
    },
    /** A copy; undefined when the row has none. */
    at: (row: number): Float32Array | undefined => (slotOf(row) < 0 ? undefined : vectors.at(slotOf(row))),
    /** The rows whose vectors are nearest, with their cosines, as Orama takes them. */
    nearest: (
      query: ArrayLike<number>,
      { count, among }: { readonly count: number; readonly among: InternalIds | undefined },
    ): TokenScore[] => {
      const cosines = vectors.cosines(query)
      const idOf = (slot: number) => rows.internalId(owners.get(slot))
      const mayCome = (slot: number) => among === undefined || among.has(idOf(slot))
      return best(cosines, { count, only: mayCome }).map((slot) => [idOf(slot), cosines[slot] ?? 0])
    },
    size: vectors.size,
    bytes: () => (vectors.size() === 0 ? 0 : vectors.bytes() + slots.bytes() + owners.bytes()),
  }
}
