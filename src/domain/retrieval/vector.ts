/** The longest vectors that a provider may be configured for, or found to give. */
export const MAX_VECTOR_LENGTH = 8192

/** Sum of the products of two vectors: of vectors of length 1 their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
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
