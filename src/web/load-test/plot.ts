import uPlot from 'uplot'
import { colourOf } from '../design/colour-of.js'
import { csvTools } from './csv.js'
import { type Legend, legendTable } from './legend.js'
import { makeReadable, type Reading } from './reading.js'
import { isForPaper } from './redrawing.js'
import { cutBox, fillTable } from './tables.js'
import { numberText } from './words.js'

const HEIGHT = 220
/** On paper charts are narrow, and lower ones leave no page half empty. */
const PAPER_SHARE = 0.6
const PAPER_MOST = 150
/** Of a figure, on both sides. */
const PADDING = 16

export type PlotSettings = Pick<uPlot.Options, 'scales' | 'axes' | 'series'> & {
  readonly title: string
  readonly data: (number | null)[][]
  /** The rows of the table behind it, and their titles. */
  readonly table: {
    readonly titles: readonly string[]
    readonly rows: () => string[][]
    /** How a place of the horizontal axis is written, if not as the number that it is. */
    place?(at: number): string
  }
  /** Charts with the same key are read at the same place. */
  readonly sync?: string
  /** Up to where on the horizontal axis nothing counts. */
  readonly shadedTo?: number
  /** In pixels. */
  readonly height?: number
  /** What the picture leaves out, beside its title. */
  readonly note?: string
  /** Of its values. */
  readonly unit?: string
  /** In place of a line of names. */
  readonly legend?: Legend
  /** By which links find it. */
  readonly id?: string
}

/** A drawn chart, and what can be done with it. */
export type Plot = {
  readonly figure: HTMLElement
  /** Draws it anew in the colours and the width that its figure has now. */
  redraw(): void
  /** Shows the values at this place of its horizontal axis, in all charts of the same key. */
  readAt(x: number): void
}

export const axis = (): uPlot.Axis => ({
  stroke: () => getComputedStyle(document.body).color,
  grid: { stroke: () => colourOf('line'), width: 1 },
})

/** What the numbers below an axis are, close to them. */
export const named = (label: string): uPlot.Axis => ({
  ...{ label, size: 28, labelSize: 18, labelGap: 0, gap: 4 },
  labelFont: '12px system-ui, sans-serif',
})

/** As wide as `100,000`. */
export const valueAxis = (): uPlot.Axis => ({ ...axis(), size: 64 })

/** Draws into a figure element and follows its width. */
export function drawPlot(settings: PlotSettings): Plot {
  const { scales, axes, series, data, sync, shadedTo = 0, height = HEIGHT } = settings
  const figure = captionedFigure(settings)
  const [first = {}, ...curves] = series
  const value = (_: unknown, read: number | null) => withUnit(read, settings.unit)
  const legend = settings.legend === undefined ? undefined : tableOf(settings.legend, settings)
  let reading: Reading | undefined
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
      // A zoom would be easy to begin and hard to end. As nothing is dragged, no click is the end of that.
      drag: { x: false, y: false, click: () => undefined },
      ...(sync !== undefined && { sync: { key: sync } }),
    },
    legend: { show: legend === undefined, markers: { dash: (_, index) => dashOf(series[index]) } },
    ...(scales !== undefined && { scales }),
    hooks: {
      drawClear: [(plot) => shade(plot, shadedTo)],
      // While nothing is read, the legend has names alone.
      setCursor: [
        (plot) => {
          reading?.follow()
          legend?.follow(plot)
        },
      ],
    },
    series: [
      first,
      ...curves.map((curve) => ({ width: 2, value, points: { show: true, size: 4 }, ...curve })),
    ],
  }
  // The rows are of equal length, and the first has a number everywhere.
  const plot = new uPlot(options, data as uPlot.AlignedData, figure)
  markLimit(figure, settings)
  if (legend !== undefined) figure.append(legend.table)
  const own = makeReadable(figure, plot, settings)
  reading = own
  figure.append(tableBehind(settings))
  const redraw = () => {
    plot.setSize({
      width: figure.clientWidth - PADDING,
      height: isForPaper() ? Math.min(PAPER_MOST, Math.round(height * PAPER_SHARE)) : height,
    })
    own.restore()
  }
  new ResizeObserver(redraw).observe(figure)
  return { figure, redraw, readAt: own.readAt }
}

/** What is read of each series, as it is written everywhere. */
const tableOf = (legend: Legend, { data, table, unit }: PlotSettings) =>
  legendTable(legend, {
    place: (at) => `${table.titles[0]} ${table.place?.(at) ?? data[0]?.[at] ?? ''}`,
    value: (series, at) => withUnit(data[series]?.[at], unit),
  })

function captionedFigure({ title, note = '', id = '', unit = '', data }: PlotSettings): HTMLElement {
  const figure = Object.assign(document.createElement('figure'), { id })
  const caption = Object.assign(document.createElement('figcaption'), { textContent: title })
  if (note !== '') caption.append(Object.assign(document.createElement('small'), { textContent: note }))
  figure.append(caption)
  figure.setAttribute('aria-label', `${title}. The arrow keys read the values.`)
  // As wide as the longest value: what is read moves nothing.
  const longest = data
    .slice(1)
    .reduce((a, row) => row.reduce<number>((b, one) => Math.max(b, withUnit(one, unit).length), a), 0)
  figure.style.setProperty('--value-width', `${longest}ch`)
  return figure
}

/** The value of a limit, which is told on paper, where nothing is read. */
function markLimit(figure: HTMLElement, { series, data, unit }: PlotSettings): void {
  const at = series.findIndex(({ label }) => label === 'limit')
  const label = figure.querySelectorAll<HTMLElement>('.u-series .u-label')[at]
  if (label !== undefined) label.dataset['value'] = withUnit(data[at]?.[0], unit)
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
  const summary = Object.assign(document.createElement('summary'), { textContent: 'Values as a table' })
  const hint = Object.assign(document.createElement('p'), { className: 'note on-screen', hidden: true })
  details.append(summary, hint, box)
  new ResizeObserver(() => {
    cutBox(box, table)
    const isHigher = box.scrollHeight > box.clientHeight
    const isWider = box.scrollWidth > box.clientWidth
    hint.hidden = !isHigher && !isWider
    const more = isHigher ? 'rows' : 'columns'
    hint.textContent = `There are more ${isHigher && isWider ? 'rows and columns' : more}: scroll it${isHigher ? '' : ' sideways'}.`
  }).observe(table)
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

/** With as many digits as sentences have, so that a number is found again. */
export const readable = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : numberText(value)

export const withUnit = (value: number | null | undefined, unit = ''): string =>
  value === null || value === undefined || unit === '' ? readable(value) : `${readable(value)} ${unit}`
