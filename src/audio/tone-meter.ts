import { type Band, frequency, TONES } from './tones.js'

/** Hops are 2.5 ms: the start of a symbol is found to within half of that. */
export const HOPS_PER_MS = 0.4
const RATE = 16_000
const HOP = RATE / 1000 / HOPS_PER_MS
/** Every tone is a multiple of 50 Hz, so its oscillator comes round after 20 ms. */
const PERIOD = RATE / 50
/** Real and imaginary part of every tone. */
const WIDTH = 2 * TONES

export interface ToneMeter {
  push(samples: Float32Array): void
  /** Whole hops so far. */
  hops(): number
  /** The energy of each tone over `count` hops from `start` on; zeros where nothing is known. Valid until the next call. */
  energies(start: number, count: number): Float32Array
  /** Nothing before this hop is asked for any more. */
  forget(before: number): void
}

/**
 * How strong each tone is in any stretch of hops. Each hop is multiplied once with each tone's oscillator, which runs
 * on through all hops; the sum over hops is then the tone's share in any window, at the price of a few additions.
 */
export function createToneMeter(band: Band): ToneMeter {
  const oscillators = createOscillators(band)
  const energies = new Float32Array(TONES)
  let sums = new Float32Array(WIDTH * 512)
  let first = 0
  let hops = 0
  const held = new Float32Array(HOP)
  let filled = 0

  const complete = () => {
    const at = (hops - first) * WIDTH
    if (at + WIDTH > sums.length) sums = grown(sums)
    project(held, oscillators.subarray(((hops * HOP) % PERIOD) * WIDTH), sums.subarray(at, at + WIDTH))
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
      const from = Math.max(0, start - first) * WIDTH
      const to = Math.max(0, Math.min(hops, start + count) - first) * WIDTH
      return addUp(sums.subarray(from, Math.max(from, to)), energies)
    },
    forget: (before) => {
      if (before - first < 256) return
      sums.copyWithin(0, (before - first) * WIDTH, (hops - first) * WIDTH)
      first = before
    },
  }
}

function createOscillators(band: Band): Float32Array {
  const table = new Float32Array(PERIOD * WIDTH)
  for (let sample = 0; sample < PERIOD; sample += 1) {
    for (let tone = 0; tone < TONES; tone += 1) {
      const angle = (2 * Math.PI * frequency(band, tone) * sample) / RATE
      table[sample * WIDTH + 2 * tone] = Math.cos(angle)
      table[sample * WIDTH + 2 * tone + 1] = Math.sin(angle)
    }
  }
  return table
}

function project(samples: Float32Array, oscillators: Float32Array, sums: Float32Array): void {
  sums.fill(0)
  for (let sample = 0; sample < HOP; sample += 1) {
    const value = samples[sample] ?? 0
    const row = sample * WIDTH
    for (let at = 0; at < WIDTH; at += 1) sums[at] = (sums[at] ?? 0) + value * (oscillators[row + at] ?? 0)
  }
}

function addUp(rows: Float32Array, energies: Float32Array): Float32Array {
  for (let tone = 0; tone < TONES; tone += 1) {
    let real = 0
    let imaginary = 0
    for (let at = 2 * tone; at < rows.length; at += WIDTH) {
      real += rows[at] ?? 0
      imaginary += rows[at + 1] ?? 0
    }
    energies[tone] = real * real + imaginary * imaginary
  }
  return energies
}

function grown(sums: Float32Array): Float32Array<ArrayBuffer> {
  const more = new Float32Array(2 * sums.length)
  more.set(sums)
  return more
}
