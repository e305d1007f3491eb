/** Where the energy of a voice lies, telephone to telephone (Hz). */
const LOW = 300
const HIGH = 3800
const BUTTERWORTH = Math.SQRT1_2

/** Less than this is silence. A processor is many times slower with the tiny numbers that a filter fades away in. */
const FADED = 1e-20

/**
 * Filters a stream: it goes on where it stopped. Writes to `output`, which may be the samples themselves; without, to a new
 * array.
 */
export type Filter = (samples: Float32Array, output?: Float32Array) => Float32Array

/** Lets the band of speech pass: rumble below it and hiss above it do not count. */
export function createBandPass(sampleRate: number): Filter {
  const high = createBiquad('highpass', LOW, sampleRate)
  if (HIGH >= 0.45 * sampleRate) return high
  return inSeries([high, createBiquad('lowpass', HIGH, sampleRate)])
}

/** One filter after the other. */
export function inSeries(filters: readonly Filter[]): Filter {
  return (samples, output = new Float32Array(samples.length)) =>
    filters.reduce((sound, filter) => filter(sound, output), samples)
}

/** Second order, by the bilinear transform; `cutoff` and `sampleRate` in Hz. */
export function createBiquad(kind: 'lowpass' | 'highpass', cutoff: number, sampleRate: number): Filter {
  const omega = (2 * Math.PI * cutoff) / sampleRate
  const alpha = Math.sin(omega) / (2 * BUTTERWORTH)
  const sign = kind === 'lowpass' ? -1 : 1
  const a0 = 1 + alpha
  const b0 = (1 + sign * Math.cos(omega)) / 2 / a0
  const b1 = -sign * 2 * b0
  const a1 = (-2 * Math.cos(omega)) / a0
  const a2 = (1 - alpha) / a0
  const state = new Float64Array(2)
  return (samples, output = new Float32Array(samples.length)) => {
    // In locals, from an array of numbers: what a closure holds may be anything, and is made anew for every sample.
    let first = state[0] ?? 0
    let second = state[1] ?? 0
    for (let at = 0; at < samples.length; at += 1) {
      const x = samples[at] ?? 0
      const y = b0 * x + first
      first = b1 * x - a1 * y + second
      second = b0 * x - a2 * y
      output[at] = y
    }
    state[0] = unlessFaded(first)
    state[1] = unlessFaded(second)
    return output
  }
}

/** What is left in a filter, or nothing once that is silent. */
export const unlessFaded = (value: number) => (Math.abs(value) < FADED ? 0 : value)
