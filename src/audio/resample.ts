/** Length of the filter, in samples of the lower rate. */
const TAPS = 32
/** Outputs that are computed in one loop: they share memory reads, and their sums do not wait for each other. */
const LANES = 4
/** When the input rate is higher, the filter is longer; its length is rounded up to a multiple of this. */
const TAP_STEP = 4
/** Middle of the filter's slope, as a share of the lower rate; its stop band starts just above half that rate. */
const CUTOFF = 0.436
/** Shape of the Kaiser window: images and aliases stay below -94 dB from 0.55 of the lower rate upwards. */
const BETA = 9.3
/** Maximum number of tabulated phases; ratios that need more are interpolated. */
const MOST_PHASES = 512
/** Maximum number of cached filters: clients choose the rates, and a filter can take 400 kB. */
const KNOWN_FILTERS = 16

/** Integers, in Hz. */
type Rates = { readonly from: number; readonly to: number }

export interface Resampler {
  /** Takes samples, which it copies, and returns the output that they complete, in `buffer` if it is large enough. */
  push(samples: Float32Array, buffer?: Float32Array): Float32Array
  /** Returns the rest at the end of the stream; nothing may be pushed after it. */
  flush(): Float32Array
}

/**
 * Converts a stream between sample rates. The output does not depend on how the input is split into chunks, not in a
 * single bit. Output sample n is the sound at n / `to` seconds; it lags by the look-ahead of the filter.
 */
export const createResampler = (rates: Rates): Resampler => createResamplerFactory()(rates)

/** Creates resamplers that share filters, for many streams at the same few rates. */
export function createResamplerFactory(): (rates: Rates) => Resampler {
  const filters = new Map<string, Filter>()
  const filterFor = ({ from, to }: Rates): Filter => {
    const known = filters.get(`${from} ${to}`) ?? designFilter(from, to)
    if (filters.size < KNOWN_FILTERS) filters.set(`${from} ${to}`, known)
    return known
  }
  return ({ from, to }) => {
    if (from === to) return { push: (samples) => samples.slice(), flush: () => new Float32Array(0) }
    const ratio = { up: to / divisor(from, to), down: from / divisor(from, to) }
    return createPolyphaseResampler(filterFor({ from, to }), ratio)
  }
}

/** Converts a complete recording at once. */
export function resample(samples: Float32Array, rates: Rates): Float32Array {
  const resampler = createResampler(rates)
  return concatSamples([resampler.push(samples), resampler.flush()])
}

