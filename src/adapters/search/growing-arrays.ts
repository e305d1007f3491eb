/** Numbers from 0 by consecutive positions, in a typed array that grows; 0 where none was set. */
export interface Uint32Column {
  get(at: number): number
  set(at: number, value: number): void
  bytes(): number
}

export function createUint32Column(): Uint32Column {
  let values = new Uint32Array(32)
  return {
    get: (at) => values[at] ?? 0,
    set: (at, value) => {
      if (at >= values.length) values = grown(values, at + 1)
      values[at] = value
    },
    bytes: () => values.byteLength,
  }
}

/** Half as long again: what is reserved and not used stays small beside what is used. */
export function grown<A extends Uint32Array | Float32Array>(array: A, length: number): A {
  // Both kinds are made from a length.
  const Kind = array.constructor as new (length: number) => A
  const larger = new Kind(Math.max(length, Math.ceil(array.length * 1.5)))
  larger.set(array)
  return larger
}
