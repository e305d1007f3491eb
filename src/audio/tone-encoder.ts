import { encodePacket, type Packet } from './packets.js'
import { SYMBOL_MS, SYNC_TONES, type SymbolRate, type ToneBand, toneFrequency } from './tone-modulation.js'

/** Symbols of silence after a packet: separates words and lets a voice activity detector measure the noise. */
const GAP_SYMBOLS = 2
/** Fade at both ends of a packet, against clicks. */
const FADE_MS = 2

export type ToneSettings = {
  readonly band: ToneBand
  readonly symbolRate: SymbolRate
  /** Hz. */
  readonly sampleRate: number
  /** Amplitude of the tones, up to 1. */
  readonly amplitude: number
}

/** Duration of a packet including the gap after it, in seconds. */
export function packetSeconds(packet: Packet, symbolRate: SymbolRate): number {
  return ((symbolsOf(packet, symbolRate).length + GAP_SYMBOLS) * SYMBOL_MS[symbolRate]) / 1000
}

/** The samples of a packet without the gap after it, in the beginning of `buffer` if it is large enough. */
export function encodeTones(packet: Packet, settings: ToneSettings, buffer?: Float32Array): Float32Array {
  const { sampleRate, symbolRate, amplitude } = settings
  const symbols = symbolsOf(packet, symbolRate)
  const symbolLength = (sampleRate * SYMBOL_MS[symbolRate]) / 1000
  const output = allocate(Math.round(symbols.length * symbolLength), buffer)
  for (const [at, tone] of symbols.entries()) {
    const omega = (2 * Math.PI * toneFrequency(settings.band, tone)) / sampleRate
    const start = at * symbolLength
    const symbol = output.subarray(Math.round(start), Math.round(start + symbolLength))
    // Every symbol holds whole periods, so the next tone starts at zero, without a jump.
    fillSine(symbol, { omega, phase: omega * (Math.round(start) - start), amplitude })
  }
  fade(output, Math.round((sampleRate * FADE_MS) / 1000))
  return output
}

const allocate = (length: number, buffer?: Float32Array): Float32Array =>
  buffer !== undefined && buffer.length >= length ? buffer.subarray(0, length) : new Float32Array(length)

type Sine = { readonly omega: number; readonly phase: number; readonly amplitude: number }

/** Computes each value from the two before it: sin(x + ω) = 2 cos ω sin x - sin(x - ω). */
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

function symbolsOf(packet: Packet, symbolRate: SymbolRate): number[] {
  return [...SYNC_TONES[symbolRate], ...[...encodePacket(packet)].flatMap((byte) => [byte >> 4, byte & 15])]
}

/** Fades in and out over `length` samples. */
function fade(samples: Float32Array, length: number): void {
  const end = samples.length - 1
  for (let at = 0; at < length; at += 1) {
    const gain = Math.sin((Math.PI / 2) * (at / length)) ** 2
    samples[at] = gain * (samples[at] ?? 0)
    samples[end - at] = gain * (samples[end - at] ?? 0)
  }
}
