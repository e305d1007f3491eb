const BYTES_PER_NUMBER = 4

/** Vectors as they lie in their file: 32-bit numbers one after the other, the lowest byte first. */
export function encodeVectors(vectors: readonly Float32Array[]): Uint8Array {
  const length = vectors.reduce((sum, vector) => sum + vector.length, 0)
  const view = new DataView(new ArrayBuffer(length * BYTES_PER_NUMBER))
  let at = 0
  for (const vector of vectors) {
    for (const value of vector) {
      view.setFloat32(at, value, true)
      at += BYTES_PER_NUMBER
    }
  }
  return new Uint8Array(view.buffer)
}

/** The vectors of such a file, while it is read. */
export async function* decodeVectors(
  bytes: AsyncIterable<Uint8Array>,
  dimensions: number,
): AsyncGenerator<Float32Array> {
  const size = dimensions * BYTES_PER_NUMBER
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of bytes) {
    const all = new Uint8Array(rest.length + chunk.length)
    all.set(rest)
    all.set(chunk, rest.length)
    const whole = Math.floor(all.length / size)
    for (let n = 0; n < whole; n += 1) yield readVector(all, { at: n * size, dimensions })
    rest = all.slice(whole * size)
  }
}

function readVector(bytes: Uint8Array, { at, dimensions }: { at: number; dimensions: number }): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, dimensions * BYTES_PER_NUMBER)
  return Float32Array.from({ length: dimensions }, (_, n) => view.getFloat32(n * BYTES_PER_NUMBER, true))
}
