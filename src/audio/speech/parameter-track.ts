import type { Formants, Phoneme } from './phonemes.js'

/** Duration of one step of the synthesiser. */
export const PARAMETER_FRAME_MS = 5

/** A part of a phoneme, whose formants are steady or move linearly. */
export type ParameterSegment = {
  readonly ms: number
  readonly from: Formants
  readonly to: Formants
  readonly bandwidths: Formants
  readonly noise: Phoneme['noise']
  /** Amplitudes of voice and of breath, 0 to 1. */
  readonly voice: number
  readonly breath: number
  /** Amount of nasalisation, 0 to 1. */
  readonly nasal: number
}

/** The parameters of the synthesiser for one step of 5 ms. */
export type ParameterFrame = {
  readonly formants: readonly number[]
  readonly bandwidths: readonly number[]
  readonly noise: readonly number[]
  readonly voice: number
  readonly breath: number
  readonly nasal: number
}

/** Steps to either side that smoothing averages: formants move slowly like the tongue, levels change fast. */
const FORMANT_REACH = 3
const LEVEL_REACH = 1

/** Columns of the table of steps. */
const COLUMN = { formants: 0, bandwidths: 3, noise: 6, voice: 10, breath: 11, nasal: 12 }
const WIDTH = 13

/**
 * Samples consecutive segments into steps with smooth transitions. Returns a function for the steps of a range, which
 * are computed on demand: the first word of a long text does not wait for the last.
 */
export function createParameterTrack(
  segments: readonly ParameterSegment[],
): (from: number, to: number) => ParameterFrame[] {
  const placed = placeSegments(segments)
  const end = placed.at(-1)?.to ?? 0
  return (from, to) => {
    const needed = placed.filter(
      (segment) => segment.to > from - FORMANT_REACH && segment.from < to + FORMANT_REACH,
    )
    const raw = tableOf(needed)
    const start = from - (needed[0]?.from ?? 0)
    return Array.from({ length: Math.min(to, end) - from }, (_, at) => smooth(raw, start + at))
  }
}

type PlacedSegment = { readonly segment: ParameterSegment; readonly from: number; readonly to: number }

function placeSegments(segments: readonly ParameterSegment[]): PlacedSegment[] {
  let from = 0
  return segments.map((segment) => {
    const placed = { segment, from, to: from + countOf(segment) }
    from = placed.to
    return placed
  })
}

const countOf = ({ ms }: Pick<ParameterSegment, 'ms'>) => Math.max(1, Math.round(ms / PARAMETER_FRAME_MS))

/** The unsmoothed steps, one row each; allocating objects would take most of the time of synthesis. */
function tableOf(placed: readonly PlacedSegment[]): Float64Array {
  const start = placed[0]?.from ?? 0
  const table = new Float64Array(WIDTH * ((placed.at(-1)?.to ?? 0) - start))
  for (const { segment, from, to } of placed)
    for (let at = from; at < to; at += 1) {
      const share = to - from === 1 ? 0.5 : (at - from) / (to - from - 1)
      fillRow(table, WIDTH * (at - start), { segment, share })
    }
  return table
}

/** `share` is the position within the segment, 0 to 1. */
function fillRow(
  table: Float64Array,
  row: number,
  { segment, share }: { readonly segment: ParameterSegment; readonly share: number },
): void {
  const { from, to, bandwidths, noise } = segment
  for (let at = 0; at < from.length; at += 1) {
    const first = from[at] ?? 0
    table[row + COLUMN.formants + at] = first + ((to[at] ?? first) - first) * share
    table[row + COLUMN.bandwidths + at] = bandwidths[at] ?? 0
  }
  for (let at = 0; at < noise.length; at += 1) table[row + COLUMN.noise + at] = noise[at] ?? 0
  table[row + COLUMN.voice] = segment.voice
  table[row + COLUMN.breath] = segment.breath
  table[row + COLUMN.nasal] = segment.nasal
}

function smooth(raw: Float64Array, at: number): ParameterFrame {
  const { formants, bandwidths, noise } = COLUMN
  const slow = (column: number) => mean(raw, { at, column, reach: FORMANT_REACH })
  const fast = (column: number) => mean(raw, { at, column, reach: LEVEL_REACH })
  return {
    formants: [slow(formants), slow(formants + 1), slow(formants + 2)],
    bandwidths: [slow(bandwidths), slow(bandwidths + 1), slow(bandwidths + 2)],
    noise: [fast(noise), fast(noise + 1), fast(noise + 2), fast(noise + 3)],
    voice: fast(COLUMN.voice),
    breath: fast(COLUMN.breath),
    nasal: fast(COLUMN.nasal),
  }
}

type Window = { readonly at: number; readonly column: number; readonly reach: number }

function mean(raw: Float64Array, { at, column, reach }: Window): number {
  const from = WIDTH * Math.max(0, at - reach)
  const to = Math.min(raw.length, WIDTH * (at + reach + 1))
  const count = (to - from) / WIDTH
  let sum = 0
  for (let row = from; row < to; row += WIDTH) sum += (raw[row + column] ?? 0) / count
  return sum
}
