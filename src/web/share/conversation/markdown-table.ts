export type MarkdownTable = {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The table that a paragraph is (GitHub Flavored Markdown, Tables); null if it is none. Cells are plain text. */
export function readTable(paragraph: string): MarkdownTable | null {
  const [first = '', second = '', ...rest] = paragraph.split('\n')
  if (!first.includes('|') || !isDelimiterRow(second)) return null
  const head = cellsOf(first)
  if (cellsOf(second).length !== head.length) return null
  const rows = rest.map(cellsOf)
  return { head, rows: rows.map((cells) => head.map((_, column) => cells[column] ?? '')) }
}

/** `|---|:-:|`: nothing but dashes, colons and spaces between the bars. */
const isDelimiterRow = (line: string): boolean =>
  line.includes('-') && cellsOf(line).every((cell) => cell.includes('-') && /^[-: ]+$/.test(cell))

function cellsOf(line: string): string[] {
  const cells = line.trim().replaceAll('\\|', '\u0000').split('|')
  const from = cells[0]?.trim() === '' ? 1 : 0
  const to = cells.length > 1 && cells.at(-1)?.trim() === '' ? cells.length - 1 : cells.length
  return cells.slice(from, to).map((cell) => cell.replaceAll('\u0000', '|').trim())
}
