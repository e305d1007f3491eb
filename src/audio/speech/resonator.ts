import { flushDenormal } from '../biquad-filter.js'

/** A resonator of Klatt 1980, which can be retuned between calls; `frequency` and `bandwidth` in Hz. */
export interface TunableFilter {
  tune(frequency: number, bandwidth: number): void
  /** Filters in place. */
  pass(sound: Float64Array): void
}

/** Second-order resonator; its gain at 0 Hz is 1. */
export const createResonator = (sampleRate: number): TunableFilter =>
  createTunableFilter(sampleRate, (sound, { a, b, c }, past) => {
    let last = past[0] ?? 0
    let before = past[1] ?? 0
    for (let at = 0; at < sound.length; at += 1) {
      const output = a * (sound[at] ?? 0) + b * last + c * before
      before = last
      last = output
      sound[at] = output
    }
    past[0] = flushDenormal(last)
    past[1] = flushDenormal(before)
  })

/** The inverse of a resonator: removes its frequency. */
export const createAntiresonator = (sampleRate: number): TunableFilter =>
  createTunableFilter(sampleRate, (sound, taps, past) => {
    const a = 1 / taps.a
    const b = -taps.b * a
    const c = -taps.c * a
    let last = past[0] ?? 0
    let before = past[1] ?? 0
    for (let at = 0; at < sound.length; at += 1) {
      const input = sound[at] ?? 0
      sound[at] = a * input + b * last + c * before
      before = last
      last = input
    }
    past[0] = last
    past[1] = before
  })

type Coefficients = { readonly a: number; readonly b: number; readonly c: number }
type Filter = (sound: Float64Array, taps: Coefficients, past: Float64Array) => void

/** Keeps the last two samples from one call to the next. */
function createTunableFilter(sampleRate: number, filter: Filter): TunableFilter {
  let taps = coefficientsFor({ frequency: 0, bandwidth: sampleRate }, sampleRate)
  const past = new Float64Array(2)
  return {
    tune: (frequency, bandwidth) => {
      taps = coefficientsFor({ frequency, bandwidth }, sampleRate)
    },
    pass: (sound) => filter(sound, taps, past),
  }
}

type Tuning = { readonly frequency: number; readonly bandwidth: number }

function coefficientsFor({ frequency, bandwidth }: Tuning, sampleRate: number): Coefficients {
  const radius = Math.exp((-Math.PI * bandwidth) / sampleRate)
  const c = -radius * radius
  const b = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate)
  return { a: 1 - b - c, b, c }
}
