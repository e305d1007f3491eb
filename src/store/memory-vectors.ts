import type { MemoryVector } from '../domain/memories/ports.js'
import type { MemoryVectorRecord } from '../domain/memories/record.js'

/** 32-bit numbers one after the other, the lowest byte first, in base64: a third more than the numbers take. */
export function vectorRecord({ id, contentHash, vector }: MemoryVector, madeBy: string): MemoryVectorRecord {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * Float32Array.BYTES_PER_ELEMENT)
  return { id, contentHash, madeBy, vector: bytes.toString('base64') }
}

export function vectorOf({ vector }: MemoryVectorRecord): Float32Array {
  const bytes = Buffer.from(vector, 'base64')
  const length = Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT)
  return Float32Array.from({ length }, (_, at) => bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT))
}
