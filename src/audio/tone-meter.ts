import { type Band, frequency, TONES } from './tones.js'

/** Hops are 2.5 ms: the start of a symbol is found to within half of that. */
export const HOPS_PER_MS = 0.4
const RATE = 16_000
const HOP = RATE / 1000 / HOPS_PER_MS
const HALF = HOP / 2
/** Every tone is a multiple of 50 Hz, so its oscillator comes round after 20 ms: so many hops. */
const PERIOD_HOPS = RATE / 50 / HOP
/** Real and imaginary part of every tone. */
const WIDTH = 2 * TONES

/** What a band's tones are measured with. */
export type Oscillators = {
  /** From the middle of a hop to its end: of each tone half a hop of its cosine, then of its sine. */
  readonly waves: Float64Array
  /** Hop by hop through a period: cosine and sine of each tone in the middle of the hop. */
  readonly turns: Float64Array
}

export interface ToneMeter {
  push(samples: Float32Array): void
  /** Whole hops so far. */
  hops(): number
  /** The energy of each tone over `count` hops from `start` on; zeros where nothing is known. Valid until the next call. */
  energies(start: number, count: number): Float64Array
  /** Nothing before this hop is asked for any more. */
  forget(before: number): void
}

/**
 * How strong each tone is in any stretch of hops. Each hop is multiplied once with each tone's oscillator, which runs
 * on through all hops, and added to what came before: a tone's share in any window is then the difference of two sums.
 */
export function createToneMeter(band: Band, oscillators: Oscillators = createOscillators(band)): ToneMeter {
  const energies = new Float64Array(TONES)
  /** Row by row the sums up to the start of a hop. */
  let sums = new Float64Array(WIDTH * 128)
  let first = 0
  let hops = 0
  const held = new Float32Array(HOP)
  const folded = { even: new Float64Array(HALF), odd: new Float64Array(HALF) }
  let filled = 0

  const rowOf = (hop: number) => (Math.min(hops, Math.max(first, hop)) - first) * WIDTH
  const complete = () => {
    const row = rowOf(hops)
    if (row + 2 * WIDTH > sums.length) sums = grown(sums)
    fold(held, folded)
    addHop(folded, { oscillators, turn: (hops % PERIOD_HOPS) * WIDTH }, { sums, row })
    hops += 1
    filled = 0
  }
  return {
    hops: () => hops,
    push: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const taken = Math.min(HOP - filled, samples.length - at)
        held.set(samples.subarray(at, at + taken), filled)
        filled += taken
        at += taken
        if (filled === HOP) complete()
      }
    },
    energies: (start, count) => {
      const from = rowOf(start)
      const to = rowOf(start + count)
      for (let tone = 0; tone < TONES; tone += 1) {
        const real = (sums[to + 2 * tone] ?? 0) - (sums[from + 2 * tone] ?? 0)
        const imaginary = (sums[to + 2 * tone + 1] ?? 0) - (sums[from + 2 * tone + 1] ?? 0)
        energies[tone] = real * real + imaginary * imaginary
      }
      return energies
    },
    forget: (before) => {
      if (before - first < 256) return
      sums.copyWithin(0, rowOf(before), rowOf(hops) + WIDTH)
      first = before
    },
  }
}

export function createOscillators(band: Band): Oscillators {
  const waves = new Float64Array(WIDTH * HALF)
  const turns = new Float64Array(WIDTH * PERIOD_HOPS)
  for (let tone = 0; tone < TONES; tone += 1) {
    const omega = (2 * Math.PI * frequency(band, tone)) / RATE
    for (let at = 0; at < HALF; at += 1) {
      waves[2 * tone * HALF + at] = Math.cos(omega * (at + 0.5))
      waves[(2 * tone + 1) * HALF + at] = Math.sin(omega * (at + 0.5))
    }
    for (let hop = 0; hop < PERIOD_HOPS; hop += 1) {
      const middle = hop * HOP + HALF - 0.5
      turns[hop * WIDTH + 2 * tone] = Math.cos(omega * middle)
      turns[hop * WIDTH + 2 * tone + 1] = Math.sin(omega * middle)
    }
  }
  return { waves, turns }
}

type Folded = { readonly even: Float64Array; readonly odd: Float64Array }

/**
 * Around the middle of the hop: a cosine is the same on both sides of it, a sine the opposite, so that sums and differences
 * of the two sides need only half the multiplications.
 */
function fold(samples: Float32Array, { even, odd }: Folded): void {
  for (let at = 0; at < HALF; at += 1) {
    const later = samples[HALF + at] ?? 0
    const earlier = samples[HALF - 1 - at] ?? 0
    even[at] = later + earlier
    odd[at] = later - earlier
  }
}

/** Writes the row behind `row`: what that one holds, and each tone's share of the hop. */
function addHop(
  { even, odd }: Folded,
  { oscillators, turn }: { readonly oscillators: Oscillators; readonly turn: number },
  { sums, row }: { readonly sums: Float64Array; readonly row: number },
): void {
  const { waves, turns } = oscillators
  for (let part = 0; part < WIDTH; part += 2) {
    const cosine = part * HALF
    const sine = cosine + HALF
    let real = 0
    let imaginary = 0
    for (let at = 0; at < HALF; at += 1) {
      real += (even[at] ?? 0) * (waves[cosine + at] ?? 0)
      imaginary += (odd[at] ?? 0) * (waves[sine + at] ?? 0)
    }
    const cos = turns[turn + part] ?? 0
    const sin = turns[turn + part + 1] ?? 0
    sums[row + WIDTH + part] = (sums[row + part] ?? 0) + real * cos - imaginary * sin
    sums[row + WIDTH + part + 1] = (sums[row + part + 1] ?? 0) + real * sin + imaginary * cos
  }
}

function grown(sums: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * sums.length)
  more.set(sums)
  return more
}
