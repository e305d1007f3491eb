import { createBiquad } from '../band-pass.js'
import { createResonator, type Resonator } from './resonator.js'
import { STEP_MS, type Step } from './track.js'

/** Hz. */
export const SYNTHESIS_RATE = 8000
const STEP_SAMPLES = (SYNTHESIS_RATE * STEP_MS) / 1000
/** Nothing is left above 3.5 kHz: that is where the tones lie. */
const CUT = 3300
const FOURTH = { frequency: 3400, bandwidth: 280 }
/** The nose: a pole and a zero that cancel each other, unless a nasal moves the zero away. */
const NOSE = { frequency: 270, bandwidth: 100, moved: 450 }
/** The part of a period in which the glottis is open. */
const OPEN = 0.6
/** Balance of voice, breath and noise. */
const LEVEL = { voice: 1, breath: 0.05, noise: 0.08 }

export interface FormantSynthesiser {
  /** `steps` at these pitches (Hz, one a step), at `SYNTHESIS_RATE`; it goes on where it stopped. */
  speak(steps: readonly Step[], pitches: readonly number[]): Float32Array
}

/** A cascade of resonators for voice and breath, a parallel bank for noise (Klatt 1980), deterministic. */
export function createFormantSynthesiser(): FormantSynthesiser {
  const source = createSource()
  const cascade = createCascade()
  const bank = createBank()
  const filters = [0, 1].map(() => createBiquad('lowpass', CUT, SYNTHESIS_RATE))
  return {
    speak: (steps, pitches) => {
      const output = new Float32Array(steps.length * STEP_SAMPLES)
      for (const [index, step] of steps.entries()) {
        cascade.tune(step)
        bank.tune(step)
        for (let at = 0; at < STEP_SAMPLES; at += 1) {
          const { flow, noise } = source.next(pitches[index] ?? 100)
          const throat = LEVEL.voice * step.voice * flow + LEVEL.breath * step.breath * noise
          const hiss = LEVEL.noise * bank.next(noise, step.noise)
          output[index * STEP_SAMPLES + at] = cascade.next(throat) + hiss
        }
      }
      return filters.reduce<Float32Array>((sound, filter) => filter(sound), output)
    },
  }
}

/** The derivative of the flow through the glottis (that is, with the radiation at the lips), and noise. */
function createSource(): { next(pitch: number): { flow: number; noise: number } } {
  let phase = 0
  let state = 22_222
  return {
    next: (pitch) => {
      phase += pitch / SYNTHESIS_RATE
      if (phase >= 1) phase -= 1
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      const open = phase / OPEN
      // Of KLGLOTT88: the flow is open² - open³; it opens slowly and closes at once.
      const flow = open < 1 ? 2 * open - 3 * open * open : 0
      // Breath comes in the rhythm of the voice.
      return { flow, noise: (state / 1_073_741_824 - 1) * (open < 1 ? 1 : 0.6) }
    },
  }
}

function createCascade() {
  const formants = [0, 1, 2, 3].map(() => createResonator(SYNTHESIS_RATE))
  const nose = createResonator(SYNTHESIS_RATE)
  const zero = createZero()
  nose.tune(NOSE.frequency, NOSE.bandwidth)
  formants[3]?.tune(FOURTH.frequency, FOURTH.bandwidth)
  return {
    tune: ({ formants: frequencies, bandwidths, nasal }: Step) => {
      for (let at = 0; at < 3; at += 1) formants[at]?.tune(frequencies[at] ?? 500, bandwidths[at] ?? 100)
      zero.tune(NOSE.frequency + (NOSE.moved - NOSE.frequency) * nasal, NOSE.bandwidth)
    },
    next: (input: number) =>
      formants.reduce((sound, formant) => formant.next(sound), zero.next(nose.next(input))),
  }
}

/** The opposite of a resonator: it takes its frequency out. */
function createZero(): Resonator {
  let a = 1
  let b = 0
  let c = 0
  let last = 0
  let before = 0
  return {
    tune: (frequency, bandwidth) => {
      const radius = Math.exp((-Math.PI * bandwidth) / SYNTHESIS_RATE)
      const third = -radius * radius
      const second = 2 * radius * Math.cos((2 * Math.PI * frequency) / SYNTHESIS_RATE)
      a = 1 / (1 - second - third)
      b = -second * a
      c = -third * a
    },
    next: (input) => {
      const output = a * input + b * last + c * before
      before = last
      last = input
      return output
    },
  }
}

function createBank() {
  const resonators = [0, 1, 2].map(() => createResonator(SYNTHESIS_RATE))
  resonators[2]?.tune(FOURTH.frequency, FOURTH.bandwidth)
  return {
    tune: ({ formants, bandwidths }: Step) => {
      resonators[0]?.tune(formants[1] ?? 1500, (bandwidths[1] ?? 100) + 60)
      resonators[1]?.tune(formants[2] ?? 2500, bandwidths[2] ?? 150)
    },
    next: (noise: number, [second = 0, third = 0, fourth = 0, bypass = 0]: readonly number[]) =>
      second * peak(resonators[0], noise, 2) -
      third * peak(resonators[1], noise, 2) +
      fourth * peak(resonators[2], noise, 2) +
      bypass * noise,
  }
}

const peak = (resonator: Resonator | undefined, input: number, gain: number) =>
  gain * (resonator?.next(input) ?? 0)
