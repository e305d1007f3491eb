import { wrapText } from '../output/table.js'
import { displayWidth, graphemeWidth, splitGraphemes } from '../output/text-width.js'
import type { EditorLine } from './line.js'

/** What a line editor shows: rows of text, and a status row below them. */
export type EditorFrame = {
  readonly rows: readonly string[]
  readonly cursor: {
    readonly row: number
    /** The text before the cursor in its row. */
    readonly before: string
  }
  /** An empty status takes no row. */
  readonly status: string
}

export const frameLines = ({ rows, status }: EditorFrame): readonly string[] =>
  status === '' ? rows : [...rows, status]

export type Prompts = { readonly first: string; readonly next: string }
type Size = { readonly columns: number; readonly rows: number }
type FrameContent = {
  readonly prompts: Prompts
  readonly status: string
  /** Shown above the line; an empty notice takes no row. */
  readonly notice?: string
  readonly size: Size
}

const MAX_ROWS = 10

/**
 * Lays out a line in rows of the terminal. The last column stays free, because some terminals begin a new row there. All
 * rows are broken here, so that only a narrower terminal can reflow them. If there are too many rows, those that end with
 * the cursor's row are shown, because rows that scroll out at the top of the terminal cannot be erased.
 */
export function layOutFrame(
  line: EditorLine | null,
  { prompts, status, notice = '', size }: FrameContent,
): EditorFrame {
  const width = Math.max(2, size.columns - 1)
  const maxRows = Math.max(1, Math.min(MAX_ROWS, size.rows - 2))
  const above =
    notice === '' ? [] : wrapText(notice, width, true).slice(0, line === null ? maxRows : maxRows - 1)
  if (line === null) return noticeFrame(above)
  const { rows, cursor } = layOut(line, prompts, width)
  const lineRows = maxRows - above.length
  const first = Math.max(0, cursor.row - lineRows + 1)
  return {
    rows: [...above, ...rows.slice(first, first + lineRows)],
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
  let rowWidth = displayWidth(row)
  let offset = 0
  const beginRow = (prompt: string) => {
    row = prompt
    rowWidth = displayWidth(row)
    rows.push(row)
  }
  for (const grapheme of splitGraphemes(text)) {
    const shown = grapheme === '\t' ? ' ' : grapheme
    const isBreak = shown === '\n'
    if (!isBreak && rowWidth + graphemeWidth(shown) > width) beginRow('')
    if (offset >= at) cursor ??= { row: rows.length - 1, before: row }
    if (isBreak) beginRow(next)
    else {
      row += shown
      rowWidth += graphemeWidth(shown)
    }
    rows[rows.length - 1] = row
    offset += grapheme.length
  }
  return { rows, cursor: cursor ?? { row: rows.length - 1, before: row } }
}

/** A submitted text as it stays in the terminal's scrollback: broken only where the user broke it. */
export const committedText = (text: string, { first, next }: Prompts): string =>
  first + text.replaceAll('\t', ' ').replaceAll('\n', `\n${next}`)
