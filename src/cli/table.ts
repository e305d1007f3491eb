import Table from 'cli-table3'
import { printable, printableLine } from './printable.js'
import type { Terminal } from './terminal.js'

export type Column<Row> = {
  readonly title: string
  value(row: Row): string
  /** Cut to this width, and no wider than the values need; `rest` is what the others leave, for the last column. Without it a value is never cut, as suits an id. */
  readonly width?: number | 'rest'
}

const GAP = 2
const LEAST_REST = 10
const EDGES = ['top', 'bottom', 'left', 'right', 'mid', 'middle', 'top-mid', 'top-left', 'top-right']
const CORNERS = ['bottom-mid', 'bottom-left', 'bottom-right', 'left-mid', 'mid-mid', 'right-mid']

/** Rows under titles, without lines around them, and no wider than the terminal. */
export function renderTable<Row>(
  { colour, width }: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const cells = rows.map((row) => columns.map((column) => printableLine(column.value(row))))
  const natural = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => widest(row[index] ?? ''))),
  )
  const fixed = columns.map((column, index) =>
    typeof column.width === 'number' ? Math.min(column.width, natural[index] ?? 0) : (natural[index] ?? 0),
  )
  const taken = fixed.reduce((sum, one, index) => sum + (columns[index]?.width === 'rest' ? 0 : one + GAP), 0)
  const rest = Math.max(LEAST_REST, width - taken)
  const table = new Table({
    chars: Object.fromEntries([...EDGES, ...CORNERS].map((name) => [name, ''])),
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [] },
    colWidths: columns.map((column, index) => GAP + (column.width === 'rest' ? rest : (fixed[index] ?? 0))),
  })
  table.push(
    columns.map(({ title }) => colour.dim(title)),
    ...cells,
  )
  return trimLines(table.toString())
}

/** Names and values under each other; a long value is wrapped beside its name, and null is left out. */
export function renderFields(
  { colour, width }: Terminal,
  fields: readonly (readonly [name: string, value: string | null])[],
): string {
  const shown = fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  const indent = Math.max(...shown.map(([name]) => name.length)) + GAP
  const lines = shown.flatMap(([name, value]) =>
    wrap(printable(value), Math.max(LEAST_REST, width - indent)).map((line, index) =>
      index === 0
        ? `${colour.dim(name)}${' '.repeat(indent - name.length)}${line}`
        : ' '.repeat(indent) + line,
    ),
  )
  return trimLines(lines.join('\n'))
}

/** Breaks a text at spaces; a word longer than a line stays whole, so that an address can be copied. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && longer.length > width) lines.push(line)
      line = line !== '' && longer.length > width ? word : longer
    }
    return [...lines, line]
  })
}

/** The columns that a text takes at most: a letter of a script that is none of Europe's may take two. */
const widest = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u02ff' ? 2 : 1), 0)

const trimLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
