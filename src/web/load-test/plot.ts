import uPlot from 'uplot'
import { colourOf } from '../design/colour-of.js'
import { csvTools } from './csv.js'
import { fillTable } from './tables.js'

const HEIGHT = 220

export type PlotSettings = Pick<uPlot.Options, 'scales' | 'axes' | 'series'> & {
  readonly title: string
  readonly data: (number | null)[][]
  /** The rows of the table behind it, and their titles. */
  readonly table: { readonly titles: readonly string[]; readonly rows: () => string[][] }
  /** Charts with the same key are read at the same place. */
  readonly sync?: string
  /** Up to where on the horizontal axis nothing counts. */
  readonly shadedTo?: number
  /** In pixels. */
  readonly height?: number
  /** What the picture leaves out, beside its title. */
  readonly note?: string
}

export const axis = (): uPlot.Axis => ({
  stroke: () => getComputedStyle(document.body).color,
  grid: { stroke: () => colourOf('line'), width: 1 },
})

/** As wide as `100,000`. */
export const valueAxis = (): uPlot.Axis => ({ ...axis(), size: 64 })

/** Draws into a figure element and follows its width. */
export function drawPlot(settings: PlotSettings): HTMLElement {
  const { title, scales, axes, series, data, sync, shadedTo = 0, height = HEIGHT, note = '' } = settings
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  caption.textContent = title
  if (note !== '') caption.append(Object.assign(document.createElement('small'), { textContent: note }))
  figure.append(caption)
  const [first = {}, ...curves] = series
  const value = (_: unknown, read: number | null) => readable(read)
  const options: uPlot.Options = {
    ...{ width: 480, height, axes: axes ?? [] },
    // Values are read at a moment; charts over the seconds show the same one.
    cursor: {
      y: false,
      // At what was measured, not between.
      move: (plot, left, top) => [
        left < 0 ? left : plot.valToPos(plot.data[0][plot.posToIdx(left)] ?? 0, 'x'),
        top,
      ],
      points: { size: (_plot, at) => (series[at]?.dash === undefined ? 9 : 5) },
      // A zoom would be easy to begin and hard to end.
      drag: { x: false, y: false },
      ...(sync !== undefined && { sync: { key: sync } }),
    },
    legend: { markers: { dash: (_, index) => dashOf(series[index]) } },
    ...(scales !== undefined && { scales }),
    hooks: {
      drawClear: [(plot) => shade(plot, shadedTo)],
      // While nothing is read, the legend has names alone.
      setCursor: [({ cursor }) => void figure.classList.toggle('read', (cursor.left ?? -1) >= 0)],
    },
    series: [
      first,
      ...curves.map((curve) => ({ width: 2, value, points: { show: true, size: 4 }, ...curve })),
    ],
  }
  // The rows are of equal length, and the first has a number everywhere.
  const plot = new uPlot(options, data as uPlot.AlignedData, figure)
  readByKeyboard(figure, plot, settings)
  figure.append(tableBehind(settings))
  new ResizeObserver(() => plot.setSize({ width: figure.clientWidth - 16, height })).observe(figure)
  return figure
}

/** As its curve is drawn. */
function dashOf(series: uPlot.Series | undefined): string {
  const [drawn] = series?.dash ?? []
  if (drawn === undefined) return 'solid'
  return drawn > 3 ? 'dashed' : 'dotted'
}

/** Shades the plot from its left edge, under all that is drawn. */
function shade(plot: uPlot, to: number): void {
  if (to <= 0) return
  const { left, top, width, height } = plot.bbox
  const end = Math.min(left + width, Math.max(left, plot.valToPos(to, 'x', true)))
  plot.ctx.save()
  plot.ctx.globalAlpha = 0.6
  plot.ctx.fillStyle = colourOf('line')
  plot.ctx.fillRect(left, top, end - left, height)
  plot.ctx.restore()
}

/** All values as a table, which is made when it is opened: a long run has thousands. */
function tableBehind({ title, table: { titles, rows } }: PlotSettings): HTMLElement {
  const details = document.createElement('details')
  const box = document.createElement('div')
  const table = document.createElement('table')
  details.append(Object.assign(document.createElement('summary'), { textContent: 'Values as a table' }), box)
  box.className = 'values'
  box.tabIndex = 0
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', `Values: ${title}`)
  box.append(table)
  details.append(csvTools({ name: title, rows: () => [titles, ...rows()] }))
  details.addEventListener('toggle', () => {
    if (details.open && table.rows.length === 0) fillTable(table, titles, rows())
  })
  return details
}

/** Counts are whole numbers. */
export function readable(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }

/** While a chart has the focus, the arrow keys move the line at which its values are read; what they are is said. */
function readByKeyboard(figure: HTMLElement, plot: uPlot, { title, table }: PlotSettings): void {
  figure.tabIndex = 0
  figure.setAttribute('aria-label', `${title}. The arrow keys read the values.`)
  const said = document.createElement('p')
  said.className = 'unseen'
  said.setAttribute('role', 'status')
  figure.append(said)
  // The types leave out its third argument, by which charts with the same key follow.
  const setCursor: (at: { left: number; top: number }, fires: boolean, isPublished: boolean) => void =
    plot.setCursor
  const moveCursor = (at: { left: number; top: number }) => setCursor(at, true, true)
  let rows: string[][] | undefined
  figure.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    const [xs = []] = plot.data
    if (event.key === 'Escape' && event.target === figure) {
      moveCursor({ left: -10, top: -10 })
      said.textContent = ''
    }
    if (step === undefined || xs.length === 0 || event.target !== figure) return
    event.preventDefault()
    const before = plot.cursor.idx ?? (step > 0 ? -1 : xs.length)
    const next = Math.min(xs.length - 1, Math.max(0, before + step))
    moveCursor({ left: plot.valToPos(xs[next] ?? 0, 'x'), top: 0 })
    rows ??= table.rows()
    said.textContent = table.titles.map((name, at) => `${name} ${rows?.[next]?.[at] ?? '–'}`).join(', ')
  })
}
