import uPlot from 'uplot'
import { colourOf } from '../design/colour-of.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'

const HEIGHT = 220
const MEBIBYTE = 2 ** 20

type Curve = {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly colour: string
  /** A column for each second, on top of those of the columns after it. */
  readonly isColumn?: true
  /** A limit: dashed, without points. */
  readonly isLimit?: true
}
type Chart = {
  readonly title: string
  readonly seconds: readonly number[]
  readonly curves: readonly Curve[]
  /** Times are read on a logarithmic scale: what is slow is slower by factors. */
  readonly isLog?: true
}

/** Distinguishable with colour vision deficiency (Okabe and Ito, 2008), on light and on dark background. */
const COLOURS = {
  blue: '#3b8ed0',
  orange: '#d98b1f',
  red: '#d55e00',
  green: '#1a9c76',
  pink: '#c46a9c',
} as const

/** The charts of a run: its load, its times, and the server's metrics if it reported them. */
export function buildCharts({ timeline, server, thresholds }: LoadTestPageData): Chart[] {
  const seconds = timeline.map(({ second }) => second)
  const own: Chart[] = [
    {
      title: 'Players, turns and errors a second',
      seconds,
      curves: [
        {
          ...{ label: 'errors/s', values: timeline.map(({ errors }) => errors) },
          ...{ colour: COLOURS.red, isColumn: true },
        },
        {
          ...{ label: 'turns/s', values: timeline.map(({ turns }) => turns) },
          ...{ colour: COLOURS.green, isColumn: true },
        },
        { label: 'players', values: timeline.map(({ playing }) => playing), colour: COLOURS.blue },
      ],
    },
    {
      title: 'First text, 95th percentile (ms)',
      isLog: true,
      seconds,
      curves: [
        { label: 'ms', values: timeline.map(({ firstTextP95Ms }) => firstTextP95Ms), colour: COLOURS.blue },
        ...limitsOf(thresholds).map(
          (limit): Curve => ({
            ...{ label: `limit ${limit}`, values: timeline.map(() => limit) },
            ...{ colour: COLOURS.red, isLimit: true },
          }),
        ),
      ],
    },
  ]
  if (server === null) return own
  const serverSeconds = server.map(({ second }) => second)
  return [
    ...own,
    {
      title: 'Event loop of the server, 99th percentile (ms late)',
      isLog: true,
      seconds: serverSeconds,
      curves: [
        { label: 'ms', values: server.map(({ eventLoopP99Ms }) => eventLoopP99Ms), colour: COLOURS.blue },
      ],
    },
    {
      title: 'Writes of the server to its disk, 99th percentile (ms)',
      isLog: true,
      seconds: serverSeconds,
      curves: [
        { label: 'ms', values: server.map(({ storeWriteP99Ms }) => storeWriteP99Ms), colour: COLOURS.blue },
      ],
    },
    {
      title: 'Memory of the server (MiB)',
      seconds: serverSeconds,
      curves: [
        {
          label: 'resident',
          values: server.map(({ rssBytes }) => rssBytes / MEBIBYTE),
          colour: COLOURS.blue,
        },
        {
          label: 'heap',
          values: server.map(({ heapUsedBytes }) => heapUsedBytes / MEBIBYTE),
          colour: COLOURS.orange,
        },
      ],
    },
  ]
}

const FIRST_TEXT_LIMIT = /^turn\.first_text\.p95 ?<=? ?(\d{1,9}(?:\.\d{1,9})?)$/

/** The limits of what the chart of the first text shows, in milliseconds. */
const limitsOf = (thresholds: LoadTestPageData['thresholds']): number[] => [
  ...new Set(
    thresholds.flatMap(({ threshold }) => {
      const limit = Number(FIRST_TEXT_LIMIT.exec(threshold)?.[1] ?? 0)
      return limit > 0 ? [limit] : []
    }),
  ),
]

/** Draws a chart over the seconds of the run; the warm-up, which does not count, is shaded. */
export function drawChart({ title, seconds, curves, isLog }: Chart, warmupMs: number): HTMLElement {
  const columns = uPlot.paths.bars?.({ size: [0.8, 40] })
  return drawPlot(title, {
    sync: 'seconds',
    shadedTo: warmupMs / 1000,
    scales: { x: { time: false }, ...(isLog === true && { y: { distr: 3 } }) },
    axes: [axis(), valueAxis()],
    series: [
      { label: 'second' },
      ...curves.map(({ label, colour, values, isColumn, isLimit }) => ({
        ...{ label, stroke: colour },
        ...(isColumn && {
          ...{ fill: colour, width: 0, points: { show: false } },
          ...(columns !== undefined && { paths: columns }),
          // What is drawn is the sum, what is read the value itself.
          value: (_plot: unknown, _sum: unknown, ...[, at]: [series: number, at: number | null]) =>
            readable(at === null ? null : (values[at] ?? null)),
        }),
        ...(isLimit && { dash: [8, 4], points: { show: false } }),
      })),
    ],
    data: [
      [...seconds],
      ...curves.map(({ values, isColumn }, index) => {
        if (isColumn) return values.map((_, at) => heightAt(curves.slice(index), at))
        return values.map((value) => (isLog && !value ? null : value))
      }),
    ],
  })
}

