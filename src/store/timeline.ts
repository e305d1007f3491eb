import type { Id, StoredRecord } from './kind.js'
import { compareSortKeys, type SortKey, sortPosition } from './sorted-index.js'
import type { Index } from './table.js'

export type Timeline<R> = Index<R> & {
  /** In order, from position `start` up to but without `end`; negative ones count from the end. */
  slice(start?: number, end?: number): R[]
}

/** What comes or goes moves those behind it in its block, not all there are. */
const LONGEST_BLOCK = 512
/** So many records may wait for their new places, as they were when they got the old ones. */
const MOST_MOVED = 2000

/**
 * All records of a kind in one order; those that `keyOf` knows no place for are left out. Records change far more often
 * than anybody asks for their order, so they get their new places when somebody does.
 */
export function createTimeline<R extends StoredRecord>(
  keyOf: (record: R) => number | undefined,
): Timeline<R> {
  // In order, one after another; none is empty.
  let blocks: SortKey[][] = []
  let records: ReadonlyMap<Id, R> = new Map()
  // What changed since, as it was when it got its place; undefined: it had none.
  const moved = new Map<Id, R | undefined>()

  const placeOf = (record: R | undefined): SortKey | undefined => {
    const key = record && keyOf(record)
    return record === undefined || key === undefined ? undefined : { key, id: record.id }
  }
  const insert = (place: SortKey) => {
    const at = blockOf(blocks, place)
    const block = blocks[at] ?? []
    block.splice(sortPosition(block, place), 0, place)
    blocks.splice(at, 1, ...halved(block))
  }
  const remove = (place: SortKey) => {
    const at = blockOf(blocks, place)
    const block = blocks[at] ?? []
    block.splice(sortPosition(block, place), 1)
    if (block.length === 0) blocks.splice(at, 1)
  }

  const settle = () => {
    for (const [id, before] of moved) {
      const [from, to] = [placeOf(before), placeOf(records.get(id))]
      if (from?.key === to?.key && from?.id === to?.id) continue
      if (from !== undefined) remove(from)
      if (to !== undefined) insert(to)
    }
    moved.clear()
  }

  return {
    build(all) {
      records = all
      moved.clear()
      const places = [...all.values()].map(placeOf).filter((place) => place !== undefined)
      blocks = inBlocks(places.sort(compareSortKeys))
    },
    change(before, after) {
      const id = (after ?? before)?.id
      if (id === undefined || moved.has(id)) return
      moved.set(id, before)
      if (moved.size > MOST_MOVED) settle()
    },
    slice: (start, end) => {
      settle()
      return sliceOf(blocks, start, end)
        .map(({ id }) => records.get(id))
        .filter((record) => record !== undefined)
    },
  }
}

function inBlocks(places: readonly SortKey[]): SortKey[][] {
  const length = LONGEST_BLOCK / 2
  return Array.from({ length: Math.ceil(places.length / length) }, (_, at) =>
    places.slice(at * length, (at + 1) * length),
  )
}

const halved = (block: SortKey[]): SortKey[][] => (block.length <= LONGEST_BLOCK ? [block] : inBlocks(block))

/** The number of the block in which the place is, or would go. */
function blockOf(blocks: readonly SortKey[][], place: SortKey): number {
  let low = 0
  let high = Math.max(0, blocks.length - 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    const last = blocks[middle]?.at(-1)
    if (last !== undefined && compareSortKeys(last, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function sliceOf(blocks: readonly SortKey[][], start = 0, end = Number.POSITIVE_INFINITY): SortKey[] {
  const length = blocks.reduce((sum, block) => sum + block.length, 0)
  const fromStart = (position: number) => (position < 0 ? Math.max(0, length + position) : position)
  const [from, to] = [fromStart(start), fromStart(end)]
  const found: SortKey[] = []
  let first = 0
  for (const block of blocks) {
    found.push(...block.slice(Math.max(0, from - first), Math.max(0, to - first)))
    first += block.length
  }
  return found
}
