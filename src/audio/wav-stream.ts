import { findSampleData, readSamples, WavError, type WavFormat } from './wav.js'

/** Reads a stream of audio: a WAV file, or 16-bit mono without a header. */
export interface AudioStreamReader {
  /** In Hz; undefined until the header was read. */
  sampleRate(): number | undefined
  /** Takes bytes and returns the samples that they complete, from -1 to 1. Throws a WavError for an unreadable file. */
  push(bytes: Uint8Array): Float32Array
}

/** Limit for the search for the samples of a WAV file. */
const MAX_HEADER_BYTES = 65_536
const NOTHING = new Float32Array(0)

/** A stream that does not begin like a WAV file is read as 16-bit samples at `rawRate` Hz. */
export function createAudioStreamReader(rawRate: number): AudioStreamReader {
  let held: Uint8Array = new Uint8Array(0)
  let format: WavFormat | undefined
  return {
    sampleRate: () => format?.sampleRate,
    push: (bytes) => {
      held = concatBytes(held, bytes)
      if (format === undefined) {
        const header = readHead(held, rawRate)
        if (header === undefined) return NOTHING
        format = header.format
        held = held.subarray(header.start)
      }
      const whole = held.length - (held.length % (format.channels * format.width))
      const samples = readSamples(held.subarray(0, whole), format)
      held = held.slice(whole)
      return samples
    },
  }
}

function readHead(bytes: Uint8Array, rawRate: number): { format: WavFormat; start: number } | undefined {
  if (bytes.length < 4) return undefined
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 4)) !== 'RIFF') {
    return { format: rawFormat(rawRate), start: 0 }
  }
  const found = findSampleData(bytes)
  if (found === undefined && bytes.length > MAX_HEADER_BYTES) throw new WavError('has no sound (chunk data)')
  return found
}

const rawFormat = (sampleRate: number): WavFormat => ({
  sampleRate,
  channels: 1,
  width: 2,
  read: (view, at) => view.getInt16(at, true) / 2 ** 15,
})

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
