/** The telephone band, which holds the energy of a voice (Hz). */
const LOW = 300
const HIGH = 3800
const BUTTERWORTH = Math.SQRT1_2

/** Below this a filter state is set to 0: processors are many times slower with denormal numbers. */
const DENORMAL_LIMIT = 1e-20

/**
 * Filters a stream; its state carries over from one call to the next. Writes to `output`, which may be `samples`, or to
 * a new array.
 */
export type Filter = (samples: Float32Array, output?: Float32Array) => Float32Array

/** Coefficients of a second-order filter: of the last inputs (b) and of the last outputs (a). */
export type Biquad = {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

const UNCHANGED: Biquad = { b0: 1, b1: 0, b2: 0, a1: 0, a2: 0 }

/** Passes the band of speech; removes rumble below and hiss above it. */
export function createBandPass(sampleRate: number): Filter {
  const high = designBiquad('highpass', LOW, sampleRate)
  if (HIGH >= 0.45 * sampleRate) return cascade(high, UNCHANGED)
  return cascade(high, designBiquad('lowpass', HIGH, sampleRate))
}

/** A Butterworth filter by the bilinear transform; `cutoff` and `sampleRate` in Hz. */
export function designBiquad(kind: 'lowpass' | 'highpass', cutoff: number, sampleRate: number): Biquad {
  const omega = (2 * Math.PI * cutoff) / sampleRate
  const alpha = Math.sin(omega) / (2 * BUTTERWORTH)
  const sign = kind === 'lowpass' ? -1 : 1
  const a0 = 1 + alpha
  const b0 = (1 + sign * Math.cos(omega)) / 2 / a0
  return { b0, b1: -sign * 2 * b0, b2: b0, a1: (-2 * Math.cos(omega)) / a0, a2: (1 - alpha) / a0 }
}

/** Two filters in series, computed in one loop: each waits for its own last value, so both take no longer than one. */
export function cascade(first: Biquad, second: Biquad): Filter {
  const past = new Float64Array(4)
  return (samples, output = new Float32Array(samples.length)) => {
    const { b0, b1, b2, a1, a2 } = first
    const { b0: d0, b1: d1, b2: d2, a1: c1, a2: c2 } = second
    // State in local variables: the engine would allocate numbers that a closure holds for every sample.
    let p = past[0] ?? 0
    let q = past[1] ?? 0
    let r = past[2] ?? 0
    let s = past[3] ?? 0
    for (let at = 0; at < samples.length; at += 1) {
      const x = samples[at] ?? 0
      const between = b0 * x + p
      p = b1 * x - a1 * between + q
      q = b2 * x - a2 * between
      const y = Math.fround(between)
      const z = d0 * y + r
      r = d1 * y - c1 * z + s
      s = d2 * y - c2 * z
      output[at] = z
    }
    past[0] = flushDenormal(p)
    past[1] = flushDenormal(q)
    past[2] = flushDenormal(r)
    past[3] = flushDenormal(s)
    return output
  }
}

/** The state of a filter, or 0 once it is inaudible. */
export const flushDenormal = (value: number) => (Math.abs(value) < DENORMAL_LIMIT ? 0 : value)
