import type uPlot from 'uplot'
import { breakable } from './tables.js'

/** A row of one thing: values of curves, by their places among the series, or texts; null where there is none. */
type Row = { readonly name: string; readonly colour: string; readonly cells: readonly Cell[] }
type Cell = number | string | null
export type Legend = {
  /** `line` is how its curves are drawn. */
  readonly columns: readonly { readonly title: string; readonly line: 'solid' | 'dotted' | 'dashed' }[]
  readonly rows: readonly Row[]
  /** What is told while nothing is read: a place of the horizontal axis. */
  readonly resting?: number
}

type Read = {
  /** How a place of the horizontal axis is written. */
  place(at: number): string
  value(series: number, at: number): string
}

/** The names of curves and what is read of them, a row for each thing and a column for each run. */
export function legendTable({ columns, rows, resting }: Legend, { place, value }: Read) {
  const table = Object.assign(document.createElement('table'), { className: 'legend' })
  const head = table.createTHead().insertRow()
  const where = Object.assign(document.createElement('td'), { className: 'place' })
  head.append(where, ...columns.map(({ title, line }) => heading('col', title, line)))
  const values: { readonly cell: HTMLElement; readonly series: number }[] = []
  const body = table.createTBody()
  for (const { name, colour, cells } of rows) {
    const row = body.insertRow()
    const title = heading('row', name, 'solid')
    title.style.setProperty('--colour', colour)
    row.append(title)
    for (const one of cells) {
      const cell = row.insertCell()
      if (typeof one === 'number') values.push({ cell, series: one })
      else Object.assign(cell, { textContent: one ?? '', className: 'text' })
    }
  }
  const read = (index: number | null | undefined) => {
    const at = index ?? resting
    where.textContent = at === undefined ? '' : place(at)
    for (const { cell, series } of values) cell.textContent = at === undefined ? '' : value(series, at)
  }
  read(undefined)
  return { table, follow: ({ cursor }: uPlot) => read((cursor.left ?? -1) < 0 ? undefined : cursor.idx) }
}

function heading(scope: 'col' | 'row', text: string, line: string): HTMLElement {
  const cell = Object.assign(document.createElement('th'), { scope })
  const sample = Object.assign(document.createElement('i'), { className: line })
  sample.setAttribute('aria-hidden', 'true')
  cell.append(sample, ...breakable(text))
  return cell
}
