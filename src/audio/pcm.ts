/** Full scale of 16-bit samples; a power of two, so that a round trip is exact. */
const FULL_SCALE = 32_768

/**
 * Converts 16-bit little-endian mono to samples from -1 to 1; drops an odd last byte. Writes to the beginning of `buffer`,
 * or to a new array.
 */
export function fromPcm16(bytes: Uint8Array, buffer = new Float32Array(bytes.length >> 1)): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = buffer.subarray(0, bytes.length >> 1)
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(2 * at, true) / FULL_SCALE
  return samples
}

/**
 * Converts samples to 16-bit little-endian mono; clips beyond full scale, and NaN becomes 0. Writes to the beginning of
 * `buffer`, or to a new array.
 */
export function toPcm16(samples: Float32Array, buffer = new Uint8Array(2 * samples.length)): Uint8Array {
  const bytes = buffer.subarray(0, 2 * samples.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.floor((samples[at] ?? 0) * FULL_SCALE + 0.5)
    view.setInt16(2 * at, Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value)), true)
  }
  return bytes
}
