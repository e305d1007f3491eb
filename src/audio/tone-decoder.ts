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

/** A place where a packet may begin: every hop at which a sync fits well enough is tried, the first that holds wins. */
type Candidate = { readonly pace: Pace; readonly start: number }

/** Hears packets in one band, wherever they begin, in chunks of any size. */
export function createToneDecoder(band: Band): ToneDecoder {
  const meter = createToneMeter(band)
  const clear = createClearing(band)
  let candidates: readonly Candidate[] = []
  let seen = 0
  /** Packets end at this hop or later: none may begin inside the one before it. */
  let free = 0

  const listen = (hop: number) => {
    for (const pace of PACES) {
      const start = hop - SYNC_SYMBOLS * hopsOf(pace)
      if (start >= free && syncShare(meter, pace, start) >= SYNC_SHARE)
        candidates = [...candidates, { pace, start }]
    }
  }
  const settle = (): HeardPacket[] => {
    const heard: HeardPacket[] = []
    for (const candidate of candidates) {
      if (candidate.start < free) candidates = without(candidates, candidate)
      else {
        const outcome = readPacket(meter, candidate)
        if (outcome === 'unfinished') continue
        candidates = without(candidates, candidate)
        if (outcome === undefined) continue
        free = outcome.end
        heard.push(toHeard(outcome, candidate))
      }
    }
    return heard
  }
  return {
    push: (samples) => {
      meter.push(clear(samples))
      const heard: HeardPacket[] = []
      for (; seen < meter.hops(); seen += 1) {
        listen(seen)
        if (candidates.length > 0) heard.push(...settle())
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

const without = (candidates: readonly Candidate[], one: Candidate) =>
  candidates.filter((each) => each !== one)

/** The smaller of the shares that the tones of a sync starting here have of their symbols' energy. */
function syncShare(meter: ToneMeter, pace: Pace, start: number): number {
  const hops = hopsOf(pace)
  return Math.min(...SYNC[pace].map((tone, at) => shareOf(meter.energies(start + at * hops, hops), tone)))
}

function shareOf(energies: Float32Array, tone: number): number {
  let sum = 1e-9
  for (let at = 0; at < TONES; at += 1) sum += energies[at] ?? 0
  return (energies[tone] ?? 0) / sum
}

type Outcome = { readonly packet: Packet; readonly end: number }

function readPacket(meter: ToneMeter, { pace, start }: Candidate): Outcome | 'unfinished' | undefined {
  const hops = hopsOf(pace)
  const symbol = (at: number) => strongest(meter.energies(start + (SYNC_SYMBOLS + at) * hops, hops))
  const byte = (at: number) => (symbol(2 * at) << 4) | symbol(2 * at + 1)
  const endOf = (bytes: number) => start + (SYNC_SYMBOLS + 2 * bytes) * hops
  if (endOf(1) > meter.hops()) return 'unfinished'
  const length = packetLength(byte(0))
  if (length === undefined) return undefined
  if (endOf(length) > meter.hops()) return 'unfinished'
  const packet = decodePacket(Uint8Array.from({ length }, (_, at) => byte(at)))
  return packet && { packet, end: endOf(length) }
}

function strongest(energies: Float32Array): number {
  let best = 0
  for (let tone = 1; tone < TONES; tone += 1) if ((energies[tone] ?? 0) > (energies[best] ?? 0)) best = tone
  return best
}

const toHeard = ({ packet, end }: Outcome, { start }: Candidate): HeardPacket => ({
  packet,
  from: samplesOf(start),
  to: samplesOf(end),
})

const samplesOf = (hops: number) => (hops * DECODER_RATE) / 1000 / HOPS_PER_MS
