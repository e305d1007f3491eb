import { stripVTControlCharacters } from 'node:util'
import { graphemeWidth, splitGraphemes } from '../output/text-width.js'
import { type EditorFrame, frameLines } from './frame.js'
import { type DeviceAttributes, QUERY_DEVICE_ATTRIBUTES } from './keys.js'

/** xterm, rxvt (two versions) and screen truncate rows instead of reflowing them; the first number of their attributes. */
const TRUNCATING_TERMINALS: readonly (number | undefined)[] = [41, 82, 85, 83]
/** xterm.js, for example in VS Code. */
const XTERM_JS = '0;276'

/**
 * The number of rows between the frame's first row and the cursor after a resize to `columns`. The rows were broken by the
 * layout, so a wider terminal changes nothing; a narrower one folds rows that are too long, and moves the cursor with them.
 */
export function rowsAboveCursorAfterReflow(
  frame: EditorFrame,
  columns: number,
  attributes: DeviceAttributes | null,
): number {
  const { row, before } = frame.cursor
  if (TRUNCATING_TERMINALS.includes(attributes?.[0])) return row
  const folds = frameLines(frame).map((line) => extraRowsAfterReflow(stripVTControlCharacters(line), columns))
  if (attributes?.slice(0, 2).join(';') === XTERM_JS) return rowsAboveInXtermJs(folds, row)
  const rowsAbove = row + folds.slice(0, row).reduce((sum, one) => sum + one, 0)
  return rowsAbove + extraRowsAfterReflow(`${before}_`, columns)
}

/**
 * xterm.js folds from the last row to the first. It counts each added row as above the cursor, wherever it is, and does
 * not fold the row that it takes for the cursor's at that moment (`reflowSmaller` of its Buffer).
 */
function rowsAboveInXtermJs(folds: readonly number[], row: number): number {
  let cursor = row
  for (let index = folds.length - 1; index >= 0; index -= 1) {
    if (index !== cursor) cursor += folds[index] ?? 0
  }
  return cursor
}

/** The number of additional rows that a line takes. A wide character moves to the next row if only one column is left. */
function extraRowsAfterReflow(line: string, columns: number): number {
  let folds = 0
  let rowWidth = 0
  for (const grapheme of splitGraphemes(line)) {
    const width = graphemeWidth(grapheme)
    const isFull = rowWidth + width > columns
    folds += isFull ? 1 : 0
    rowWidth = isFull ? width : rowWidth + width
  }
  return folds
}

/** The longest wait for the response; some terminals send none. */
const RESPONSE_MS = 200

/** Asks a terminal for its device attributes, once. */
export interface DeviceAttributesQuery {
  /** The query was sent and the response has not come yet. */
  isPending(): boolean
  ask(): void
  receive(attributes: DeviceAttributes): void
  /** Ends a pending query without a response. */
  cancel(): void
}

/** `onResult` is called for every `ask`, with null if the terminal does not respond. */
export function createDeviceAttributesQuery(
  write: (text: string) => void,
  onResult: (attributes: DeviceAttributes | null) => void,
): DeviceAttributesQuery {
  let known: DeviceAttributes | null | undefined
  let timeout: NodeJS.Timeout | undefined
  const conclude = (attributes: DeviceAttributes | null) => {
    clearTimeout(timeout)
    timeout = undefined
    known = attributes
    onResult(attributes)
  }
  return {
    isPending: () => timeout !== undefined,
    ask: () => {
      if (known !== undefined) onResult(known)
      else if (timeout === undefined) {
        timeout = setTimeout(conclude, RESPONSE_MS, null)
        write(QUERY_DEVICE_ATTRIBUTES)
      }
    },
    receive: (attributes) => {
      if (timeout !== undefined) conclude(attributes)
      known = attributes
    },
    cancel: () => {
      if (timeout !== undefined) conclude(null)
    },
  }
}
