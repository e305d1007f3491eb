import { encodePacket, type Packet } from './packets.js'
import { SYMBOL_MS, SYNC_TONES, type SymbolRate, type ToneBand, toneFrequency } from './tone-modulation.js'

/** Silence after a packet, in symbols: words stay apart, and whoever measures the noise finds a pause to do it in. */
const GAP_SYMBOLS = 2
/** So much of a packet's start and end is faded, against clicks (milliseconds). */
const FADE_MS = 2

export type ToneSettings = {
  readonly band: ToneBand
  readonly pace: SymbolRate
  /** Hz. */
  readonly sampleRate: number
  /** Amplitude of the tones, up to 1. */
  readonly amplitude: number
}

/** How long a packet takes with the gap after it, in seconds. */
export function packetSeconds(packet: Packet, pace: SymbolRate): number {
  return ((symbolsOf(packet, pace).length + GAP_SYMBOLS) * SYMBOL_MS[pace]) / 1000
}

/** A packet as sound, without the gap after it. Written to the beginning of `room` if it fits in there. */
export function encodeTones(packet: Packet, settings: ToneSettings, room?: Float32Array): Float32Array {
  const { sampleRate, pace, amplitude } = settings
  const symbols = symbolsOf(packet, pace)
  const symbolLength = (sampleRate * SYMBOL_MS[pace]) / 1000
  const output = roomFor(Math.round(symbols.length * symbolLength), room)
  for (const [at, tone] of symbols.entries()) {
    const omega = (2 * Math.PI * toneFrequency(settings.band, tone)) / sampleRate
    const start = at * symbolLength
    const symbol = output.subarray(Math.round(start), Math.round(start + symbolLength))
    // Every symbol holds whole periods, so its tone starts at zero and follows on without a jump.
    fillSine(symbol, { omega, phase: omega * (Math.round(start) - start), amplitude })
  }
  fade(output, Math.round((sampleRate * FADE_MS) / 1000))
  return output
}

const roomFor = (length: number, room?: Float32Array): Float32Array =>
  room !== undefined && room.length >= length ? room.subarray(0, length) : new Float32Array(length)

type Sine = { readonly omega: number; readonly phase: number; readonly amplitude: number }

/** Each value from the two before it: sin(x + ω) = 2 cos ω sin x - sin(x - ω). */
function fillSine(samples: Float32Array, { omega, phase, amplitude }: Sine): void {
  const factor = 2 * Math.cos(omega)
  let before = amplitude * Math.sin(phase - omega)
  let value = amplitude * Math.sin(phase)
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = value
    const next = factor * value - before
    before = value
    value = next
  }
}

function symbolsOf(packet: Packet, pace: SymbolRate): number[] {
  return [...SYNC_TONES[pace], ...[...encodePacket(packet)].flatMap((byte) => [byte >> 4, byte & 15])]
}

/** The beginning and the end of a sound, each of that length. */
function fade(samples: Float32Array, length: number): void {
  const end = samples.length - 1
  for (let at = 0; at < length; at += 1) {
    const gain = Math.sin((Math.PI / 2) * (at / length)) ** 2
    samples[at] = gain * (samples[at] ?? 0)
    samples[end - at] = gain * (samples[end - at] ?? 0)
  }
}
