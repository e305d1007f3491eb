/** Second-order resonator of Klatt 1980; its gain at 0 Hz is 1. It can be retuned while it sounds. */
export interface Resonator {
  /** `frequency` and `bandwidth` in Hz. */
  tune(frequency: number, bandwidth: number): void
  next(input: number): number
}

export function createResonator(sampleRate: number): Resonator {
  let a = 1
  let b = 0
  let c = 0
  let last = 0
  let before = 0
  return {
    tune: (frequency, bandwidth) => {
      const radius = Math.exp((-Math.PI * bandwidth) / sampleRate)
      c = -radius * radius
      b = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate)
      a = 1 - b - c
    },
    next: (input) => {
      const output = a * input + b * last + c * before
      before = last
      last = output
      return output
    },
  }
}
