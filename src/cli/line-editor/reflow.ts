import { stripVTControlCharacters } from 'node:util'
import { graphemeWidth, splitGraphemes } from '../output/text-width.js'
import { type EditorFrame, frameLines } from './frame.js'
import type { DeviceAttributes } from './keys.js'

/** xterm, rxvt (two of them) and screen cut off what has no room, by what they answer to `ASK_KIND`. */
const CUTTERS: readonly (number | undefined)[] = [41, 82, 85, 83]
/** xterm.js, as in VS Code. */
const XTERM_JS = '0;276'

/**
 * How many rows the cursor is under the frame's first one, after the terminal became so wide. All rows were broken by
 * us, so a wider one changes nothing; a narrower one folds those that are too long, and the cursor goes along.
 */
export function rowsAboveCursorAfterReflow(
  frame: EditorFrame,
  columns: number,
  kind: DeviceAttributes | null,
): number {
  const { row, before } = frame.cursor
  if (CUTTERS.includes(kind?.[0])) return row
  const folds = frameLines(frame).map((line) => extraRowsAfterReflow(stripVTControlCharacters(line), columns))
  if (kind?.slice(0, 2).join(';') === XTERM_JS) return rowsAboveInXtermJs(folds, row)
  const above = row + folds.slice(0, row).reduce((sum, one) => sum + one, 0)
  return above + extraRowsAfterReflow(`${before}_`, columns)
}

/**
 * It folds from the last row to the first, takes each new row for one above the cursor, wherever it is, and leaves the
 * row alone that it takes for the cursor's by then (`reflowSmaller` of its Buffer).
 */
function rowsAboveInXtermJs(folds: readonly number[], row: number): number {
  let cursor = row
  for (let place = folds.length - 1; place >= 0; place -= 1) {
    if (place !== cursor) cursor += folds[place] ?? 0
  }
  return cursor
}

/** How many rows more a row takes. A wide letter for which one column is left goes to the next. */
function extraRowsAfterReflow(line: string, columns: number): number {
  let folds = 0
  let taken = 0
  for (const letter of splitGraphemes(line)) {
    const wanted = graphemeWidth(letter)
    const isFull = taken + wanted > columns
    folds += isFull ? 1 : 0
    taken = isFull ? wanted : taken + wanted
  }
  return folds
}
