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

/** What is decoded: other rates are converted before. */
export const DECODER_RATE = 16_000
/** Both tones of the sync must hold at least this share of the energy in the band. */
const SYNC_SHARE = 0.45
const SYNC_SYMBOLS = 2
/** Of the lowest tone. */
const CLEAR_SHARE = 0.88
/** Symbols of the longest packet, sync and all; older energy is forgotten. */
const LONGEST_SYMBOLS = SYNC_SYMBOLS + 2 * 34

/** A packet and where it lay, in samples of 16 kHz from the first that was pushed. */
export type DecodedPacket = { readonly packet: Packet; readonly from: number; readonly to: number }

export interface ToneDecoder {
  /** 16 kHz, -1 to 1. The packets that this completes; whatever is not exactly what was sent is none. */
  push(samples: Float32Array): readonly DecodedPacket[]
}

/** A place where a packet may begin: every hop at which a sync fits well enough is tried, the first that holds wins. */
type Candidate = {
  readonly pace: SymbolRate
  readonly start: number
  /** No more can be told of it before this hop. */
  readonly due: number
}

/** For many sounds: what the band's oscillators do is worked out once, when it is first needed. */
export function createToneDecoderFactory(band: ToneBand): () => ToneDecoder {
  let oscillators: Oscillators | undefined
  return () => {
    oscillators ??= createOscillators(band)
    return createToneDecoder(band, oscillators)
  }
}

/** Hears packets in one band, wherever they begin, in chunks of any size. */
export function createToneDecoder(band: ToneBand, oscillators?: Oscillators): ToneDecoder {
  const meter = createToneEnergyMeter(band, oscillators)
  const clear = createHighPass(band)
  let candidates: readonly Candidate[] = []
  let seen = 0
  /** Packets end at this hop or later: none may begin inside the one before it. */
  let free = 0

  const listen = (hop: number) => {
    for (const pace of SYMBOL_RATES) {
      const start = hop - SYNC_SYMBOLS * hopsOf(pace)
      if (start >= free && isSync(meter, pace, start))
        candidates = [...candidates, { pace, start, due: endOf({ pace, start }, 1) }]
    }
  }
  const settle = (candidate: Candidate): DecodedPacket[] => {
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
      meter.push(clear(samples))
      const heard: DecodedPacket[] = []
      for (; seen < meter.hops(); seen += 1) {
        listen(seen)
        for (const candidate of candidates) heard.push(...settle(candidate))
      }
      meter.forget(seen - LONGEST_SYMBOLS * hopsOf('natural'))
      return heard
    },
  }
}

/** Takes away what lies below the band: a voice 25 dB louder would spill into it. */
function createHighPass({ lowest }: ToneBand): Filter {
  const highpass = designBiquad('highpass', CLEAR_SHARE * lowest, DECODER_RATE)
  return cascade(highpass, highpass)
}

const SYMBOL_RATES: readonly SymbolRate[] = ['natural', 'fast']

const hopsOf = (pace: SymbolRate) => SYMBOL_MS[pace] * HOPS_PER_MS

/** Whether each tone of a sync that starts here has enough of its symbol's energy. */
function isSync(meter: ToneEnergyMeter, pace: SymbolRate, start: number): boolean {
  const hops = hopsOf(pace)
  const [first, second] = SYNC_TONES[pace]
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

type PacketPosition = Pick<Candidate, 'pace' | 'start'>

const endOf = ({ pace, start }: PacketPosition, bytes: number) =>
  start + (SYNC_SYMBOLS + 2 * bytes) * hopsOf(pace)

const readPacket = (meter: ToneEnergyMeter, place: PacketPosition, length: number): Packet | undefined =>
  decodePacket(Uint8Array.from({ length }, (_, at) => byteAt(meter, place, at)))

function byteAt(meter: ToneEnergyMeter, { pace, start }: PacketPosition, index: number): number {
  const hops = hopsOf(pace)
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
