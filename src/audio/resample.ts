/** Length of the filter, in samples of the lower of the two rates. */
const TAPS = 32
/** So many outputs are weighed side by side, for loads shared and sums that need not wait for each other. */
const LANES = 4
/** Filters of other rates are as much longer as it takes, in steps of so many taps. */
const TAP_STEP = 4
/** Middle of the filter's slope, as a share of the lower rate; its stop band starts just above half that rate. */
const CUTOFF = 0.436
/** Kaiser window: images and aliases stay below -94 dB from 0.55 of the lower rate on. */
const BETA = 9.3
/** So many phases are tabulated; ratios that need more read between two of them. */
const MOST_PHASES = 512
/** Clients choose rates: so many filters are kept. A filter of many phases takes 400 kB. */
const KNOWN_FILTERS = 16

/** Hz, whole numbers. */
type Rates = { readonly from: number; readonly to: number }

export interface Resampler {
  /** What can be told so far, written to `room` if it fits in there; the samples are copied, the caller keeps them. */
  push(samples: Float32Array, room?: Float32Array): Float32Array
  /** The end of the sound. Nothing may be pushed after it. */
  flush(): Float32Array
}

/**
 * Converts between sample rates as a stream: how the sound is cut into chunks makes no difference to
 * a single bit. Output sample n is the sound at n / `to` seconds, so it lags behind only by what the filter looks ahead.
 */
export const createResampler = (rates: Rates): Resampler => createResamplerFactory()(rates)

/** For many sounds at the same few rates: the filter for two rates is worked out once. */
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

/** The whole of a sound at once. */
export function resample(samples: Float32Array, rates: Rates): Float32Array {
  const resampler = createResampler(rates)
  return concatSamples([resampler.push(samples), resampler.flush()])
}

/** Pieces of sound as one. */
export function concatSamples(pieces: readonly Float32Array[]): Float32Array {
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
  readonly table: Float64Array
  readonly phases: number
  /** Taps of a row, a multiple of `TAP_STEP`. */
  readonly width: number
}

function createPolyphaseResampler(filter: Filter, { up, down }: { up: number; down: number }): Resampler {
  const half = filter.width / 2
  // The sound begins in the middle of the filter: half a filter of silence stands before it. Kept in the precision that
  // is reckoned in: each sample is used many times over, and converted once.
  let held = new Float64Array(2 * filter.width)
  let length = half - 1
  /** Where the next window starts in what is held; beyond its end after a step longer than what there is. */
  let at = 0
  /** What the next output lies behind that, in parts of `up`. */
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
  const weigh = filter.phases === up ? createConvolution(filter) : createInterpolatedConvolution(filter, up)
  const weighLanes = filter.phases === up ? createParallelConvolution(filter, down) : undefined
  const { width } = filter
  const push = (samples: Float32Array, room?: Float32Array): Float32Array => {
    hold(samples)
    const most = Math.max(0, Math.ceil(((length - at) * up) / down) + 1)
    const output = room !== undefined && room.length >= most ? room : new Float32Array(most)
    const last = length - width
    let count = 0
    // In locals: what a closure holds may be anything.
    let [start, row] = [at, part]
    // What lies `up` outputs apart has the same row.
    while (weighLanes !== undefined && start + LANES * down <= last) {
      for (const end = count + up; count < end; count += 1) {
        const lanes = weighLanes(held, start, row)
        for (let lane = 0; lane < LANES; lane += 1) output[count + lane * up] = lanes[lane] ?? 0
        for (row += down; row >= up; row -= up) start += 1
      }
      start += (LANES - 1) * down
      count += (LANES - 1) * up
    }
    for (; start <= last; count += 1) {
      output[count] = weigh(held, start, row)
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

/** What a row of the table makes of the window that starts at a sample; bit for bit what a lane makes of it. */
function createConvolution({ table, width }: Filter) {
  return (sound: Float64Array, at: number, row: number): number => {
    const first = row * width
    let sum = 0
    for (let tap = 0; tap < width; tap += 1) sum += (table[first + tap] ?? 0) * (sound[at + tap] ?? 0)
    return sum
  }
}

/** What a row makes of as many windows as there are lanes, each a step behind the one before it. Valid until the next. */
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

/** With fewer rows than parts: what lies between the two rows nearest to a part. */
function createInterpolatedConvolution(filter: Filter, parts: number) {
  const weigh = createConvolution(filter)
  return (sound: Float64Array, at: number, part: number): number => {
    const place = (part * filter.phases) / parts
    const row = Math.floor(place)
    const low = weigh(sound, at, row)
    return low + (weigh(sound, at, row + 1) - low) * (place - row)
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

/** A windowed sinc around the point that lies `offset` behind the middle; its taps sum up to 1. */
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