/** How high a column reaches: it is drawn behind those after it, and stands on them. */
const heightAt = (curves: readonly Curve[], at: number): number =>
  curves.reduce((sum, { isColumn, values }) => sum + (isColumn ? (values[at] ?? 0) : 0), 0)

/** Counts are whole numbers. */
function readable(value: number | null): string {
  if (value === null) return '-'
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}

/** As HdrHistogram plots percentiles: 90, 99 and 99.9 are equally far apart. */
const tailOf = (percentile: number): number => 100 / (100 - percentile)
const MOST_CURVES = 10

/** All metrics that were timed over their percentiles, both on logarithmic scales; null if none was. */
export function drawPercentiles(metrics: readonly MetricRow[]): HTMLElement | null {
  const timed = metrics
    .filter(({ max, distribution = [] }) => max > 0 && distribution.length > 1)
    .slice(0, MOST_CURVES)
  if (timed.length === 0) return null
  const tails = [
    ...new Set(
      timed.flatMap(({ distribution = [] }) => distribution.map(({ percentile }) => tailOf(percentile))),
    ),
  ].sort((a, b) => a - b)
  const colours = Object.values(COLOURS)
  return drawPlot('Percentiles (ms)', {
    scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
    axes: [{ ...axis(), values: (_, splits) => splits.map(percentileText) }, valueAxis()],
    series: [
      { label: 'percentile', value: (_, tail) => (tail === null ? '-' : percentileText(tail)) },
      ...timed.map(({ metric }, index) => ({
        label: metric,
        stroke: colours[index % colours.length] ?? COLOURS.blue,
        ...(index >= colours.length && { dash: [6, 4] }),
        spanGaps: true,
      })),
    ],
    data: [
      tails,
      ...timed.map(({ distribution = [] }) => {
        const values = new Map(distribution.map(({ percentile, ms }) => [tailOf(percentile), ms]))
        return tails.map((tail) => values.get(tail) || null)
      }),
    ],
  })
}

/** `90%` for 10, `99.9%` for 1000; what is between the powers of ten is not written. */
function percentileText(tail: number | null): string {
  if (tail === null || tail < 1) return ''
  return `${Number((100 - 100 / tail).toPrecision(6))}%`
}

const axis = (): uPlot.Axis => ({
  stroke: () => getComputedStyle(document.body).color,
  grid: { stroke: () => colourOf('line'), width: 1 },
})

/** As wide as `100,000`. */
const valueAxis = (): uPlot.Axis => ({ ...axis(), size: 64 })

type Plot = Pick<uPlot.Options, 'scales' | 'axes' | 'series'> & {
  readonly data: (number | null)[][]
  readonly sync?: string
  /** Up to where on the horizontal axis nothing counts. */
  readonly shadedTo?: number
}

/** Draws into a figure element and follows its width. */
function drawPlot(title: string, { scales, axes, series, data, sync, shadedTo = 0 }: Plot): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  caption.textContent = title
  figure.append(caption)
  const [first = {}, ...curves] = series
  const value = (_: unknown, read: number | null) => readable(read)
  const options: uPlot.Options = {
    ...{ width: 480, height: HEIGHT, axes: axes ?? [] },
    // Values are read at a moment; charts over the seconds show the same one.
    cursor: { y: false, ...(sync !== undefined && { sync: { key: sync } }) },
    ...(scales !== undefined && { scales }),
    hooks: { drawClear: [(plot) => shade(plot, shadedTo)] },
    series: [
      first,
      ...curves.map((curve) => ({ width: 2, value, points: { show: true, size: 4 }, ...curve })),
    ],
  }
  // The rows are of equal length, and the first has a number everywhere.
  const plot = new uPlot(options, data as uPlot.AlignedData, figure)
  readByKeyboard(figure, { plot, title })
  new ResizeObserver(() => plot.setSize({ width: figure.clientWidth - 16, height: HEIGHT })).observe(figure)
  return figure
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

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** While a chart has the focus, the arrow keys move the line at which its values are read. */
function readByKeyboard(
  figure: HTMLElement,
  { plot, title }: { readonly plot: uPlot; readonly title: string },
): void {
  figure.tabIndex = 0
  figure.setAttribute('aria-label', `${title}. The arrow keys read the values.`)
  figure.querySelector('.u-legend')?.setAttribute('aria-live', 'polite')
  figure.addEventListener('keydown', ({ key }) => {
    const step = STEPS[key]
    const [xs = []] = plot.data
    if (step === undefined || xs.length === 0) return
    const before = plot.cursor.idx ?? (step > 0 ? -1 : xs.length)
    const next = Math.min(xs.length - 1, Math.max(0, before + step))
    plot.setCursor({ left: plot.valToPos(xs[next] ?? 0, 'x'), top: 0 })
  })
}
