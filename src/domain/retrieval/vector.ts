/** The longest vectors that a provider may be configured for, or found to give. */
export const MAX_VECTOR_LENGTH = 8192

/** Sum of the products of two vectors: of vectors of length 1 their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/**
 * The dot products of one vector with others. One that is mostly zeros, as those made of words are, is multiplied where
 * it is not: the same sum, to the last bit, for a fraction of the work.
 */
export function dotProductsWith(vector: Float32Array): (other: Float32Array) => number {
  const places = placesOfNonZeros(vector)
  if (places.length * 2 > vector.length) return (other) => dotProduct(vector, other)
  const values = places.map((at) => vector[at] ?? 0)
  return (other) => {
    let sum = 0
    for (let index = 0; index < places.length; index += 1)
      sum += (values[index] ?? 0) * (other[places[index] ?? 0] ?? 0)
    return sum
  }
}

function placesOfNonZeros(vector: Float32Array): number[] {
  const places: number[] = []
  for (let at = 0; at < vector.length; at += 1) if (vector[at] !== 0) places.push(at)
  return places
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
