import { displayWidth, isSingleWidth } from '../output/text-width.js'
import { type EditorFrame, frameLines } from './frame.js'

const ERASE_BELOW = '\u001b[J'
/** Not from the first column: tmux takes an erasing from its first cell for `clear`, and keeps all in its history. */
const ERASE_FROM_ROW = '\r\u001b[K\u001b[C\u001b[J\r'
const ERASE_REST = '\u001b[K'

/** What to write so that a terminal shows the next frame where the last one is; null: in the empty row of the cursor. */
export function renderFrameDiff(last: EditorFrame | null, next: EditorFrame): string {
  if (last === null) return writeRows(next, 0)
  const [were, are] = [frameLines(last), frameLines(next)]
  const changed = are.flatMap((line, row) => (line === were[row] ? [] : [row]))
  if (were.length !== are.length) return rewrite(last.cursor, next, changed[0] ?? are.length - 1)
  if (changed.length === 0) return moveCursor(last.cursor, next.cursor)
  return appendedText(last, next, changed) ?? replace(last.cursor, next, changed)
}

/** What to write so that nothing is left of a frame whose first row is so many above the cursor. */
export const eraseFrame = (above: number): string => up(above) + ERASE_FROM_ROW

/** What to write so that the text of a frame stays as it is, and the cursor goes behind it. */
export function leaveFrame({ rows, cursor }: EditorFrame): string {
  const last = rows.length - 1
  return `${moveCursor(cursor, { row: last, before: rows[last] ?? '' })}${ERASE_BELOW}`
}

type Cursor = EditorFrame['cursor']

/** Only what was typed, so that what records or reads the terminal hears each letter once. */
function appendedText(last: EditorFrame, next: EditorFrame, changed: readonly number[]): string | null {
  const { row } = next.cursor
  const was = last.rows[row] ?? ''
  const isTyped =
    changed.length === 1 &&
    changed[0] === row &&
    last.cursor.row === row &&
    last.cursor.before === was &&
    next.cursor.before === next.rows[row] &&
    next.cursor.before.startsWith(was)
  return isTyped ? next.cursor.before.slice(was.length) : null
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

/** All rows from one on. */
const rewrite = (from: Cursor, next: EditorFrame, first: number): string =>
  vertically(from.row, first) + ERASE_FROM_ROW + writeRows(next, first)

function writeRows(next: EditorFrame, first: number): string {
  const lines = frameLines(next)
  const row = lines.length - 1
  return lines.slice(first).join('\r\n') + moveCursor({ row, before: lines[row] ?? '' }, next.cursor, true)
}

/** Moves the cursor. Over letters that terminals take for differently wide it goes by writing them again. */
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
