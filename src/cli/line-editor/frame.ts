import { wrapText } from '../output/table.js'
import { displayWidth, graphemeWidth, splitGraphemes } from '../output/text-width.js'
import type { EditorLine } from './line.js'

/** What a line editor shows: rows of text, and a row beneath them. */
export type EditorFrame = {
  readonly rows: readonly string[]
  readonly cursor: {
    readonly row: number
    /** What stands before the cursor in its row. */
    readonly before: string
  }
  /** No row when it is empty. */
  readonly status: string
}

export const frameLines = ({ rows, status }: EditorFrame): readonly string[] =>
  status === '' ? rows : [...rows, status]

export type Prompts = { readonly first: string; readonly next: string }
type Size = { readonly columns: number; readonly rows: number }
type FrameContent = {
  readonly prompts: Prompts
  readonly status: string
  /** Stands above the line; no row when it is empty. */
  readonly notice?: string
  readonly size: Size
}

const HIGHEST = 10

/**
 * A line as rows of a terminal. The last column stays free, or some terminals begin a new row there; each row is broken
 * by us, so that only a narrower terminal can fold it. What is too high shows as much as ends with the cursor's row:
 * what a terminal that becomes lower pushes out at the top, nobody can take back.
 */
export function layOutFrame(
  line: EditorLine | null,
  { prompts, status, notice = '', size }: FrameContent,
): EditorFrame {
  const width = Math.max(2, size.columns - 1)
  const room = Math.max(1, Math.min(HIGHEST, size.rows - 2))
  const above = notice === '' ? [] : wrapText(notice, width, true).slice(0, line === null ? room : room - 1)
  if (line === null) return noticeFrame(above)
  const { rows, cursor } = layOut(line, prompts, width)
  const left = room - above.length
  const first = Math.max(0, cursor.row - left + 1)
  return {
    rows: [...above, ...rows.slice(first, first + left)],
    cursor: { row: above.length + cursor.row - first, before: cursor.before },
    status,
  }
}

const noticeFrame = (rows: readonly string[]): EditorFrame => ({
  rows,
  cursor: { row: rows.length - 1, before: rows.at(-1) ?? '' },
  status: '',
})

function layOut(
  { text, cursor: at }: EditorLine,
  { first, next }: Prompts,
  width: number,
): Omit<EditorFrame, 'status'> {
  const rows = [first]
  let cursor: EditorFrame['cursor'] | null = null
  let row = first
  let taken = displayWidth(row)
  let place = 0
  const begin = (prompt: string) => {
    row = prompt
    taken = displayWidth(row)
    rows.push(row)
  }
  for (const letter of splitGraphemes(text)) {
    const shown = letter === '\t' ? ' ' : letter
    const isBreak = shown === '\n'
    if (!isBreak && taken + graphemeWidth(shown) > width) begin('')
    if (place >= at) cursor ??= { row: rows.length - 1, before: row }
    if (isBreak) begin(next)
    else {
      row += shown
      taken += graphemeWidth(shown)
    }
    rows[rows.length - 1] = row
    place += letter.length
  }
  return { rows, cursor: cursor ?? { row: rows.length - 1, before: row } }
}

/** A line as it stays in a terminal's history: broken only where it was typed so. */
export const committedText = (text: string, { first, next }: Prompts): string =>
  first + text.replaceAll('\t', ' ').replaceAll('\n', `\n${next}`)
