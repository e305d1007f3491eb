import { cascade, designBiquad } from '../biquad-filter.js'
import { PARAMETER_FRAME_MS, type ParameterFrame } from './parameter-track.js'
import { createAntiresonator, createResonator } from './resonator.js'

/** Hz. */
export const SYNTHESIS_RATE = 8000
const STEP_SAMPLES = (SYNTHESIS_RATE * PARAMETER_FRAME_MS) / 1000
/** Little is left above: that is where the tones lie. What a recogniser of words gets of the last octave counts. */
const CUT = 3700
const FOURTH = { frequency: 3400, bandwidth: 280 }
/** The nose: a pole and a zero that cancel each other, unless a nasal moves the zero away. */
const NOSE = { frequency: 270, bandwidth: 100, moved: 450 }
/** The part of a period in which the glottis is open: a pressed voice, with strong high formants. */
const OPEN = 0.35
/** Balance of voice, breath and noise. */
const LEVEL = { voice: 1, breath: 0.03, noise: 0.03 }
/** Where the noise begins: a recogniser of words gets 53 to 65 of a hundred wrong, from one draw to another. */
const FIRST_NOISE = 99

export interface FormantSynthesiser {
  /** `steps` at these pitches (Hz, one a step), at `SYNTHESIS_RATE`; it goes on where it stopped. */
  speak(steps: readonly ParameterFrame[], pitches: readonly number[]): Float32Array
}

/**
 * A cascade of resonators for voice and breath, a parallel bank for noise (Klatt 1980), deterministic. Each filter takes
 * a whole step at a time: what it needs stays in registers.
 */
export function createFormantSynthesiser(): FormantSynthesiser {
  const source = createGlottalSource()
  const throat = createCascade()
  const teeth = createFricationBank()
  const lowpass = designBiquad('lowpass', CUT, SYNTHESIS_RATE)
  const clean = cascade(lowpass, lowpass)
  return {
    speak: (steps, pitches) => {
      const output = new Float32Array(steps.length * STEP_SAMPLES)
      for (const [index, step] of steps.entries()) {
        const breathing = source(pitches[index] ?? 100)
        const voice = throat(breathing, step)
        const hiss = teeth(breathing.noise, step)
        const start = index * STEP_SAMPLES
        for (let at = 0; at < STEP_SAMPLES; at += 1) output[start + at] = (voice[at] ?? 0) + (hiss[at] ?? 0)
      }
      return clean(output, output)
    },
  }
}

type SourceSignal = { readonly flow: Float64Array; readonly noise: Float64Array }

/**
 * The derivative of the flow through the glottis (that is, with the radiation at the lips), and noise: a step of them.
 * Valid until the next.
 */
function createGlottalSource(): (pitch: number) => SourceSignal {
  const flow = new Float64Array(STEP_SAMPLES)
  const noise = new Float64Array(STEP_SAMPLES)
  const last = { phase: new Float64Array(1), state: Int32Array.of(FIRST_NOISE) }
  return (pitch) => {
    let phase = last.phase[0] ?? 0
    let state = last.state[0] ?? 0
    for (let at = 0; at < STEP_SAMPLES; at += 1) {
      phase += pitch / SYNTHESIS_RATE
      if (phase >= 1) phase -= 1
      // The generator of Numerical Recipes, modulo 2³².
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      const open = phase / OPEN
      // Of KLGLOTT88: the flow is open² - open³; it opens slowly and closes at once.
      flow[at] = open < 1 ? 2 * open - 3 * open * open : 0
      // Breath comes in the rhythm of the voice.
      noise[at] = (state / 2_147_483_648) * (open < 1 ? 1 : 0.6)
    }
    last.phase[0] = phase
    last.state[0] = state
    return { flow, noise }
  }
}

/** What comes out of mouth and nose in a step; valid until the next. */
function createCascade(): (breathing: SourceSignal, step: ParameterFrame) => Float64Array {
  const sound = new Float64Array(STEP_SAMPLES)
  const formants = [0, 1, 2, 3].map(() => createResonator(SYNTHESIS_RATE))
  const nose = createResonator(SYNTHESIS_RATE)
  const zero = createAntiresonator(SYNTHESIS_RATE)
  nose.tune(NOSE.frequency, NOSE.bandwidth)
  formants[3]?.tune(FOURTH.frequency, FOURTH.bandwidth)
  return ({ flow, noise }, step) => {
    const voice = LEVEL.voice * step.voice
    const breath = LEVEL.breath * step.breath
    for (let at = 0; at < STEP_SAMPLES; at += 1)
      sound[at] = voice * (flow[at] ?? 0) + breath * (noise[at] ?? 0)
    for (let at = 0; at < 3; at += 1) formants[at]?.tune(step.formants[at] ?? 500, step.bandwidths[at] ?? 100)
    zero.tune(NOSE.frequency + (NOSE.moved - NOSE.frequency) * step.nasal, NOSE.bandwidth)
    nose.pass(sound)
    zero.pass(sound)
    for (const formant of formants) formant.pass(sound)
    return sound
  }
}

/** Gains of what resonates with the second to fourth formant. */
const PEAKS = [2, -2, 2]

/** The noise of a step between teeth and lips; valid until the next. */
function createFricationBank(): (noise: Float64Array, step: ParameterFrame) => Float64Array {
  const sum = new Float64Array(STEP_SAMPLES)
  const part = new Float64Array(STEP_SAMPLES)
  const resonators = [0, 1, 2].map(() => createResonator(SYNTHESIS_RATE))
  resonators[2]?.tune(FOURTH.frequency, FOURTH.bandwidth)
  return (noise, { formants, bandwidths, noise: levels }) => {
    sum.fill(0)
    if (levels.every((level) => level === 0)) return sum
    resonators[0]?.tune(formants[1] ?? 1500, (bandwidths[1] ?? 100) + 60)
    resonators[1]?.tune(formants[2] ?? 2500, bandwidths[2] ?? 150)
    for (const [index, resonator] of resonators.entries()) {
      part.set(noise)
      resonator.pass(part)
      add(sum, part, LEVEL.noise * (PEAKS[index] ?? 0) * (levels[index] ?? 0))
    }
    add(sum, noise, LEVEL.noise * (levels[3] ?? 0))
    return sum
  }
}

function add(sum: Float64Array, sound: Float64Array, gain: number): void {
  for (let at = 0; at < STEP_SAMPLES; at += 1) sum[at] = (sum[at] ?? 0) + gain * (sound[at] ?? 0)
}
