import { toUnit } from '../../domain/retrieval/vector.js'
import { createSimd, type Simd } from './simd.js'

/** Vectors of one length by consecutive numbers, searched exactly, one after another. */
export interface Vectors {
  readonly dimensions: number
  /** `vector` has the right length; it is stored at length 1. Returns its number, which may have been another's before. */
  add(vector: Float32Array): number
  remove(slot: number): void
  /** A copy. */
  at(slot: number): Float32Array
  /** The cosine of each to the query by number, 0 for a removed one; good until the next call. */
  cosines(query: ArrayLike<number>): Float32Array
  /** How many there are. */
  size(): number
  bytes(): number
}

type VectorsSettings = {
  readonly dimensions: number
  /** From so many on the vectors lie in a WebAssembly memory, which takes address space to begin with. */
  readonly simdFrom?: number
  readonly makeSimd?: () => Simd | undefined
}

const SIMD_FROM = 1000
/** Rows that are multiplied at once. */
const BLOCK = 2048
const FLOAT_BYTES = 4
const PAGE_BYTES = 65_536

export function createVectors({
  dimensions,
  simdFrom = SIMD_FROM,
  makeSimd = createSimd,
}: VectorsSettings): Vectors {
  // Rows are padded with zeros to what the SIMD code takes at once.
  const stride = Math.ceil(dimensions / 16) * 16
  let place: Place = createPlainPlace(stride)
  const free: number[] = []
  let rows = 0
  let mayMove = true
  let cosines = new Float32Array(0)

  const reserve = (slots: number) => {
    if (mayMove && slots >= simdFrom) {
      mayMove = false
      const simd = makeSimd()
      if (simd !== undefined) place = movedInto(createSimdPlace(simd, stride), place, rows)
    }
    place.holdRows(slots)
  }

  return {
    dimensions,
    add: (vector) => {
      const slot = free.pop() ?? rows
      reserve(slot + 1)
      rows = Math.max(rows, slot + 1)
      place.numbers().set(toUnit(vector), slot * stride)
      return slot
    },
    remove: (slot) => {
      place.numbers().fill(0, slot * stride, (slot + 1) * stride)
      free.push(slot)
    },
    at: (slot) => place.numbers().slice(slot * stride, slot * stride + dimensions),
    cosines: (query) => {
      const padded = new Float32Array(stride)
      padded.set(toUnit(Float32Array.from(query)))
      if (cosines.length < rows) cosines = new Float32Array(rows)
      const all = cosines.subarray(0, rows)
      for (let from = 0; from < rows; from += BLOCK) place.dot(padded, from, all.subarray(from, from + BLOCK))
      return all
    },
    size: () => rows - free.length,
    bytes: () => place.bytes() + cosines.byteLength,
  }
}

/** Where the numbers lie, and the code that suits the place. */
interface Place {
  holdRows(rows: number): void
  /** Not to be kept: it moves when it grows. */
  numbers(): Float32Array
  /** The products of the query with the rows from `from` on. */
  dot(query: Float32Array, from: number, into: Float32Array): void
  bytes(): number
}

function createPlainPlace(stride: number): Place {
  let room = new Float32Array(0)
  return {
    holdRows: (rows) => {
      if (rows * stride <= room.length) return
      const larger = new Float32Array(Math.max(rows, Math.ceil((room.length / stride) * 1.5), 16) * stride)
      larger.set(room)
      room = larger
    },
    numbers: () => room,
    dot: (query, from, into) => {
      for (let row = 0; row < into.length; row += 1) into[row] = dotPlain(query, room, (from + row) * stride)
    },
    bytes: () => room.byteLength,
  }
}

function dotPlain(query: Float32Array, room: Float32Array, from: number): number {
  let even = 0
  let odd = 0
  for (let at = 0; at < query.length; at += 2) {
    even += (query[at] ?? 0) * (room[from + at] ?? 0)
    odd += (query[at + 1] ?? 0) * (room[from + at + 1] ?? 0)
  }
  return even + odd
}

/** Its memory holds the query, then the products of one block, then the rows. */
function createSimdPlace({ memory, dot }: Simd, stride: number): Place {
  const strideBytes = stride * FLOAT_BYTES
  const products = strideBytes
  const first = products + BLOCK * FLOAT_BYTES
  const floats = (from: number, length?: number) => new Float32Array(memory.buffer, from, length)
  return {
    holdRows: (rows) => {
      const held = memory.buffer.byteLength
      const wanted = first + rows * strideBytes
      if (wanted > held) memory.grow(Math.ceil((Math.max(wanted, held * 1.25) - held) / PAGE_BYTES))
    },
    numbers: () => floats(first),
    dot: (query, from, into) => {
      floats(0, stride).set(query)
      dot(0, first + from * strideBytes, into.length, strideBytes, products)
      into.set(floats(products, into.length))
    },
    bytes: () => memory.buffer.byteLength,
  }
}

function movedInto(place: Place, from: Place, rows: number): Place {
  place.holdRows(rows)
  const there = place.numbers()
  there.set(from.numbers().subarray(0, there.length))
  return place
}
