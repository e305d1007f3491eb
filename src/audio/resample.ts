/** Length of the filter, in samples of the lower of the two rates. */
const TAPS = 32
/** Middle of the filter's slope, as a share of the lower rate; its stop band starts just above half that rate. */
const CUTOFF = 0.436
/** Kaiser window: images and aliases stay below -94 dB from 0.55 of the lower rate on. */
const BETA = 9.3
/** So many phases are tabulated; ratios that need more read between two of them. */
const MOST_PHASES = 512

export interface Resampler {
  /** What can be told so far; the samples are copied, the caller keeps them. */
  push(samples: Float32Array): Float32Array
  /** The end of the sound. Nothing may be pushed after it. */
  flush(): Float32Array
}

/**
 * Converts between sample rates (Hz, whole numbers) as a stream: how the sound is cut into chunks makes no difference to
 * a single bit. Output sample n is the sound at n / `to` seconds, so it lags behind only by what the filter looks ahead.
 */
export function createResampler({ from, to }: { from: number; to: number }): Resampler {
  if (from === to) return { push: (samples) => samples.slice(), flush: () => new Float32Array(0) }
  const filter = designFilter(from, to)
  return createStream(filter, { up: to / divisor(from, to), down: from / divisor(from, to) })
}

/** The whole of a sound at once. */
export function resample(samples: Float32Array, rates: { from: number; to: number }): Float32Array {
  const resampler = createResampler(rates)
  return concat([resampler.push(samples), resampler.flush()])
}

/** Pieces of sound as one. */
export function concat(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

type Filter = {
  /** Row by row the taps for a fraction of an input sample; one row more than phases. */
  readonly table: Float32Array
  readonly phases: number
  /** Taps of a row. */
  readonly width: number
}

function createStream(filter: Filter, { up, down }: { up: number; down: number }): Resampler {
  const half = filter.width / 2
  // The sound begins in the middle of the filter: half a filter of silence stands before it.
  let held = new Float32Array(half - 1)
  /** Where the next window starts in what is held; beyond its end after a step longer than what there is. */
  let at = 0
  /** What the next output lies behind that, in parts of `up`. */
  let part = 0

  const push = (samples: Float32Array): Float32Array => {
    const all = concat([held, samples])
    const output = new Float32Array(Math.max(0, Math.ceil(((all.length - at) * up) / down) + 1))
    let count = 0
    for (; at + filter.width <= all.length; count += 1) {
      output[count] = weigh(filter, all, { at, row: (part * filter.phases) / up })
      part += down
      at += Math.floor(part / up)
      part %= up
    }
    const done = Math.min(at, all.length)
    held = all.slice(done)
    at -= done
    return output.subarray(0, count)
  }
  return { push, flush: () => push(new Float32Array(half)) }
}

function weigh(
  { table, width }: Filter,
  all: Float32Array,
  { at, row }: { at: number; row: number },
): number {
  const whole = Math.floor(row)
  const first = whole * width
  let low = 0
  for (let tap = 0; tap < width; tap += 1) low += (all[at + tap] ?? 0) * (table[first + tap] ?? 0)
  if (row === whole) return low
  let high = 0
  for (let tap = 0; tap < width; tap += 1) high += (all[at + tap] ?? 0) * (table[first + width + tap] ?? 0)
  return low + (high - low) * (row - whole)
}

function designFilter(from: number, to: number): Filter {
  const needed = to / divisor(from, to)
  const phases = Math.min(needed, MOST_PHASES)
  const lower = Math.min(from, to)
  const width = 2 * Math.ceil((TAPS * from) / lower / 2)
  const cutoff = (2 * CUTOFF * lower) / from
  const table = new Float32Array((phases + 1) * width)
  for (let phase = 0; phase <= phases; phase += 1) {
    fillRow(table.subarray(phase * width, (phase + 1) * width), { offset: phase / phases, cutoff })
  }
  return { table, phases, width }
}

/** A windowed sinc around the point that lies `offset` behind the middle; its taps sum up to 1. */
function fillRow(row: Float32Array, { offset, cutoff }: { offset: number; cutoff: number }): void {
  const half = row.length / 2
  let sum = 0
  for (let tap = 0; tap < row.length; tap += 1) {
    const distance = tap - (half - 1) - offset
    row[tap] = sinc(cutoff * distance) * kaiser(distance / half)
    sum += row[tap] ?? 0
  }
  for (let tap = 0; tap < row.length; tap += 1) row[tap] = (row[tap] ?? 0) / sum
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const kaiser = (x: number) => (Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA))

/** The modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
