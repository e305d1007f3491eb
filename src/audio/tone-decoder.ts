import { createBiquad } from './band-pass.js'
import { decodePacket, type Packet, packetLength } from './packets.js'
import { createToneMeter, HOPS_PER_MS, type ToneMeter } from './tone-meter.js'
import { type Band, type Pace, SYMBOL_MS, SYNC, TONES } from './tones.js'

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
export type HeardPacket = { readonly packet: Packet; readonly from: number; readonly to: number }

export interface ToneDecoder {
  /** 16 kHz, -1 to 1. The packets that this completes; whatever is not exactly what was sent is none. */
  push(samples: Float32Array): readonly HeardPacket[]
}

/**
 * A place where a packet may begin: every hop at which a sync fits well enough is tried, the first that holds wins.
 * Nothing can be said of it before the hop at which it is due.
 */
type Candidate = { readonly pace: Pace; readonly start: number; readonly due: number; readonly bytes: number }

/** Hears packets in one band, wherever they begin, in chunks of any size. */
export function createToneDecoder(band: Band): ToneDecoder {
  const meter = createToneMeter(band)
  const clear = createClearing(band)
  const watches = PACES.map((pace) => ({ pace, isSync: createSyncWatch(meter, pace) }))
  let candidates: readonly Candidate[] = []
  let seen = 0
  /** Packets end at this hop or later: none may begin inside the one before it. */
  let free = 0

  const listen = (hop: number) => {
    for (const { pace, isSync } of watches) {
      const start = hop - SYNC_SYMBOLS * hopsOf(pace)
      if (!isSync(hop) || start < free) continue
      candidates = [...candidates, { pace, start, due: endOf({ pace, start }, 1), bytes: 1 }]
    }
  }
  const settle = (hop: number): HeardPacket | undefined => {
    for (const candidate of candidates) {
      if (candidate.due > hop) continue
      const more = isHeader(candidate) ? toWhole(meter, candidate) : undefined
      candidates = candidates.flatMap((each) => (each === candidate ? (more ?? []) : [each]))
      const packet = isHeader(candidate) ? undefined : readPacket(meter, candidate)
      if (packet === undefined) continue
      free = candidate.due
      candidates = candidates.filter(({ start }) => start >= free)
      return { packet, from: samplesOf(candidate.start), to: samplesOf(candidate.due) }
    }
    return undefined
  }
  return {
    push: (samples) => {
      meter.push(clear(samples))
      const heard: HeardPacket[] = []
      for (; seen < meter.hops(); ) {
        seen += 1
        listen(seen)
        const packet = candidates.length > 0 ? settle(seen) : undefined
        if (packet !== undefined) heard.push(packet)
      }
      meter.forget(seen - LONGEST_SYMBOLS * hopsOf('natural'))
      return heard
    },
  }
}

/** Takes away what lies below the band: a voice 25 dB louder would spill into it. */
function createClearing({ lowest }: Band): (samples: Float32Array) => Float32Array {
  const filters = [0, 1].map(() => createBiquad('highpass', CLEAR_SHARE * lowest, DECODER_RATE))
  return (samples) => filters.reduce((sound, filter) => filter(sound), samples)
}

const PACES: readonly Pace[] = ['natural', 'fast']

const hopsOf = (pace: Pace) => SYMBOL_MS[pace] * HOPS_PER_MS

const endOf = ({ pace, start }: Pick<Candidate, 'pace' | 'start'>, bytes: number) =>
  start + (SYNC_SYMBOLS + 2 * bytes) * hopsOf(pace)

/** Whether a sync ends at a hop, asked hop by hop: each window of energies is summed up once and remembered. */
function createSyncWatch(meter: ToneMeter, pace: Pace): (hop: number) => boolean {
  const [first, second] = SYNC[pace]
  const hops = hopsOf(pace)
  const before = new Float32Array(hops)
  return (hop) => {
    const energies = meter.energies(hop - hops, hops)
    let sum = 1e-9
    for (let tone = 0; tone < TONES; tone += 1) sum += energies[tone] ?? 0
    const share = before[hop % hops] ?? 0
    before[hop % hops] = (energies[first] ?? 0) / sum
    return share >= SYNC_SHARE && (energies[second] ?? 0) / sum >= SYNC_SHARE
  }
}

const isHeader = ({ bytes }: Candidate) => bytes === 1

/** The same candidate, to be read when all of it is there; undefined when no packet starts so. */
function toWhole(meter: ToneMeter, candidate: Candidate): Candidate | undefined {
  const bytes = packetLength(readByte(meter, candidate, 0))
  return bytes === undefined ? undefined : { ...candidate, bytes, due: endOf(candidate, bytes) }
}

const readPacket = (meter: ToneMeter, candidate: Candidate): Packet | undefined =>
  decodePacket(Uint8Array.from({ length: candidate.bytes }, (_, at) => readByte(meter, candidate, at)))

function readByte(meter: ToneMeter, { pace, start }: Candidate, at: number): number {
  const hops = hopsOf(pace)
  const symbol = (index: number) => strongest(meter.energies(start + (SYNC_SYMBOLS + index) * hops, hops))
  return (symbol(2 * at) << 4) | symbol(2 * at + 1)
}

function strongest(energies: Float32Array): number {
  let best = 0
  for (let tone = 1; tone < TONES; tone += 1) if ((energies[tone] ?? 0) > (energies[best] ?? 0)) best = tone
  return best
}

const samplesOf = (hops: number) => (hops * DECODER_RATE) / 1000 / HOPS_PER_MS
