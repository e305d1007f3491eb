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
const FORMANT_REACH = 3
const LEVEL_REACH = 1

/**
 * The steps of pieces in a row, with smooth transitions, from one position up to another. Each stretch is worked out
 * when it is asked for: the first word of a long text need not wait for the last.
 */
export function createTrack(pieces: readonly Piece[]): (from: number, to: number) => Step[] {
  const placed = place(pieces)
  const end = placed.at(-1)?.to ?? 0
  return (from, to) => {
    const needed = placed.filter(
      (piece) => piece.to > from - FORMANT_REACH && piece.from < to + FORMANT_REACH,
    )
    const raw = needed.flatMap(({ piece }) => stepsOf(piece))
    const start = from - (needed[0]?.from ?? 0)
    return Array.from({ length: Math.min(to, end) - from }, (_, at) => smooth(raw, start + at))
  }
}

type Placed = { readonly piece: Piece; readonly from: number; readonly to: number }

function place(pieces: readonly Piece[]): Placed[] {
  let from = 0
  return pieces.map((piece) => {
    const placed = { piece, from, to: from + countOf(piece) }
    from = placed.to
    return placed
  })
}

const countOf = ({ ms }: Pick<Piece, 'ms'>) => Math.max(1, Math.round(ms / STEP_MS))

function smooth(raw: readonly Step[], at: number): Step {
  const slow = reachOf(raw, at, FORMANT_REACH)
  const fast = reachOf(raw, at, LEVEL_REACH)
  return {
    formants: means(raw, slow, 'formants'),
    bandwidths: means(raw, slow, 'bandwidths'),
    noise: means(raw, fast, 'noise'),
    voice: mean(raw, fast, 'voice'),
    breath: mean(raw, fast, 'breath'),
    nasal: mean(raw, fast, 'nasal'),
  }
}

type Reach = { readonly from: number; readonly to: number }

const reachOf = (raw: readonly Step[], at: number, reach: number): Reach => ({
  from: Math.max(0, at - reach),
  to: Math.min(raw.length, at + reach + 1),
})

function means(
  raw: readonly Step[],
  { from, to }: Reach,
  name: 'formants' | 'bandwidths' | 'noise',
): number[] {
  const sums = (raw[from]?.[name] ?? []).map(() => 0)
  for (let at = from; at < to; at += 1) {
    const row = raw[at]?.[name] ?? []
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (row[column] ?? 0) / (to - from)
  }
  return sums
}

function mean(raw: readonly Step[], { from, to }: Reach, name: 'voice' | 'breath' | 'nasal'): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += raw[at]?.[name] ?? 0
  return sum / (to - from)
}

function stepsOf({ from, to, ...rest }: Piece): Step[] {
  const count = countOf(rest)
  return Array.from({ length: count }, (_, at) => {
    const share = count === 1 ? 0.5 : at / (count - 1)
    return { ...rest, formants: from.map((value, index) => value + ((to[index] ?? value) - value) * share) }
  })
}
