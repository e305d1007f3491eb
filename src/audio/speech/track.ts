import type { Formants, Sound } from './sounds.js'

/** Length of a step of the synthesiser, in milliseconds. */
export const STEP_MS = 5

/** A piece of a sound, steady or moving in one direction. */
export type Piece = {
  readonly ms: number
  readonly from: Formants
  readonly to: Formants
  readonly bandwidths: Formants
  readonly noise: Sound['noise']
  /** Amplitudes of voice and of breath, 0 to 1. */
  readonly voice: number
  readonly breath: number
  /** Whether the nose takes part. */
  readonly nasal: number
}

/** What the synthesiser does for 5 ms. */
export type Step = {
  readonly formants: readonly number[]
  readonly bandwidths: readonly number[]
  readonly noise: readonly number[]
  readonly voice: number
  readonly breath: number
  readonly nasal: number
}

/** How far a step looks to either side: formants move slowly, the tongue being heavy; loudness changes fast. */
const FORMANT_REACH = 5
const LEVEL_REACH = 1

/**
 * The steps of pieces in a row, with smooth transitions, from one position up to another. Each stretch is worked out
 * when it is asked for: the first word of a long text need not wait for the last.
 */
export function createTrack(pieces: readonly Piece[]): (from: number, to: number) => Step[] {
  const raw = pieces.flatMap(stepsOf)
  return (from, to) =>
    Array.from({ length: Math.min(to, raw.length) - from }, (_, at) => smooth(raw, from + at))
}

function smooth(raw: readonly Step[], at: number): Step {
  const slow = around(raw, at, FORMANT_REACH)
  const fast = around(raw, at, LEVEL_REACH)
  return {
    formants: mean(slow.map(({ formants }) => formants)),
    bandwidths: mean(slow.map(({ bandwidths }) => bandwidths)),
    noise: mean(fast.map(({ noise }) => noise)),
    voice: mean(fast.map(({ voice }) => [voice]))[0] ?? 0,
    breath: mean(fast.map(({ breath }) => [breath]))[0] ?? 0,
    nasal: mean(fast.map(({ nasal }) => [nasal]))[0] ?? 0,
  }
}

const around = (steps: readonly Step[], at: number, reach: number) =>
  steps.slice(Math.max(0, at - reach), at + reach + 1)

const mean = (rows: readonly (readonly number[])[]): number[] =>
  (rows[0] ?? []).map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length)

function stepsOf({ ms, from, to, ...rest }: Piece): Step[] {
  const count = Math.max(1, Math.round(ms / STEP_MS))
  return Array.from({ length: count }, (_, at) => {
    const share = count === 1 ? 0.5 : at / (count - 1)
    return { ...rest, formants: from.map((value, index) => value + ((to[index] ?? value) - value) * share) }
  })
}
