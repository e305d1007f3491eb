import type { TextRun } from '../text-runs.js'
import type { LineSegment } from './line-segments.js'
import { rowText } from './row-text.js'

/** What stands on one baseline between two columns' edges. */
export type Row = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly rightToLeft: boolean
  /** It has cells: wide gaps between its parts. */
  readonly cells: boolean
}

const LEVEL = 0.35

/** Segments on about the same baseline, from the top down. */
export function groupByBaseline(segments: readonly LineSegment[]): LineSegment[][] {
  const rows: LineSegment[][] = []
  for (const segment of [...segments].sort((a, b) => a.y - b.y)) {
    const first = rows.at(-1)?.[0]
    const level = first !== undefined && segment.y - first.y <= LEVEL * Math.min(first.size, segment.size)
    if (level) rows.at(-1)?.push(segment)
    else rows.push([segment])
  }
  return rows
}

export const toRows = (segments: readonly LineSegment[]): Row[] => groupByBaseline(segments).map(toRow)

function toRow(segments: readonly LineSegment[]): Row {
  const pieces: TextRun[] = segments.flatMap((segment) => segment.pieces)
  const largest = segments.reduce((a, b) => (b.size > a.size ? b : a))
  return {
    ...rowText(pieces),
    left: Math.min(...segments.map(({ left }) => left)),
    right: Math.max(...segments.map(({ right }) => right)),
    y: largest.y,
    size: largest.size,
  }
}
