/** What a match in each document is worth, and the scores it is added to. */
export type ScoreAccumulator = {
  readonly idf: number
  readonly termWeights: Float32Array
  readonly scores: Float32Array
}

/** Growing lists of numbers, one for each term, in one array. */
export interface PackedPostingLists {
  add(list: number, slot: number): void
  /** Adds `rare × worth` to the score of each document in the list, as far as there are scores. */
  addTo(list: number, sum: ScoreAccumulator): void
  bytes(): number
}

/**
 * A list is a chain of pieces, each twice as long as the one before up to a bound: short lists take little room, long
 * ones are read in one run. A piece begins with the place of the next.
 */
export function createPackedPostingLists(): PackedPostingLists {
  let room = new Uint32Array(4096)
  // Place 0 is nobody's, so that it can mean "none".
  let used = 1
  let lists = new Uint32Array(4 * 1024)

  const beginPiece = (length: number): number => {
    const place = used
    used += length + 1
    if (used > room.length) room = grown(room, used)
    return place
  }

  return {
    add: (list, slot) => {
      if ((list + 1) * STRIDE > lists.length) lists = grown(lists, (list + 1) * STRIDE)
      const at = list * STRIDE
      const length = lists[at + LENGTH] ?? 0
      const filled = lists[at + FILLED] ?? 0
      if (filled === length) {
        const longer = Math.min(LONGEST, Math.max(SHORTEST, length * 2))
        const place = beginPiece(longer)
        if (length === 0) lists[at + FIRST] = place
        else room[lists[at + LAST] ?? 0] = place
        lists[at + LAST] = place
        lists[at + LENGTH] = longer
        lists[at + FILLED] = 0
      }
      const into = (lists[at + FILLED] ?? 0) + 1
      room[(lists[at + LAST] ?? 0) + into] = slot
      lists[at + FILLED] = into
    },
    addTo: (list, { idf: rare, termWeights: worth, scores }) => {
      const at = list * STRIDE
      let place = lists[at + FIRST] ?? 0
      let length = SHORTEST
      while (place !== 0) {
        const isLast = place === lists[at + LAST]
        const end = place + (isLast ? (lists[at + FILLED] ?? 0) : length)
        for (let next = place + 1; next <= end; next += 1) {
          const slot = room[next] ?? 0
          // Writing past the end of the scores does nothing: such a document came while they were summed.
          scores[slot] = (scores[slot] ?? 0) + rare * (worth[slot] ?? 0)
        }
        place = isLast ? 0 : (room[place] ?? 0)
        length = Math.min(LONGEST, length * 2)
      }
    },
    bytes: () => room.byteLength + lists.byteLength,
  }
}

const SHORTEST = 2
const LONGEST = 1024

/** What is kept of a list: its first and last piece, how long the last one is and how much of it is filled. */
const STRIDE = 4
const FIRST = 0
const LAST = 1
const LENGTH = 2
const FILLED = 3

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}
