import { createBandPass } from './biquad-filter.js'

/** Voice activity (docs/voice.md, Voice activity); times in milliseconds. */
export type VadSettings = {
  /** From 0 (only certain speech) to 1. */
  readonly sensitivity: number
  /** Speech starts when a window of this length … */
  readonly startMs: number
  /** … has this share of voiced frames. */
  readonly startShare: number
  /** Speech ends after this much silence since the last voiced frame. */
  readonly endMs: number
}

export const VAD_DEFAULTS: VadSettings = { sensitivity: 0.5, startMs: 200, startShare: 0.6, endMs: 500 }

export const VAD_FRAME_MS = 20
/** Window for the minimum that estimates the noise floor; longer than any word. */
const FLOOR_MS = 3000
const FLOOR_PARTS = 12
/** Correction from the minimum of noisy frames to their mean. */
const FLOOR_BIAS_DB = 1.5
/** Lower bound of the noise floor: after digital silence, the noise of a quiet room would count as speech. */
const QUIETEST_DB = -70
/** Voicing is measured at about this sample rate, for pitches from 70 to 400 Hz. */
const PITCH_RATE = 4000
const HIGHEST_PITCH = 400
const LOWEST_PITCH = 70
/** Lags that are computed in one loop: their sums do not wait for each other. */
const LANES = 4

/** A frame of 20 ms. Positions count samples since the start of the stream. */
export type VadFrame = {
  /** Position of the sample after the frame. */
  readonly end: number
  /** Level of the unfiltered frame; full scale is 0 dB. */
  readonly levelDb: number
  /** Whether the frame itself is voiced. */
  readonly isVoiced: boolean
  /** Whether someone speaks, including pauses between words. */
  readonly isSpeech: boolean
  readonly change: 'start' | 'end' | null
  /** Start of the current speech; null in silence. */
  readonly speechStart: number | null
  /** Time since the last voiced frame; null in silence. */
  readonly silenceMs: number | null
}

export interface VoiceActivityDetector {
  /** Takes samples and returns the frames that they complete. Time is counted in samples; there is no other clock. */
  push(samples: Float32Array): readonly VadFrame[]
}

/** Distinguishes speech from noise by energy above the noise floor, voicing and duration together. */
export function createVad(sampleRate: number, settings: VadSettings = VAD_DEFAULTS): VoiceActivityDetector {
  const length = Math.floor((sampleRate * VAD_FRAME_MS) / 1000)
  const { voicing, marginDb } = vadThresholds(settings.sensitivity)
  const measure = createFrameMeter(sampleRate, { length, marginDb })
  const decide = createSpeechDecision(length, { ...settings, voicing })
  const held = new Float32Array(length)
  let filled = 0
  let position = 0

  const complete = (): VadFrame => {
    filled = 0
    position += length
    return decide(position, measure(held))
  }
  return {
    push: (samples) => {
      const frames: VadFrame[] = []
      for (let at = 0; at < samples.length; ) {
        const taken = Math.min(length - filled, samples.length - at)
        held.set(samples.subarray(at, at + taken), filled)
        filled += taken
        at += taken
        if (filled === length) frames.push(complete())
      }
      return frames
    },
  }
}

/** The thresholds of a character's `vad_sensitivity` (docs/voice.md, Voice activity). */
export function vadThresholds(sensitivity: number): { voicing: number; marginDb: number } {
  const within = Math.min(1, Math.max(0, sensitivity))
  return { voicing: 0.65 - 0.4 * within, marginDb: 10 - 7 * within }
}

/** `voicing` is 0 for a frame that is not louder than the noise. */
type FrameMeasurement = { readonly levelDb: number; readonly voicing: number }

function createFrameMeter(
  sampleRate: number,
  { length, marginDb }: { length: number; marginDb: number },
): (frame: Float32Array) => FrameMeasurement {
  const pass = createBandPass(sampleRate)
  const floor = createNoiseFloor()
  const step = Math.max(1, Math.round(sampleRate / PITCH_RATE))
  const rate = sampleRate / step
  const lags = { from: Math.round(rate / HIGHEST_PITCH), to: Math.round(rate / LOWEST_PITCH) }
  const past = lags.to + LANES
  const periodicity = createPeriodicity(past, lags)
  // 64-bit floats, because each value is used many times and should be converted once.
  const history = new Float64Array(past + Math.floor(length / step))
  const band = new Float32Array(length)
  return (frame) => {
    pass(frame, band)
    const energyDb = decibels(meanSquare(band))
    const isLoud = energyDb - floor(energyDb) >= marginDb
    history.copyWithin(0, history.length - past)
    writeMeans(history, past, { samples: band, step })
    return { levelDb: decibels(meanSquare(frame)), voicing: isLoud ? periodicity(history) : 0 }
  }
}

