import { memoryUsage } from 'node:process'

/** Allocations from this size on are looked at: below it the look would cost more than the bytes. */
const LARGE = 2 ** 20

/**
 * Makes this thread refuse bytes over `limit`. A worker's `resourceLimits` bound its heap only, and what a PDF unpacks
 * to lies outside of it: without this a small file could unpack to all the memory there is. Only for a thread that
 * does nothing else: it replaces globals.
 */
export function limitBuffers(limit: number): void {
  limitArrays(limit)
  limitUnpacking(limit)
}

function limitArrays(limit: number): void {
  globalThis.Uint8Array = new Proxy(globalThis.Uint8Array, {
    construct(target, args: unknown[]) {
      const [size] = args
      if (typeof size === 'number' && size >= LARGE) refuseOver(limit, size)
      return Reflect.construct(target, args, target) as object
    },
  })
}

/** pdfjs collects what the platform unpacks piece by piece, each of them small. */
function limitUnpacking(limit: number): void {
  const Unpacking = globalThis.DecompressionStream
  globalThis.DecompressionStream = class extends Unpacking {
    constructor(format: CompressionFormat) {
      super(format)
      const { readable } = this
      const pieces = readable.values.bind(readable)
      // pdfjs iterates over it; a second stream behind it would cost more than most pages take to unpack.
      readable[Symbol.asyncIterator] = () => upTo(limit, pieces())
    }
  }
}

type CompressionFormat = ConstructorParameters<typeof DecompressionStream>[0]

async function* upTo(
  limit: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  let unseen = 0
  for await (const piece of pieces) {
    unseen += piece.byteLength
    if (unseen >= LARGE) {
      refuseOver(limit, unseen)
      unseen = 0
    }
    yield piece
  }
  return undefined
}

function refuseOver(limit: number, size: number): void {
  if (memoryUsage().arrayBuffers + size > limit) throw new RangeError('Out of memory for bytes')
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Makes pdfjs keep the letters of a right-to-left ligature in order. It gathers glyphs as they stand, from the left,
 * then turns the whole round, and with it the letters that one glyph stands for: lam-alef would come out as alef-lam.
 * A glyph's letters are made by `String.fromCodePoint`; there they are turned once before. Only for a thread that does
 * nothing else: it replaces a global.
 */
export function preserveLigatureOrder(): void {
  const real = String.fromCodePoint
  String.fromCodePoint = (...points) => {
    const text = real(...points)
    return points.length > 1 && points.length <= 4 && RIGHT_TO_LEFT.test(text)
      ? real(...points.reverse())
      : text
  }
}
