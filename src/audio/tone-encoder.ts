import { encodePacket, type Packet } from './packets.js'
import { type Band, frequency, type Pace, SYMBOL_MS, SYNC } from './tones.js'

/** Silence after a packet, in symbols: words stay apart, and whoever measures the noise finds a pause to do it in. */
const GAP_SYMBOLS = 2
/** So much of a packet's start and end is faded, against clicks (milliseconds). */
const FADE_MS = 2

export type ToneSettings = {
  readonly band: Band
  readonly pace: Pace
  /** Hz. */
  readonly sampleRate: number
  /** Amplitude of the tones, up to 1. */
  readonly amplitude: number
}

/** How long a packet takes with the gap after it, in seconds. */
export function packetSeconds(packet: Packet, pace: Pace): number {
  return ((symbolsOf(packet, pace).length + GAP_SYMBOLS) * SYMBOL_MS[pace]) / 1000
}

/** A packet as sound, without the gap after it. */
export function encodeTones(packet: Packet, settings: ToneSettings): Float32Array {
  const { sampleRate, pace, amplitude } = settings
  const symbols = symbolsOf(packet, pace)
  const symbolLength = (sampleRate * SYMBOL_MS[pace]) / 1000
  const output = new Float32Array(Math.round(symbols.length * symbolLength))
  for (const [at, tone] of symbols.entries()) {
    const omega = (2 * Math.PI * frequency(settings.band, tone)) / sampleRate
    const start = at * symbolLength
    const end = Math.round(start + symbolLength)
    for (let sample = Math.round(start); sample < end; sample += 1) {
      // Every symbol holds whole periods, so its tone starts at zero and follows on without a jump.
      output[sample] = amplitude * Math.sin(omega * (sample - start))
    }
  }
  return faded(output, Math.round((sampleRate * FADE_MS) / 1000))
}

function symbolsOf(packet: Packet, pace: Pace): number[] {
  return [...SYNC[pace], ...[...encodePacket(packet)].flatMap((byte) => [byte >> 4, byte & 15])]
}

function faded(samples: Float32Array, length: number): Float32Array {
  return samples.map((sample, at) => {
    const fromEdge = Math.min(at, samples.length - 1 - at)
    return fromEdge >= length ? sample : sample * Math.sin((Math.PI / 2) * (fromEdge / length)) ** 2
  })
}
