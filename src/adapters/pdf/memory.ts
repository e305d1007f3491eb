import { memoryUsage } from 'node:process'

/** Allocations from this size on are looked at: below it the look would cost more than the bytes. */
const LARGE = 2 ** 20

/**
 * Makes this thread refuse bytes over `limit`. A worker's `resourceLimits` bound its heap only, and what a PDF unpacks
 * to lies outside of it: without this a small file could unpack to all the memory there is. Only for a thread that
 * does nothing else: it replaces a global.
 */
export function limitBuffers(limit: number): void {
  const real = globalThis.Uint8Array
  globalThis.Uint8Array = new Proxy(real, {
    construct(target, args: unknown[]) {
      const [size] = args
      if (typeof size === 'number' && size >= LARGE) refuseOver(limit, size)
      return Reflect.construct(target, args, target) as object
    },
  })
  // pdfjs would unpack with it in pieces that nothing counts; without it, it unpacks by itself.
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
}

function refuseOver(limit: number, size: number): void {
  if (memoryUsage().arrayBuffers + size > limit) throw new RangeError('Out of memory for bytes')
}
