import { fromBase64, toBase64 } from './base64.js'
import { fromPcm16, toPcm16 } from './pcm.js'

// Sound as the wire has it: 16-bit PCM in base64. Reader and writer keep their room from one sound to the next, for what
// is made and thrown away ten times a second for each of many sessions keeps the garbage collector busy.

/** Undefined for what is no base64. */
export function createPcmDecoder(): (text: string) => Float32Array | undefined {
  let room = new Uint8Array(0)
  return (text) => {
    if (room.length < text.length) room = new Uint8Array(text.length)
    const bytes = fromBase64(text, room)
    return bytes && fromPcm16(bytes)
  }
}

export function createPcmEncoder(): (samples: Float32Array) => string {
  let pcm = new Uint8Array(0)
  let letters = new Uint8Array(0)
  return (samples) => {
    if (pcm.length < 2 * samples.length) {
      pcm = new Uint8Array(2 * samples.length)
      letters = new Uint8Array(2 * pcm.length)
    }
    return toBase64(toPcm16(samples, pcm), letters)
  }
}
