import { displayWidth, isSingleWidth } from '../output/text-width.js'
import { type EditorFrame, frameLines } from './frame.js'

const ERASE_BELOW = '\u001b[J'
/** Not erased from the first column: tmux would take that for `clear` and copy the screen into its history. */
const ERASE_FROM_ROW = '\r\u001b[K\u001b[C\u001b[J\r'
const ERASE_REST = '\u001b[K'

/** The output that replaces the last frame on the terminal by the next one; without a last one, it starts in the cursor's row. */
export function renderFrameDiff(last: EditorFrame | null, next: EditorFrame): string {
  if (last === null) return writeRows(next, 0)
  const [oldLines, newLines] = [frameLines(last), frameLines(next)]
  const changed = newLines.flatMap((line, row) => (line === oldLines[row] ? [] : [row]))
  if (oldLines.length !== newLines.length)
    return rewrite(last.cursor, next, changed[0] ?? newLines.length - 1)
  if (changed.length === 0) return moveCursor(last.cursor, next.cursor)
  return appendedText(last, next, changed) ?? replace(last.cursor, next, changed)
}

/** The output that erases a frame whose first row is this many rows above the cursor. */
export const eraseFrame = (rowsAbove: number): string => up(rowsAbove) + ERASE_FROM_ROW

/** The output that leaves the text of a frame on the screen and moves the cursor after it. */
export function leaveFrame({ rows, cursor }: EditorFrame): string {
  const last = rows.length - 1
  return `${moveCursor(cursor, { row: last, before: rows[last] ?? '' })}${ERASE_BELOW}`
}

type Cursor = EditorFrame['cursor']

/** Only the appended text if nothing else changed, so that screen readers and recordings get each letter once; else null. */
function appendedText(last: EditorFrame, next: EditorFrame, changed: readonly number[]): string | null {
  const { row } = next.cursor
  const before = last.rows[row] ?? ''
  const isAppended =
    changed.length === 1 &&
    changed[0] === row &&
    last.cursor.row === row &&
    last.cursor.before === before &&
    next.cursor.before === next.rows[row] &&
    next.cursor.before.startsWith(before)
  return isAppended ? next.cursor.before.slice(before.length) : null
}

function replace(from: Cursor, next: EditorFrame, changed: readonly number[]): string {
  const lines = frameLines(next)
  let cursor = from
  let written = ''
  for (const row of changed) {
    const line = lines[row] ?? ''
    written += `${vertically(cursor.row, row)}\r${line}${ERASE_REST}`
    cursor = { row, before: line }
  }
  return written + moveCursor(cursor, next.cursor, true)
}

/** Writes all rows from `first` on again. */
const rewrite = (from: Cursor, next: EditorFrame, first: number): string =>
  vertically(from.row, first) + ERASE_FROM_ROW + writeRows(next, first)

function writeRows(next: EditorFrame, first: number): string {
  const lines = frameLines(next)
  const row = lines.length - 1
  return lines.slice(first).join('\r\n') + moveCursor({ row, before: lines[row] ?? '' }, next.cursor, true)
}

/** Moves the cursor. Terminals disagree about the width of some characters, so those are written again instead. */
function moveCursor(from: Cursor, to: Cursor, isAfterWriting = false): string {
  const rows = vertically(from.row, to.row)
  if (from.before === to.before) return rows
  if (!isSingleWidth(to.before)) return `${rows}\r${to.before}`
  if (isAfterWriting || !isSingleWidth(from.before)) return `${rows}\r${right(displayWidth(to.before))}`
  return rows + right(displayWidth(to.before) - displayWidth(from.before))
}

const vertically = (from: number, to: number): string => (to < from ? up(from - to) : move(to - from, 'B'))
const up = (rows: number): string => move(rows, 'A')
const right = (columns: number): string => (columns < 0 ? move(-columns, 'D') : move(columns, 'C'))
const move = (count: number, direction: string): string => (count === 0 ? '' : `\u001b[${count}${direction}`)
