import Table from 'cli-table3'
import { printable, printableLine } from './printable.js'
import type { Terminal } from './terminal.js'
import { displayWidth, hasWideCharacters, prefixOfWidth, truncateToWidth } from './text-width.js'

export type Column<Row> = {
  readonly title: string
  value(row: Row): string
  /**
   * The maximum width; longer values are truncated. `rest` (last column only): the width that the other columns leave.
   * Undefined: values are never truncated, as for ids.
   */
  readonly width?: number | 'rest'
  /** Long values are wrapped instead of truncated. */
  readonly wraps?: boolean
}

const GAP = 2
const MIN_REST_WIDTH = 10
const EDGES = ['top', 'bottom', 'left', 'right', 'mid', 'middle', 'top-mid', 'top-left', 'top-right']
const CORNERS = ['bottom-mid', 'bottom-left', 'bottom-right', 'left-mid', 'mid-mid', 'right-mid']

/** Renders rows under titles, without borders, no wider than the terminal. */
export function renderTable<Row>(
  { colour, width }: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const cells = rows.map((row) => columns.map((column) => printableLine(column.value(row))))
  const natural = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => displayWidth(row[index] ?? ''))),
  )
  const fixed = columns.map((column, index) =>
    typeof column.width === 'number' ? Math.min(column.width, natural[index] ?? 0) : (natural[index] ?? 0),
  )
  const usedWidth = fixed.reduce(
    (sum, one, index) => sum + (columns[index]?.width === 'rest' ? 0 : one + GAP),
    0,
  )
  const rest = Math.max(MIN_REST_WIDTH, width - usedWidth)
  const fitted = cells.map((row) =>
    columns.map((column, index) =>
      fitCell(row[index] ?? '', column, column.width === 'rest' ? rest : fixed[index]),
    ),
  )
  const table = new Table({
    chars: Object.fromEntries([...EDGES, ...CORNERS].map((name) => [name, ''])),
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [] },
  })
  table.push(
    columns.map(({ title }) => colour.dim(title)),
    ...fitted,
  )
  return trimLines(table.toString())
}

const fitCell = (
  text: string,
  { wraps = false }: { readonly wraps?: boolean },
  width = Number.POSITIVE_INFINITY,
): string => (wraps ? wrapText(text, width, true).join('\n') : truncateToWidth(text, width))

/** Renders one name and value per line; long values are wrapped, null values are omitted. */
export function renderFields(
  { colour, width }: Terminal,
  fields: readonly (readonly [name: string, value: string | null])[],
): string {
  const shown = fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  const indent = Math.max(...shown.map(([name]) => name.length)) + GAP
  const lines = shown.flatMap(([name, value]) =>
    wrapText(printable(value), Math.max(MIN_REST_WIDTH, width - indent)).map((line, index) =>
      index === 0
        ? `${colour.dim(name)}${' '.repeat(indent - name.length)}${line}`
        : ' '.repeat(indent) + line,
    ),
  )
  return trimLines(lines.join('\n'))
}

/**
 * Wraps at spaces. A word wider than the line is broken if it has wide characters (Chinese, Japanese, Korean) or
 * `breaksWords` is set; otherwise it stays whole, so that an address can be copied.
 */
export function wrapText(text: string, width: number, breaksWords = false): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((one) => breakWord(one, width, breaksWords))) {
      const longer = line === '' ? word : `${line} ${word}`
      const isFull = line !== '' && displayWidth(longer) > width
      if (isFull) lines.push(line)
      line = isFull ? word : longer
    }
    return [...lines, line]
  })
}

function breakWord(word: string, width: number, breaksWords: boolean): string[] {
  if (displayWidth(word) <= width || !(breaksWords || hasWideCharacters(word))) return [word]
  const piece = prefixOfWidth(word, width)
  return [piece, ...breakWord(word.slice(piece.length), width, breaksWords)]
}

const trimLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
