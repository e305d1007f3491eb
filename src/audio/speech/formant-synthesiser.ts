import { cascade, designBiquad } from '../biquad-filter.js'
import { PARAMETER_FRAME_MS, type ParameterFrame } from './parameter-track.js'
import { createAntiresonator, createResonator } from './resonator.js'

/** Hz. */
export const SYNTHESIS_RATE = 8000
const STEP_SAMPLES = (SYNTHESIS_RATE * PARAMETER_FRAME_MS) / 1000
/** Cutoff in Hz. The data tones lie above, but speech recognition needs the octave below 4 kHz. */
const CUTOFF = 3700
const FOURTH = { frequency: 3400, bandwidth: 280 }
/** The nasal pole and zero, which cancel each other unless a nasal phoneme moves the zero to `moved`. */
const NOSE = { frequency: 270, bandwidth: 100, moved: 450 }
/** Open quotient of the glottis: a pressed voice, with strong high formants. */
const OPEN = 0.35
/** Gains of voice, breath and noise. */
const LEVEL = { voice: 1, breath: 0.03, noise: 0.03 }
/** Seed of the noise. The word error rate of a recogniser varies from 53 to 65 % with the seed. */
const FIRST_NOISE = 99

export interface FormantSynthesiser {
  /** Synthesises the next steps at these pitches (in Hz, one per step), at `SYNTHESIS_RATE`. */
  speak(steps: readonly ParameterFrame[], pitches: readonly number[]): Float32Array
}

/**
 * Klatt synthesiser (1980): a cascade of resonators for voice and breath, a parallel bank for frication noise.
 * Deterministic. Each filter processes a complete step at a time, so that its state stays in registers.
 */
export function createFormantSynthesiser(): FormantSynthesiser {
  const source = createGlottalSource()
  const vocalTract = createCascade()
  const frication = createFricationBank()
  const lowpass = designBiquad('lowpass', CUTOFF, SYNTHESIS_RATE)
  const removeHigh = cascade(lowpass, lowpass)
  return {
    speak: (steps, pitches) => {
      const output = new Float32Array(steps.length * STEP_SAMPLES)
      for (const [index, step] of steps.entries()) {
        const excitation = source(pitches[index] ?? 100)
        const voice = vocalTract(excitation, step)
        const hiss = frication(excitation.noise, step)
        const start = index * STEP_SAMPLES
        for (let at = 0; at < STEP_SAMPLES; at += 1) output[start + at] = (voice[at] ?? 0) + (hiss[at] ?? 0)
      }
      return removeHigh(output, output)
    },
  }
}

type SourceSignal = { readonly flow: Float64Array; readonly noise: Float64Array }

/**
 * One step of excitation: the derivative of the glottal flow, which includes the radiation at the lips, and noise.
 * The result is valid until the next call.
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
      // KLGLOTT88: the flow is open² - open³, a slow opening and an abrupt closure.
      flow[at] = open < 1 ? 2 * open - 3 * open * open : 0
      // Noise is weaker while the glottis is closed.
      noise[at] = (state / 2_147_483_648) * (open < 1 ? 1 : 0.6)
    }
    last.phase[0] = phase
    last.state[0] = state
    return { flow, noise }
  }
}

/** The vocal tract: one step of voice and breath. The result is valid until the next call. */
function createCascade(): (excitation: SourceSignal, step: ParameterFrame) => Float64Array {
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

/** Gains of the resonators at the second to fourth formant. */
const PEAKS = [2, -2, 2]

/** One step of the noise of fricatives and bursts. The result is valid until the next call. */
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
