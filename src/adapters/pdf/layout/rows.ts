import { isUnspacedScript } from '../../../domain/knowledge/join-lines.js'
import type { TextRun } from '../text-runs.js'
import { CELL_GAP, type LineSegment } from './line-segments.js'

/** The text on one baseline within a column. */
export type Row = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly rightToLeft: boolean
  /** Has wide gaps, as in a table. */
  readonly cells: boolean
}

const LEVEL = 0.35

/** Groups segments by approximate baseline, from the top down. */
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

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g
const LEFT_TO_RIGHT = /[A-Za-z\u00c0-\u058f\u0900-\u1fff\u3040-\u9fff\uac00-\ud7af]/g
/** Distance in font sizes from which there is a space between runs. */
const SPACE = 0.16
const UNSPACED_SPACE = 0.7

/**
 * The text of one baseline in reading order. A line counts as right-to-left if a third of its letters are, because
 * Latin names in such text are more common than the reverse.
 */
export function rowText(pieces: readonly TextRun[]): { text: string; rightToLeft: boolean; cells: boolean } {
  const placed = withoutShadows([...pieces].sort((a, b) => a.x - b.x || a.order - b.order))
  const turned = count(placed, RIGHT_TO_LEFT)
  const rightToLeft = turned > 0 && 2 * turned > count(placed, LEFT_TO_RIGHT)
  const stretched = isStretched(placed)
  let text = ''
  let cells = false
  for (const { piece, gap } of inReadingOrder(placed, rightToLeft)) {
    const wide = gap > CELL_GAP && !stretched
    cells ||= wide
    text += separator({ text, next: piece.text, gap, wide }) + piece.text
  }
  return { text: text.trim(), rightToLeft, cells }
}

/** Drops duplicates: bold text is sometimes printed twice with a tiny offset. */
const withoutShadows = (pieces: readonly TextRun[]) =>
  pieces.filter((piece, index) => {
    const last = pieces[index - 1]
    return last === undefined || last.text !== piece.text || Math.abs(piece.x - last.x) > piece.size * 0.15
  })

/** Whether a line is justified by even wide gaps, which do not separate cells. */
function isStretched(placed: readonly TextRun[]): boolean {
  const gaps = placed.slice(1).map((piece, index) => distance(placed[index] ?? piece, piece))
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  return gaps.length >= 2 && most < 3 && most < least * 1.3
}

const count = (pieces: readonly TextRun[], kind: RegExp) =>
  pieces.reduce((sum, { text }) => sum + (text.match(kind)?.length ?? 0), 0)

/**
 * Orders runs by direction: those against the row's direction are reversed as a group. Each comes with the gap before
 * it; where the direction changes, the gap between neighbours on the page.
 */
function inReadingOrder(placed: readonly TextRun[], rightToLeft: boolean): { piece: TextRun; gap: number }[] {
  const runs = runsOf(placed)
  const inOrder = rightToLeft ? runs.toReversed() : runs
  return inOrder.flatMap((run, index) => {
    const before = inOrder[index - 1]
    const [left, right] = rightToLeft ? [run, before] : [before, run]
    const first = between(left?.pieces.at(-1), right?.pieces[0])
    const pieces = run.rightToLeft ? run.pieces.toReversed() : run.pieces
    return pieces.map((piece, n) => ({ piece, gap: n === 0 ? first : between(pieces[n - 1], piece) }))
  })
}

type DirectionalRun = { readonly rightToLeft: boolean; readonly pieces: TextRun[] }

function runsOf(placed: readonly TextRun[]): DirectionalRun[] {
  const runs: DirectionalRun[] = []
  for (const piece of placed) {
    const rightToLeft = piece.text.search(RIGHT_TO_LEFT) !== -1
    const run = runs.at(-1)
    if (run !== undefined && run.rightToLeft === rightToLeft) run.pieces.push(piece)
    else runs.push({ rightToLeft, pieces: [piece] })
  }
  return runs
}

const between = (a: TextRun | undefined, b: TextRun | undefined) =>
  a === undefined || b === undefined ? 0 : distance(a, b)

/** The gap between two runs in font sizes, whichever comes first. */
const distance = (a: TextRun, b: TextRun) =>
  Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width)) / Math.max(a.size, b.size)

function separator({
  text,
  next,
  gap,
  wide,
}: {
  text: string
  next: string
  gap: number
  wide: boolean
}): string {
  if (text === '') return ''
  if (wide) return '  '
  if (/\s$/.test(text) || /^\s/.test(next)) return ''
  const unspaced = isUnspacedScript(text.at(-1)) && isUnspacedScript(next.at(0))
  return gap > (unspaced ? UNSPACED_SPACE : SPACE) ? ' ' : ''
}
