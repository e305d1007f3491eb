/** The longest vectors that a provider may be configured for, or found to give. */
export const MAX_VECTOR_LENGTH = 8192

/** Sum of the products of two vectors: of vectors of length 1 their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** A vector that is mostly zeros, as those made of words are: where it is not, and what it is there. */
export type SparseVector = { readonly places: readonly number[]; readonly values: readonly number[] }

/** Undefined when too little of it is zero to gain anything. */
export function toSparse(vector: Float32Array): SparseVector | undefined {
  const places: number[] = []
  for (let at = 0; at < vector.length; at += 1) if (vector[at] !== 0) places.push(at)
  if (places.length * 2 > vector.length) return undefined
  return { places, values: places.map((at) => vector[at] ?? 0) }
}

/**
 * The dot products of one vector with others. A sparse one is multiplied where it is not zero: the same sum, to the last
 * bit, for a fraction of the work.
 */
export function dotProductsWith(
  vector: Float32Array,
  sparse: SparseVector | undefined = toSparse(vector),
): (other: Float32Array) => number {
  if (sparse === undefined) return (other) => dotProduct(vector, other)
  const { places, values } = sparse
  return (other) => {
    let sum = 0
    for (let index = 0; index < places.length; index += 1)
      sum += (values[index] ?? 0) * (other[places[index] ?? 0] ?? 0)
    return sum
  }
}

/** The same direction at length 1; zeros stay zeros. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dotProduct(vector, vector))
  if (length === 0) return vector
  // A loop, as `map` calls back for each number, which takes many times as long.
  const unit = new Float32Array(vector.length)
  for (let at = 0; at < vector.length; at += 1) unit[at] = (vector[at] ?? 0) / length
  return unit
}
