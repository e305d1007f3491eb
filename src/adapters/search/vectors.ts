import { toUnit } from '../../domain/retrieval/vector.js'
import type { EventLoopYielder } from '../../domain/yield-to-event-loop.js'
import { createSimd, type Simd } from './simd.js'

/** Vectors of one length by the numbers of their documents, searched exactly, one after another. */
export interface Vectors {
  /** Makes room for so many documents at once. */
  reserve(slots: number): void
  /** `vector` has the right length; it is stored at length 1. */
  set(slot: number, vector: Float32Array): void
  clear(slot: number): void
  /** A copy; undefined when there is none. */
  at(slot: number): Float32Array | undefined
  /** The cosine of each to the query by slot, as far as there were any; 0 where there is none. */
  cosines(query: Float32Array, pace: EventLoopYielder): Promise<Float32Array>
  bytes(): number
}

type VectorsSettings = {
  readonly dimensions: number
  /** From so many documents on the vectors lie in a WebAssembly memory, which takes address space to begin with. */
  readonly simdFrom?: number
  readonly makeSimd?: () => Simd | undefined
}

const SIMD_FROM = 1000
/** Rows between two looks at the clock. */
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
  let present = new Uint8Array(256)
  let rows = 0
  let mayMove = true

  const reserve = (slots: number) => {
    if (slots > present.length) present = grownBytes(present, slots)
    if (mayMove && slots >= simdFrom) {
      mayMove = false
      const simd = makeSimd()
      if (simd !== undefined) place = movedInto(createSimdPlace(simd, stride), place, rows)
    }
    place.holdRows(slots)
  }

  return {
    reserve,
    set: (slot, vector) => {
      reserve(slot + 1)
      rows = Math.max(rows, slot + 1)
      place.numbers().set(toUnit(vector), slot * stride)
      present[slot] = 1
    },
    clear: (slot) => {
      if (present[slot] !== 1) return
      place.numbers().fill(0, slot * stride, (slot + 1) * stride)
      present[slot] = 0
    },
    at: (slot) =>
      present[slot] === 1 ? place.numbers().slice(slot * stride, slot * stride + dimensions) : undefined,
    cosines: async (query, pace) => {
      const padded = new Float32Array(stride)
      padded.set(toUnit(query))
      const cosines = new Float32Array(rows)
      for (let from = 0; from < cosines.length; from += BLOCK) {
        place.dot(padded, from, cosines.subarray(from, from + BLOCK))
        if (pace.isDue()) await pace.yieldToEventLoop()
      }
      return cosines
    },
    bytes: () => place.bytes() + present.byteLength,
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

function grownBytes(array: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}
