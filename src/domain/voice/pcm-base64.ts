import { fromBase64 } from '../../audio/base64.js'
import { fromPcm16, toPcm16 } from '../../audio/pcm.js'

// Audio on the wire: 16-bit PCM in base64. Decoder and encoder reuse their buffers, because new ones ten times a second for
// each of many sessions would keep the garbage collector busy.
// The server has Node's Buffer, which is several times as fast as src/audio/base64.ts, the codec of browsers.

/** Returns undefined for invalid base64. The samples are valid until the next call. */
export function createPcmDecoder(): (text: string) => Float32Array | undefined {
  let buffer = Buffer.alloc(0)
  let samples = new Float32Array(0)
  return (text) => {
    if (buffer.length < text.length) {
      buffer = Buffer.alloc(text.length)
      samples = new Float32Array(text.length >> 1)
    }
    const length = buffer.write(text, 'base64')
    const bytes = isWholeBase64(text, length) ? buffer.subarray(0, length) : fromBase64(text, buffer)
    return bytes && fromPcm16(bytes, samples)
  }
}

export function createPcmEncoder(): (samples: Float32Array) => string {
  let buffer = Buffer.alloc(0)
  return (samples) => {
    if (buffer.length < 2 * samples.length) buffer = Buffer.alloc(2 * samples.length)
    const { length } = toPcm16(samples, buffer)
    return buffer.toString('base64', 0, length)
  }
}

/**
 * Buffer silently skips characters that are not base64, and then returns fewer bytes than the length of the text implies.
 * Some versions of Node read only the low byte of characters beyond Latin-1, which may look like base64.
 */
function isWholeBase64(text: string, bytes: number): boolean {
  let length = text.length
  if (text.endsWith('=')) length -= text.endsWith('==') ? 2 : 1
  const isWhole = length % 4 !== 1 && Math.floor((length * 3) / 4) === bytes
  return isWhole && Buffer.byteLength(text) === text.length
}
