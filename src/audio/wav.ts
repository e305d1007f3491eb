/** Why a WAV file cannot be read; the message continues a sentence that begins with the file name. */
export class WavError extends Error {
  override readonly name = 'WavError'
}

export type Wav = {
  /** Hz. */
  readonly sampleRate: number
  /** One channel, from -1 up to 1. */
  readonly samples: Float32Array
}

const HEADER_BYTES = 44
const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xff_fe
const HIGHEST_RATE = 768_000

/** 16-bit mono. */
export function writeWav(sampleRate: number, pcm16: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + pcm16.length)
  bytes.set(wavHeader(sampleRate, pcm16.length))
  bytes.set(pcm16, HEADER_BYTES)
  return bytes
}

/** The maximum, for audio of unknown length. */
const UNKNOWN_LENGTH = 0xff_ff_ff_ff - HEADER_BYTES

/** The header for `length` bytes of 16-bit mono. */
export function wavHeader(sampleRate: number, length: number = UNKNOWN_LENGTH): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('RIFF    WAVEfmt '))
  view.setUint32(4, HEADER_BYTES - 8 + length, true)
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  bytes.set(new TextEncoder().encode('data'), 36)
  view.setUint32(40, length, true)
  return bytes
}

/**
 * Reads PCM of 8, 16, 24 or 32 bits or floating point; averages the channels. Ignores lengths in the header that exceed
 * the file or are 0, which programs write when their output is a pipe.
 */
export function readWav(bytes: Uint8Array): Wav {
  const chunks = chunksOf(bytes)
  if (chunks.fmt === undefined) throw new WavError('has no description of its sound (chunk fmt)')
  if (chunks.data === undefined) throw new WavError('has no sound (chunk data)')
  const format = readFormat(chunks.fmt)
  return { sampleRate: format.sampleRate, samples: mixDown(chunks.data, format) }
}

/** Finds the format and the start of the samples in the first bytes of a WAV file; undefined when more are needed. */
export function findSampleData(
  bytes: Uint8Array,
): { readonly format: WavFormat; readonly start: number } | undefined {
  if (bytes.length < 12) return undefined
  const { fmt, data } = chunksOf(bytes)
  if (data === undefined) return undefined
  if (fmt === undefined) throw new WavError('has no description of its sound (chunk fmt)')
  return { format: readFormat(fmt), start: data.byteOffset - bytes.byteOffset }
}

/** Decodes complete frames. */
export const readSamples = (bytes: Uint8Array, format: WavFormat): Float32Array =>
  mixDown(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), format)

function chunksOf(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WAVE') {
    throw new WavError('is not a WAV file')
  }
  return findChunks(view)
}

type Chunks = { fmt?: DataView; data?: DataView }

/** The first chunk of each kind; a chunk that claims to exceed the file ends with it. */
function findChunks(view: DataView): Chunks {
  const found: Chunks = {}
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = tag(view, at)
    const left = view.byteLength - at - 8
    const declared = view.getUint32(at + 4, true)
    const isStreamed = name === 'data' && declared === 0
    const length = isStreamed ? left : Math.min(declared, left)
    const chunk = new DataView(view.buffer, view.byteOffset + at + 8, length)
    if (name === 'fmt ') found.fmt ??= chunk
    if (name === 'data') found.data ??= chunk
    at += 8 + length + (length & 1)
  }
  return found
}

export type WavFormat = {
  readonly sampleRate: number
  readonly channels: number
  readonly width: number
  readonly read: (view: DataView, at: number) => number
}

function readFormat(fmt: DataView): WavFormat {
  if (fmt.byteLength < 16) throw new WavError('has a truncated format description (chunk fmt)')
  const tagged = fmt.getUint16(0, true)
  const code = tagged === EXTENSIBLE && fmt.byteLength >= 26 ? fmt.getUint16(24, true) : tagged
  const channels = fmt.getUint16(2, true)
  const sampleRate = fmt.getUint32(4, true)
  const bits = fmt.getUint16(14, true)
  const read = READERS.get(`${code}/${bits}`)
  if (read === undefined) throw new WavError(`has an unsupported encoding (format ${code}, ${bits} bits)`)
  if (channels === 0) throw new WavError('has no channels')
  if (sampleRate === 0 || sampleRate > HIGHEST_RATE)
    throw new WavError(`has an impossible rate (${sampleRate} Hz)`)
  return { sampleRate, channels, width: bits / 8, read }
}

const READERS = new Map<string, WavFormat['read']>([
  [`${PCM}/8`, (view, at) => (view.getUint8(at) - 128) / 128],
  [`${PCM}/16`, (view, at) => view.getInt16(at, true) / 2 ** 15],
  [`${PCM}/24`, (view, at) => (view.getUint16(at, true) | (view.getInt8(at + 2) << 16)) / 2 ** 23],
  [`${PCM}/32`, (view, at) => view.getInt32(at, true) / 2 ** 31],
  [`${FLOAT}/32`, (view, at) => finite(view.getFloat32(at, true))],
  [`${FLOAT}/64`, (view, at) => finite(view.getFloat64(at, true))],
])

function mixDown(data: DataView, { channels, width, read }: WavFormat): Float32Array {
  const samples = new Float32Array(Math.floor(data.byteLength / (channels * width)))
  for (let at = 0; at < samples.length; at += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1)
      sum += read(data, (at * channels + channel) * width)
    samples[at] = sum / channels
  }
  return samples
}

const finite = (value: number) => (Number.isFinite(value) ? value : 0)

const tag = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
