import type { TextRun } from '../text-runs.js'

/** Runs on one baseline with at most a word space between them. */
export type LineSegment = {
  readonly pieces: readonly TextRun[]
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly order: number
  readonly characters: number
}

/** Width in font sizes from which a space separates columns or cells. */
export const CELL_GAP = 1.1
/** Tolerance of baselines in font sizes; larger for superscripts and subscripts that touch their word. */
const LEVEL = 0.25
const RAISED = 0.6
const TOUCHING = 0.3

export function toLineSegments(pieces: readonly TextRun[]): LineSegment[] {
  const runs: TextRun[][] = []
  for (const piece of pieces) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && continues(last, piece)) run.push(piece)
    else runs.push([piece])
  }
  return runs.map(segmentOf)
}

function continues(last: TextRun, next: TextRun): boolean {
  const size = Math.max(last.size, next.size)
  const gap = Math.max(next.x - (last.x + last.width), last.x - (next.x + next.width))
  if (gap > size * CELL_GAP || gap < -size) return false
  return (
    Math.abs(next.y - last.y) <= size * (gap < size * TOUCHING && last.size !== next.size ? RAISED : LEVEL)
  )
}

function segmentOf(pieces: readonly TextRun[]): LineSegment {
  const largest = pieces.reduce((a, b) => (b.size > a.size ? b : a))
  return {
    pieces,
    left: Math.min(...pieces.map(({ x }) => x)),
    right: Math.max(...pieces.map(({ x, width }) => x + width)),
    y: largest.y,
    size: largest.size,
    order: pieces[0]?.order ?? 0,
    characters: pieces.reduce((sum, { text }) => sum + text.length, 0),
  }
}