/** Minimum statistics: the quietest frame of the last seconds estimates the noise. */
function createNoiseFloor(): (energyDb: number) => number {
  const framesOfPart = FLOOR_MS / FLOOR_PARTS / VAD_FRAME_MS
  const minima: number[] = []
  let frames = 0
  return (energyDb) => {
    if (frames % framesOfPart === 0) minima.push(energyDb)
    if (minima.length > FLOOR_PARTS) minima.shift()
    minima[minima.length - 1] = Math.min(minima.at(-1) ?? energyDb, energyDb)
    frames += 1
    return Math.max(QUIETEST_DB, Math.min(...minima) + FLOOR_BIAS_DB)
  }
}

type Lags = { readonly from: number; readonly to: number }

/** The highest normalised autocorrelation of the samples after `past` over the lags of a voice's pitch, 0 to 1. */
function createPeriodicity(past: number, { from, to }: Lags): (kept: Float64Array) => number {
  const products = new Float64Array(to - from + LANES)
  return (kept) => {
    const { length } = kept
    for (let lag = from; lag <= to; lag += LANES) correlate(kept, { past, lag, from }, products)
    const energy = energyOf(kept, past, length)
    let other = energyOf(kept, past - from, length - from)
    let best = 0
    for (let lag = from; lag <= to; lag += 1) {
      best = Math.max(best, (products[lag - from] ?? 0) / Math.sqrt(energy * other + 1e-12))
      // The window of the next lag is shifted by one sample; rounding must not make its energy negative.
      other += (kept[past - lag - 1] ?? 0) ** 2 - (kept[length - lag - 1] ?? 0) ** 2
      other = Math.max(0, other)
    }
    return best
  }
}

/** Autocorrelation at `lag` and at the following lags, one per lane. */
function correlate(
  kept: Float64Array,
  { past, lag, from }: { readonly past: number; readonly lag: number; readonly from: number },
  products: Float64Array,
): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let at = past; at < kept.length; at += 1) {
    const value = kept[at] ?? 0
    a += value * (kept[at - lag] ?? 0)
    b += value * (kept[at - lag - 1] ?? 0)
    c += value * (kept[at - lag - 2] ?? 0)
    d += value * (kept[at - lag - 3] ?? 0)
  }
  products[lag - from] = a
  products[lag - from + 1] = b
  products[lag - from + 2] = c
  products[lag - from + 3] = d
}

function energyOf(kept: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += (kept[at] ?? 0) ** 2
  return sum
}

function createSpeechDecision(length: number, settings: VadSettings & { readonly voicing: number }) {
  const needed = Math.max(1, Math.round(settings.startMs / VAD_FRAME_MS))
  let recent: boolean[] = []
  let start: number | null = null
  let lastVoiced = 0

  return (end: number, measured: FrameMeasurement): VadFrame => {
    const isVoiced = measured.voicing >= settings.voicing
    recent = [...recent, isVoiced].slice(-needed)
    if (isVoiced) lastVoiced = end
    const silenceMs = ((end - lastVoiced) / length) * VAD_FRAME_MS
    const voiced = recent.filter((frame) => frame).length
    const wasSpeech = start !== null
    const begins = !wasSpeech && isVoiced && voiced >= settings.startShare * needed
    const ends = wasSpeech && silenceMs >= settings.endMs
    // Speech began with the first voiced frame of the window.
    if (begins) start = end - length * (recent.length - recent.indexOf(true))
    if (ends) recent = []
    const frame: VadFrame = {
      end,
      levelDb: measured.levelDb,
      isVoiced,
      isSpeech: start !== null && !ends,
      change: changeOf(begins, ends),
      speechStart: start,
      silenceMs: start === null ? null : silenceMs,
    }
    if (ends) start = null
    return frame
  }
}

const changeOf = (begins: boolean, ends: boolean) => {
  if (begins) return 'start'
  return ends ? 'end' : null
}

function meanSquare(samples: Float32Array): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  return sum / samples.length
}

/** Writes the mean of every `step` samples into `output` from `at` on, in one loop: a call for each would allocate its result. */
function writeMeans(
  output: Float64Array,
  at: number,
  { samples, step }: { readonly samples: Float32Array; readonly step: number },
): void {
  for (let to = at, from = 0; to < output.length; to += 1) {
    let sum = 0
    for (const end = from + step; from < end; from += 1) sum += samples[from] ?? 0
    output[to] = Math.fround(sum / step)
  }
}

const decibels = (power: number) => 10 * Math.log10(power + 1e-12)
