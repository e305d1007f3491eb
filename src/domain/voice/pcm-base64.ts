import { fromBase64 } from '../../audio/base64.js'
import { fromPcm16, toPcm16 } from '../../audio/pcm.js'

// Sound as the wire has it: 16-bit PCM in base64. Decoder and encoder keep their memory from one sound to the next, for what
// is made and thrown away ten times a second for each of many sessions keeps the garbage collector busy.
// The server has Node's Buffer, which is several times as fast as src/audio/base64.ts, the codec of browsers.

/** Undefined for what is no base64. */
export function createPcmDecoder(): (text: string) => Float32Array | undefined {
  let room = Buffer.alloc(0)
  return (text) => {
    if (room.length < text.length) room = Buffer.alloc(text.length)
    const length = room.write(text, 'base64')
    const bytes = isWholeBase64(text, length) ? room.subarray(0, length) : fromBase64(text, room)
    return bytes && fromPcm16(bytes)
  }
}

export function createPcmEncoder(): (samples: Float32Array) => string {
  let room = Buffer.alloc(0)
  return (samples) => {
    if (room.length < 2 * samples.length) room = Buffer.alloc(2 * samples.length)
    const { length } = toPcm16(samples, room)
    return room.toString('base64', 0, length)
  }
}

/**
 * Buffer skips what is no base64 without a word; then fewer bytes come of a text than its length promises. Of letters
 * beyond Latin-1 some versions of Node read the low byte alone, which may look like base64.
 */
function isWholeBase64(text: string, bytes: number): boolean {
  let length = text.length
  if (text.endsWith('=')) length -= text.endsWith('==') ? 2 : 1
  const isWhole = length % 4 !== 1 && Math.floor((length * 3) / 4) === bytes
  return isWhole && Buffer.byteLength(text) === text.length
}
