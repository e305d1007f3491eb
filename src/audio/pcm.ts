/** Full scale of 16-bit samples; a division and a multiplication by it are exact, so PCM comes back bit by bit. */
const FULL_SCALE = 32_768

/** 16-bit little-endian mono as samples from -1 up to 1; an odd last byte is dropped. */
export function fromPcm16(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Float32Array(bytes.length >> 1)
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(2 * at, true) / FULL_SCALE
  return samples
}

/**
 * Samples as 16-bit little-endian mono; beyond full scale they are cut off, what is no number is silence. Written to the
 * beginning of `room`; without, to a new array.
 */
export function toPcm16(samples: Float32Array, room = new Uint8Array(2 * samples.length)): Uint8Array {
  const bytes = room.subarray(0, 2 * samples.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.floor((samples[at] ?? 0) * FULL_SCALE + 0.5)
    view.setInt16(2 * at, Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value)), true)
  }
  return bytes
}
