/** Full scale of 16-bit samples; a division and a multiplication by it are exact, so PCM comes back bit by bit. */
const FULL_SCALE = 32_768

/** 16-bit little-endian mono as samples from -1 up to 1; an odd last byte is dropped. */
export function fromPcm16(bytes: Uint8Array): Float32Array {
  const samples = new Float32Array(bytes.length >> 1)
  for (let at = 0; at < samples.length; at += 1) {
    const low = bytes[2 * at] ?? 0
    const high = bytes[2 * at + 1] ?? 0
    samples[at] = (((high << 24) >> 16) | low) / FULL_SCALE
  }
  return samples
}

/** Samples as 16-bit little-endian mono; beyond full scale they are cut off, what is no number is silence. */
export function toPcm16(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(2 * samples.length)
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.round((samples[at] ?? 0) * FULL_SCALE)
    const whole = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value))
    bytes[2 * at] = whole & 255
    bytes[2 * at + 1] = (whole >> 8) & 255
  }
  return bytes
}
