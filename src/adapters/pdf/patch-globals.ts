import { memoryUsage } from 'node:process'

/** Smaller allocations are not checked, because the check would cost more. */
const LARGE = 2 ** 20

/**
 * Limits the bytes of array buffers in this thread. `resourceLimits` of a worker cover its heap only, but unpacked
 * streams are outside of it, so a small file could use up all memory. Replaces globals, so only for a dedicated thread.
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

/** Unpacked data arrives in small chunks, which the check of large allocations would miss. */
function limitUnpacking(limit: number): void {
  const Unpacking = globalThis.DecompressionStream
  globalThis.DecompressionStream = class extends Unpacking {
    constructor(format: CompressionFormat) {
      super(format)
      const { readable } = this
      const pieces = readable.values.bind(readable)
      // pdfjs iterates over the stream. A second stream behind it would take longer than unpacking most pages.
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
 * Keeps the letters of right-to-left ligatures in order. pdfjs reverses right-to-left text by letters and not by glyphs,
 * so lam-alef would become alef-lam. It creates a glyph's letters with `String.fromCodePoint`, which is patched here to
 * reverse them in advance. Replaces a global, so only for a dedicated thread.
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
