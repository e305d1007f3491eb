import { cascade, designBiquad, type Filter } from './biquad-filter.js'
import { decodePacket, type Packet, packetLength } from './packets.js'
import {
  createOscillators,
  createToneEnergyMeter,
  HOPS_PER_MS,
  type Oscillators,
  type ToneEnergyMeter,
} from './tone-energy-meter.js'
import { SYMBOL_MS, SYNC_TONES, type SymbolRate, TONE_COUNT, type ToneBand } from './tone-modulation.js'

/** The only rate that is decoded, in Hz; callers resample other rates. */
export const DECODER_RATE = 16_000
/** Both tones of the sync must hold at least this share of the energy in the band. */
const SYNC_SHARE = 0.45
const SYNC_SYMBOLS = 2
/** Cutoff of the high-pass filter as a share of the lowest tone. */
const CLEAR_SHARE = 0.88
/** Symbols of the longest packet including its sync; older energies are discarded. */
const LONGEST_SYMBOLS = SYNC_SYMBOLS + 2 * 34

/** A packet and its position, in 16 kHz samples since the start of the stream. */
export type DecodedPacket = { readonly packet: Packet; readonly from: number; readonly to: number }

export interface ToneDecoder {
  /** Takes samples of 16 kHz from -1 to 1 and returns the packets that they complete; damaged packets are dropped. */
  push(samples: Float32Array): readonly DecodedPacket[]
  /** Begins a new stream. */
  reset(): void
}

/** A position at which a packet may begin: each hop with a plausible sync is tried, and the first valid packet wins. */
type Candidate = {
  readonly symbolRate: SymbolRate
  readonly start: number
  /** The hop at which it can be examined further. */
  readonly due: number
}

/** Decoders of one band, for many streams: they share tables, and a decoder that was returned is used again. */
export interface ToneDecoderPool {
  take(): ToneDecoder
  /** The decoder must not be used any more. */
  giveBack(decoder: ToneDecoder): void
}

/** A decoder has 200 kB; more are not kept than speak at once on a busy server. */
const MOST_SPARE = 32

/** What all decoders share is computed at first use. */
export function createToneDecoderPool(band: ToneBand): ToneDecoderPool {
  const spare: ToneDecoder[] = []
  let oscillators: Oscillators | undefined
  return {
    take: () => {
      oscillators ??= createOscillators(band)
      return spare.pop() ?? createToneDecoder(band, oscillators)
    },
    giveBack: (decoder) => {
      decoder.reset()
      if (spare.length < MOST_SPARE) spare.push(decoder)
    },
  }
}

/** Decodes the packets of one band from a stream, wherever they begin, in chunks of any size. */
export function createToneDecoder(band: ToneBand, oscillators?: Oscillators): ToneDecoder {
  const meter = createToneEnergyMeter(band, oscillators)
  let highPass = createHighPass(band)
  let filtered = new Float32Array(0)
  let candidates: readonly Candidate[] = []
  let seen = 0
  /** End of the last packet: no packet begins inside the one before it. */
  let free = 0

  const findSyncs = (hop: number) => {
    for (const symbolRate of SYMBOL_RATES) {
      const start = hop - SYNC_SYMBOLS * hopsOf(symbolRate)
      if (start >= free && isSync(meter, symbolRate, start))
        candidates = [...candidates, { symbolRate, start, due: endOf({ symbolRate, start }, 1) }]
    }
  }
  const examine = (candidate: Candidate): DecodedPacket[] => {
    if (candidate.due > meter.hops() || candidate.start < free) return []
    const length = packetLength(byteAt(meter, candidate, 0))
    const due = length === undefined ? undefined : endOf(candidate, length)
    if (due !== undefined && due > meter.hops()) {
      candidates = candidates.map((each) => (each === candidate ? { ...candidate, due } : each))
      return []
    }
    const packet = length === undefined ? undefined : readPacket(meter, candidate, length)
    if (packet !== undefined && due !== undefined) free = due
    candidates = candidates.filter((each) => each !== candidate && each.start >= free)
    return packet === undefined ? [] : [{ packet, from: samplesOf(candidate.start), to: samplesOf(free) }]
  }
  return {
    push: (samples) => {
      if (filtered.length < samples.length) filtered = new Float32Array(samples.length)
      meter.push(highPass(samples, filtered.subarray(0, samples.length)))
      const decoded: DecodedPacket[] = []
      for (; seen < meter.hops(); seen += 1) {
        findSyncs(seen)
        for (const candidate of candidates) decoded.push(...examine(candidate))
      }
      meter.forget(seen - LONGEST_SYMBOLS * hopsOf('natural'))
      return decoded
    },
    reset: () => {
      meter.reset()
      highPass = createHighPass(band)
      candidates = []
      seen = 0
      free = 0
    },
  }
}

/** Removes what lies below the band: a voice 25 dB louder would leak into it. */
function createHighPass({ lowest }: ToneBand): Filter {
  const highpass = designBiquad('highpass', CLEAR_SHARE * lowest, DECODER_RATE)
  return cascade(highpass, highpass)
}

const SYMBOL_RATES: readonly SymbolRate[] = ['natural', 'fast']

const hopsOf = (symbolRate: SymbolRate) => SYMBOL_MS[symbolRate] * HOPS_PER_MS

/** Whether both tones of a sync at this hop have enough of their symbol's energy. */
function isSync(meter: ToneEnergyMeter, symbolRate: SymbolRate, start: number): boolean {
  const hops = hopsOf(symbolRate)
  const [first, second] = SYNC_TONES[symbolRate]
  return (
    shareOf(meter.energies(start, hops), first) >= SYNC_SHARE &&
    shareOf(meter.energies(start + hops, hops), second) >= SYNC_SHARE
  )
}

function shareOf(energies: Float64Array, tone: number): number {
  let sum = 1e-9
  for (let at = 0; at < TONE_COUNT; at += 1) sum += energies[at] ?? 0
  return (energies[tone] ?? 0) / sum
}

type PacketPosition = Pick<Candidate, 'symbolRate' | 'start'>

const endOf = ({ symbolRate, start }: PacketPosition, bytes: number) =>
  start + (SYNC_SYMBOLS + 2 * bytes) * hopsOf(symbolRate)

const readPacket = (meter: ToneEnergyMeter, position: PacketPosition, length: number): Packet | undefined =>
  decodePacket(Uint8Array.from({ length }, (_, at) => byteAt(meter, position, at)))

function byteAt(meter: ToneEnergyMeter, { symbolRate, start }: PacketPosition, index: number): number {
  const hops = hopsOf(symbolRate)
  const symbol = (at: number) => strongestTone(meter.energies(start + (SYNC_SYMBOLS + at) * hops, hops))
  return (symbol(2 * index) << 4) | symbol(2 * index + 1)
}

function strongestTone(energies: Float64Array): number {
  let best = 0
  for (let tone = 1; tone < TONE_COUNT; tone += 1)
    if ((energies[tone] ?? 0) > (energies[best] ?? 0)) best = tone
  return best
}

const samplesOf = (hops: number) => (hops * DECODER_RATE) / 1000 / HOPS_PER_MS