export function concatSamples(chunks: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

type Filter = {
  /** One row of taps per fraction of an input sample, and one more row than phases. */
  readonly table: Float64Array
  readonly phases: number
  /** Taps of a row, a multiple of `TAP_STEP`. */
  readonly width: number
}

function createPolyphaseResampler(filter: Filter, { up, down }: { up: number; down: number }): Resampler {
  const half = filter.width / 2
  // The filter is centred on the first sample, so half a filter of silence precedes it. 64-bit floats, because each
  // sample is used many times and should be converted once.
  let held = new Float64Array(2 * filter.width)
  let length = half - 1
  /** Start of the next window in `held`; beyond its end when a step is longer than the input so far. */
  let at = 0
  /** Offset of the next output from there, in units of 1 / `up` input samples. */
  let part = 0

  const hold = (samples: Float32Array) => {
    if (length + samples.length > held.length) held = enlarge(held, length + samples.length)
    held.set(samples, length)
    length += samples.length
  }
  const forget = () => {
    const done = Math.min(at, length)
    held.copyWithin(0, done, length)
    length -= done
    at -= done
  }
  const convolve =
    filter.phases === up ? createConvolution(filter) : createInterpolatedConvolution(filter, up)
  const convolveLanes = filter.phases === up ? createParallelConvolution(filter, down) : undefined
  const { width } = filter
  const push = (samples: Float32Array, buffer?: Float32Array): Float32Array => {
    hold(samples)
    const most = Math.max(0, Math.ceil(((length - at) * up) / down) + 1)
    const output = buffer !== undefined && buffer.length >= most ? buffer : new Float32Array(most)
    const last = length - width
    let count = 0
    // Local variables: the engine cannot keep numbers that a closure holds in registers.
    let [start, row] = [at, part]
    // Outputs that are `up` apart use the same row.
    while (convolveLanes !== undefined && start + LANES * down <= last) {
      for (const end = count + up; count < end; count += 1) {
        const lanes = convolveLanes(held, start, row)
        for (let lane = 0; lane < LANES; lane += 1) output[count + lane * up] = lanes[lane] ?? 0
        for (row += down; row >= up; row -= up) start += 1
      }
      start += (LANES - 1) * down
      count += (LANES - 1) * up
    }
    for (; start <= last; count += 1) {
      output[count] = convolve(held, start, row)
      for (row += down; row >= up; row -= up) start += 1
    }
    at = start
    part = row
    forget()
    return output.subarray(0, count)
  }
  return { push, flush: () => push(new Float32Array(half)) }
}

function enlarge(held: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(length)
  more.set(held)
  return more
}

/** Applies one row of taps to the window at a sample; bit for bit the result of a lane. */
function createConvolution({ table, width }: Filter) {
  return (sound: Float64Array, at: number, row: number): number => {
    const first = row * width
    let sum = 0
    for (let tap = 0; tap < width; tap += 1) sum += (table[first + tap] ?? 0) * (sound[at + tap] ?? 0)
    return sum
  }
}

/** Applies one row to `LANES` windows, each `step` after the one before it. The result is valid until the next call. */
function createParallelConvolution({ table, width }: Filter, step: number) {
  const rows = Array.from({ length: table.length / width }, (_, row) =>
    table.subarray(row * width, (row + 1) * width),
  )
  const lanes = new Float64Array(LANES)
  return (sound: Float64Array, at: number, row: number): Float64Array => {
    const weights = rows[row] ?? table
    const [second, third, fourth] = [at + step, at + 2 * step, at + 3 * step]
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let tap = 0; tap < weights.length; tap += 1) {
      const weight = weights[tap] ?? 0
      a += weight * (sound[at + tap] ?? 0)
      b += weight * (sound[second + tap] ?? 0)
      c += weight * (sound[third + tap] ?? 0)
      d += weight * (sound[fourth + tap] ?? 0)
    }
    lanes[0] = a
    lanes[1] = b
    lanes[2] = c
    lanes[3] = d
    return lanes
  }
}

/** For a table with fewer rows than `parts`: interpolates between the two nearest rows. */
function createInterpolatedConvolution(filter: Filter, parts: number) {
  const convolve = createConvolution(filter)
  return (sound: Float64Array, at: number, part: number): number => {
    const phase = (part * filter.phases) / parts
    const row = Math.floor(phase)
    const low = convolve(sound, at, row)
    return low + (convolve(sound, at, row + 1) - low) * (phase - row)
  }
}

function designFilter(from: number, to: number): Filter {
  const needed = to / divisor(from, to)
  const phases = Math.min(needed, MOST_PHASES)
  const lower = Math.min(from, to)
  const width = TAP_STEP * Math.ceil((TAPS * from) / lower / TAP_STEP)
  const cutoff = (2 * CUTOFF * lower) / from
  const table = new Float64Array((phases + 1) * width)
  for (let phase = 0; phase <= phases; phase += 1) {
    fillRow(table.subarray(phase * width, (phase + 1) * width), { offset: phase / phases, cutoff })
  }
  return { table, phases, width }
}

/** A windowed sinc centred `offset` after the middle of the row; the taps sum to 1. */
function fillRow(row: Float64Array, { offset, cutoff }: { offset: number; cutoff: number }): void {
  const half = row.length / 2
  let sum = 0
  for (let tap = 0; tap < row.length; tap += 1) {
    const distance = tap - (half - 1) - offset
    const weight = sinc(cutoff * distance) * kaiser(distance / half)
    row[tap] = weight
    sum += weight
  }
  for (let tap = 0; tap < row.length; tap += 1) row[tap] = (row[tap] ?? 0) / sum
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const kaiser = (x: number) => (Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA))

/** The modified Bessel function of the first kind of order 0, by its power series. */
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
