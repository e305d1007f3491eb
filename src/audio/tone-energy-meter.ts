import { TONE_COUNT, type ToneBand, toneFrequency } from './tone-modulation.js'

/** A hop is 2.5 ms; the start of a symbol is found to within half a hop. */
export const HOPS_PER_MS = 0.4
const RATE = 16_000
const HOP = RATE / 1000 / HOPS_PER_MS
const HALF = HOP / 2
/** Every tone is a multiple of 50 Hz, so its oscillator repeats after 20 ms. */
const PERIOD_HOPS = RATE / 50 / HOP
/** Values of a row: the real and imaginary part of every tone. */
const WIDTH = 2 * TONE_COUNT

/** Tones that are computed in one loop: their sums do not wait for each other. */
const LANES = 4

/** Tables of the complex oscillators of a band's tones. */
export type Oscillators = {
  /** The second half of a hop, in groups of four tones: for each sample the four cosines, then the four sines. */
  readonly waves: Float64Array
  /** For each hop of a period, cosine and sine of each tone at the middle of the hop. */
  readonly turns: Float64Array
}

export interface ToneEnergyMeter {
  push(samples: Float32Array): void
  /** Complete hops so far. */
  hops(): number
  /** The energy of each tone over `count` hops from `start`; 0 where nothing is stored. Valid until the next call. */
  energies(start: number, count: number): Float64Array
  /** Allows everything before this hop to be discarded. */
  forget(before: number): void
  /** Begins anew, as if nothing had been pushed. */
  reset(): void
}

/**
 * Measures the energy of each tone over any range of hops. Each hop is correlated once with each tone's oscillator,
 * whose phase runs through all hops, and added to a running sum: a range is then the difference of two sums.
 */
export function createToneEnergyMeter(
  band: ToneBand,
  oscillators: Oscillators = createOscillators(band),
): ToneEnergyMeter {
  const energies = new Float64Array(TONE_COUNT)
  /** One row per hop: the running sums up to its start. */
  let sums = new Float64Array(WIDTH * 128)
  let first = 0
  let hops = 0
  const held = new Float32Array(HOP)
  const folded = { even: new Float64Array(HALF), odd: new Float64Array(HALF) }
  const shares = new Float64Array(WIDTH)
  let filled = 0

  const rowOf = (hop: number) => (Math.min(hops, Math.max(first, hop)) - first) * WIDTH
  const complete = () => {
    const row = rowOf(hops)
    if (row + 2 * WIDTH > sums.length) sums = enlarge(sums)
    fold(held, folded)
    correlateTones(folded, oscillators, shares)
    accumulateRotated(shares, { oscillators, turn: (hops % PERIOD_HOPS) * WIDTH }, { sums, row })
    hops += 1
    filled = 0
  }
  return {
    hops: () => hops,
    push: (samples) => {
      // Sample by sample: a hop is so short that views of the samples would cost more than the copy.
      for (let at = 0; at < samples.length; at += 1) {
        held[filled] = samples[at] ?? 0
        filled += 1
        if (filled === HOP) complete()
      }
    },
    energies: (start, count) => {
      const from = rowOf(start)
      const to = rowOf(start + count)
      for (let tone = 0; tone < TONE_COUNT; tone += 1) {
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
    reset: () => {
      sums.fill(0, 0, WIDTH)
      first = 0
      hops = 0
      filled = 0
    },
  }
}

export function createOscillators(band: ToneBand): Oscillators {
  const waves = new Float64Array(WIDTH * HALF)
  const turns = new Float64Array(WIDTH * PERIOD_HOPS)
  for (let tone = 0; tone < TONE_COUNT; tone += 1) {
    const omega = (2 * Math.PI * toneFrequency(band, tone)) / RATE
    for (let at = 0; at < HALF; at += 1) {
      const lane = tone % LANES
      const from = 2 * (HALF * (tone - lane) + LANES * at) + lane
      waves[from] = Math.cos(omega * (at + 0.5))
      waves[from + LANES] = Math.sin(omega * (at + 0.5))
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
 * Folds a hop at its middle, around which cosines are even and sines odd: sums and differences of the two halves need
 * only half the multiplications.
 */
function fold(samples: Float32Array, { even, odd }: Folded): void {
  for (let at = 0; at < HALF; at += 1) {
    const later = samples[HALF + at] ?? 0
    const earlier = samples[HALF - 1 - at] ?? 0
    even[at] = later + earlier
    odd[at] = later - earlier
  }
}

/** Real and imaginary part of each tone's correlation, with the phase counted from the hop itself. */
function correlateTones({ even, odd }: Folded, { waves }: Oscillators, shares: Float64Array): void {
  for (let part = 0; part < WIDTH; part += 2 * LANES) {
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    let e = 0
    let f = 0
    let g = 0
    let h = 0
    for (let at = 0, from = part * HALF; at < HALF; at += 1, from += 2 * LANES) {
      const x = even[at] ?? 0
      const y = odd[at] ?? 0
      a += x * (waves[from] ?? 0)
      b += x * (waves[from + 1] ?? 0)
      c += x * (waves[from + 2] ?? 0)
      d += x * (waves[from + 3] ?? 0)
      e += y * (waves[from + 4] ?? 0)
      f += y * (waves[from + 5] ?? 0)
      g += y * (waves[from + 6] ?? 0)
      h += y * (waves[from + 7] ?? 0)
    }
    shares[part] = a
    shares[part + 1] = e
    shares[part + 2] = b
    shares[part + 3] = f
    shares[part + 4] = c
    shares[part + 5] = g
    shares[part + 6] = d
    shares[part + 7] = h
  }
}

/** Writes the row after `row`: its sums plus the hop's correlations, rotated to the phase of the hop. */
function accumulateRotated(
  shares: Float64Array,
  { oscillators, turn }: { readonly oscillators: Oscillators; readonly turn: number },
  { sums, row }: { readonly sums: Float64Array; readonly row: number },
): void {
  const { turns } = oscillators
  for (let part = 0; part < WIDTH; part += 2) {
    const real = shares[part] ?? 0
    const imaginary = shares[part + 1] ?? 0
    const cos = turns[turn + part] ?? 0
    const sin = turns[turn + part + 1] ?? 0
    sums[row + WIDTH + part] = (sums[row + part] ?? 0) + real * cos - imaginary * sin
    sums[row + WIDTH + part + 1] = (sums[row + part + 1] ?? 0) + real * sin + imaginary * cos
  }
}

function enlarge(sums: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * sums.length)
  more.set(sums)
  return more
}
