import { wrapText } from '../output/table.js'
import { displayWidth } from '../output/text-width.js'
import type { SideName } from './comparison-side.js'

/** Two texts that grow side by side. */
export type ReplyColumns = {
  append(side: SideName, text: string): void
  /** Nothing more is appended to this column. */
  finish(side: SideName): void
}

type Screen = {
  readonly write: (text: string) => void
  readonly columns: number
  readonly rows: number
  readonly separator: string
}

/** From this width on, two columns are readable. */
export const MIN_COLUMNS = 80
export const SEPARATOR = ' │ '

/** The width of one column; the last column of the terminal stays free, because some wrap there at once. */
export const columnWidth = (columns: number): number => Math.floor((columns - 1 - SEPARATOR.length) / 2)

/** One row of both columns; `paint` colours a cell without changing its width. */
export function columnRow(
  [a, b]: readonly [string, string],
  { width, separator, paint = keep }: { width: number; separator: string; paint?: (text: string) => string },
): string {
  const padding = ' '.repeat(Math.max(0, width - displayWidth(a)))
  return `${paint(a)}${padding}${separator}${paint(b)}`.trimEnd()
}

const keep = (text: string): string => text

/** Text is wrapped in pieces, so that the time grows with the length only. */
const SLICE_LENGTH = 512

/**
 * Writes rows of both columns as the texts arrive. A row that neither text can change any more is written for good; the
 * rows below it are drawn anew with each piece, as many as the terminal shows at once.
 */
export function createReplyColumns({ write, columns, rows, separator }: Screen): ReplyColumns {
  const width = columnWidth(columns)
  const texts = { a: createColumn(width), b: createColumn(width) }
  let written = 0
  let drawn = 0

  const rowAt = (row: number) => columnRow([texts.a.line(row), texts.b.line(row)], { width, separator })
  const range = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => rowAt(from + index))
  const draw = () => {
    const height = Math.max(texts.a.height(), texts.b.height())
    const settled = Math.min(texts.a.settledHeight(), texts.b.settledHeight(), height)
    const finished = range(written, settled).map((row) => `${row}\n`)
    const open = range(settled, Math.min(height, settled + Math.max(1, rows - 1)))
    write(`${eraseRows(drawn)}${finished.join('')}${open.join('\n')}`)
    written = settled
    drawn = open.length
  }
  return {
    append(side, text) {
      texts[side].append(text)
      draw()
    },
    finish(side) {
      texts[side].finish()
      draw()
    },
  }
}

/** Moves to the first of the rows that were drawn last, and erases from there. */
function eraseRows(count: number): string {
  if (count === 0) return ''
  return `${count > 1 ? `\u001b[${count - 1}A` : ''}\r\u001b[J`
}

/** A wrapped text. Its last line may still grow, the others are settled. */
function createColumn(width: number) {
  const lines: string[] = []
  let last = ''
  let isFinished = false
  return {
    append(text: string) {
      for (let offset = 0; offset < text.length; offset += SLICE_LENGTH) {
        const wrapped = wrapText(last + text.slice(offset, offset + SLICE_LENGTH), width, true)
        lines.push(...wrapped.slice(0, -1))
        last = wrapped.at(-1) ?? ''
      }
    },
    finish() {
      if (last !== '') lines.push(last)
      last = ''
      isFinished = true
    },
    line: (row: number): string => lines[row] ?? (row === lines.length ? last : ''),
    height: () => lines.length + (last === '' ? 0 : 1),
    settledHeight: () => (isFinished ? Number.POSITIVE_INFINITY : lines.length),
  }
}
