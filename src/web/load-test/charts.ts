import uPlot from 'uplot'
import { writesOf } from './moments.js'
import type { LoadTestPageData } from './page-data.js'
import { axis, drawPlot, readable, valueAxis } from './plot.js'
import { limitsOf, p95Of } from './seconds.js'
import { capitalised, metricText } from './words.js'

const MEBIBYTE = 2 ** 20
/** How far apart values on a linear axis may be, and seconds. */
const VALUES = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
]
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000]

type Curve = {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly colour: string
  /** A column for each second, on top of those of the columns after it. */
  readonly isColumn?: true
  /** It may lie outside of the picture: what was measured is to be read. */
  readonly isLimit?: true
  /** A limit, or the run that this one is compared with: dashed, without points. */
  readonly dash?: readonly number[]
}
type Chart = {
  readonly title: string
  readonly seconds: readonly number[]
  /** The first and the last of all charts: the same second has the same place in each. */
  readonly span: readonly [first: number, last: number]
  readonly curves: readonly Curve[]
  /** In milliseconds, which may be drawn on a logarithmic scale, too. */
  readonly isTimes?: true
}

/** Distinguishable with colour vision deficiency (Okabe and Ito, 2008), on light and on dark background. */
export const COLOURS = {
  blue: '#3b8ed0',
  orange: '#d98b1f',
  red: '#d55e00',
  green: '#1a9c76',
  pink: '#c46a9c',
} as const
/** The run that this one is compared with. */
export const BASE_DASH = [2, 3]
const LIMIT_DASH = [8, 4]
const BASE_COLOUR = '#868c97'
/** A logarithmic scale has no zero: what took no measurable time is drawn there. */
const LEAST_MS = 0.1

/** The charts of a run: its load, its times, and the server's metrics if it reported them. */
export function buildCharts(data: LoadTestPageData): Chart[] {
  const { timeline, server } = data
  const seconds = [...timeline, ...(server ?? [])].map(({ second }) => second).sort((a, b) => a - b)
  const span = [seconds[0] ?? 0, seconds.at(-1) ?? 0] as const
  return chartsOf(data).map((chart) => ({ ...chart, span }))
}

type Unplaced = Omit<Chart, 'span'>

function chartsOf({ timeline, server, thresholds, baseRun }: LoadTestPageData): Unplaced[] {
  const seconds = timeline.map(({ second }) => second)
  const timed = { timeline, thresholds, base: baseRun?.timeline ?? [] }
  const own: Unplaced[] = [
    {
      title: 'Players, and in each second the turns that ended, with errors on top',
      seconds,
      curves: [
        {
          ...{ label: 'errors', values: timeline.map(({ errors }) => errors) },
          ...{ colour: COLOURS.red, isColumn: true },
        },
        {
          ...{ label: 'turns that ended', values: timeline.map(({ turns }) => turns) },
          ...{ colour: COLOURS.green, isColumn: true },
        },
        { label: 'players', values: timeline.map(({ playing }) => playing), colour: COLOURS.blue },
      ],
    },
    timeChart(timeTitle('turn.first_text'), timed, ['turn.first_text']),
    ...(isTimed(timeline, 'turn.complete')
      ? [timeChart(timeTitle('turn.complete'), timed, ['turn.complete'])]
      : []),
    ...requestCharts(timed),
  ]
  return server === null ? own : [...own, ...serverCharts(server, baseRun?.server ?? [])]
}

type ServerSeconds = NonNullable<LoadTestPageData['server']>

function serverCharts(server: ServerSeconds, base: ServerSeconds): Unplaced[] {
  const seconds = server.map(({ second }) => second)
  /** A value of the server, with that of the base in the same second. */
  const timed = (title: string, msOf: (one: ServerSeconds[number]) => number | null): Unplaced => ({
    ...{ title, isTimes: true, seconds },
    curves: [
      { label: 'this run', values: server.map(msOf), colour: COLOURS.blue },
      ...baseCurve(seconds, new Map(base.map((one) => [one.second, msOf(one)]))),
    ],
  })
  const memory = (label: string, colour: string, bytesOf: (one: ServerSeconds[number]) => number): Curve => ({
    ...{ label, colour, values: server.map((one) => bytesOf(one) / MEBIBYTE) },
  })
  return [
    timed('Event loop of the server, 99th percentile (ms late)', ({ eventLoopP99Ms }) => eventLoopP99Ms),
    timed('Writes of the server to its disk, 99th percentile (ms)', writesOf),
    {
      ...{ title: 'Memory of the server (MiB)', seconds },
      curves: [
        memory('resident', COLOURS.blue, ({ rssBytes }) => rssBytes),
        memory('heap', COLOURS.orange, ({ heapUsedBytes }) => heapUsedBytes),
      ],
    },
  ]
}

type Timed = Pick<LoadTestPageData, 'timeline' | 'thresholds'> & {
  /** Of the run that this one is compared with; empty if there is none. */
  readonly base: LoadTestPageData['timeline']
}

const timeTitle = (metric: string): string => `${capitalised(metricText(metric))}, 95th percentile (ms)`

const isTimed = (timeline: LoadTestPageData['timeline'], metric: string): boolean =>
  timeline.some(({ p95Ms }) => p95Ms?.[metric] !== undefined)

/** The times of REST requests, at most as many routes to a chart as there are colours. */
function requestCharts(timed: Timed): Unplaced[] {
  const all = timed.timeline.flatMap(({ p95Ms = {} }) => Object.keys(p95Ms))
  const routes = [...new Set(all)].filter((metric) => metric.startsWith('http.')).sort()
  const most = Object.keys(COLOURS).length - 1
  const title = 'Requests, 95th percentile (ms)'
  return Array.from({ length: Math.ceil(routes.length / most) }, (_, at) =>
    timeChart(at === 0 ? title : `${title}, ${at + 1}`, timed, routes.slice(at * most, (at + 1) * most)),
  )
}

/** How long something took in each second, with its limits and the run that it is compared with if it is one thing. */
function timeChart(
  title: string,
  { timeline, thresholds, base }: Timed,
  metrics: readonly string[],
): Unplaced {
  const colours = Object.values(COLOURS).filter((colour) => colour !== COLOURS.red)
  const [only] = metrics
  const isOne = metrics.length === 1 && only !== undefined
  const seconds = timeline.map(({ second }) => second)
  const limits = isOne ? limitsOf(thresholds, only) : []
  return {
    ...{ title, isTimes: true, seconds },
    curves: [
      ...metrics.map((metric, at) => ({
        label: metrics.length === 1 && !metric.startsWith('http.') ? 'this run' : metric.replace('http.', ''),
        values: timeline.map((one) => p95Of(one, metric)),
        colour: colours[at] ?? COLOURS.blue,
      })),
      ...(isOne ? baseCurve(seconds, new Map(base.map((one) => [one.second, p95Of(one, only)]))) : []),
      ...limits.map(
        (limit): Curve => ({
          ...{ label: limits.length === 1 ? 'limit' : `limit ${limit}`, values: timeline.map(() => limit) },
          ...{ colour: COLOURS.red, dash: LIMIT_DASH, isLimit: true },
        }),
      ),
    ],
  }
}

/** The same seconds of the other run; what it has beyond them is not drawn. */
function baseCurve(seconds: readonly number[], base: ReadonlyMap<number, number | null>): Curve[] {
  const values = seconds.map((second) => base.get(second) ?? null)
  if (values.every((value) => value === null)) return []
  return [{ label: 'base', values, colour: BASE_COLOUR, dash: BASE_DASH }]
}

/** Draws a chart over the seconds of the run; the warm-up, which does not count, is shaded. */
export function drawChart(chart: Chart, { warmupMs, isLog: isWanted }: Look): HTMLElement {
  const { title, seconds, span, curves, isTimes } = chart
  const [first, last] = span
  const isLog = isTimes === true && isWanted
  const most = highestOf(curves)
  const columns = uPlot.paths.bars?.({ size: [0.8, 40] })
  return drawPlot({
    title,
    note: isLog ? '' : beyondText(curves, most),
    sync: 'seconds',
    shadedTo: warmupMs / 1000,
    scales: {
      // Half a second more at each end: columns are as wide as that.
      x: { time: false, range: () => [first - 0.5, last + 0.5] },
      y: isLog ? { distr: 3 } : { range: () => [0, Math.max(1, most * 1.05)] },
    },
    axes: [
      { ...axis(), incrs: SECONDS },
      { ...valueAxis(), incrs: VALUES },
    ],
    series: [
      { label: 'second' },
      ...curves.map(({ label, colour, values, isColumn, dash }) => ({
        ...{ label, stroke: colour },
        // What is drawn may be a sum, or above zero on a scale that has none; what is read is the value itself.
        value: (_plot: unknown, _drawn: unknown, ...[, at]: [series: number, at: number | null]) =>
          `${readable(at === null ? null : (values[at] ?? null))}${isTimes ? ' ms' : ''}`,
        ...(isColumn && {
          ...{ fill: colour, width: 0, points: { show: false } },
          ...(columns !== undefined && { paths: columns }),
        }),
        ...(dash !== undefined && { dash: [...dash], points: { show: false } }),
      })),
    ],
    data: [
      [...seconds],
      ...curves.map(({ values, isColumn }, index) => {
        if (isColumn) return values.map((_, at) => heightAt(curves.slice(index), at))
        return values.map((value) => (isLog && value !== null ? Math.max(LEAST_MS, value) : value))
      }),
    ],
    table: {
      titles: ['second', ...curves.map(({ label }) => label)],
      rows: () =>
        seconds.map((second, at) => [String(second), ...curves.map(({ values }) => readable(values[at]))]),
    },
  })
}

type Look = { readonly warmupMs: number; readonly isLog: boolean }

/** A limit that is this much higher than all that was measured would press it to the ground. */
const FAR = 1.5

/** Up to where a linear scale goes: to what was measured, and to a limit that is near. */
function highestOf(curves: readonly Curve[]): number {
  const measured = curves
    .filter(({ isLimit }) => isLimit !== true)
    .flatMap(({ values, isColumn }, index) =>
      isColumn ? values.map((_, at) => heightAt(curves.slice(index), at)) : values.map((value) => value ?? 0),
    )
    .reduce((a, b) => Math.max(a, b), 0)
  const limits = curves.filter(({ isLimit }) => isLimit).map(({ values }) => values[0] ?? 0)
  return limits.filter((limit) => limit <= measured * FAR).reduce((a, b) => Math.max(a, b), measured)
}

/** Which limits a linear scale leaves out. */
function beyondText(curves: readonly Curve[], most: number): string {
  const beyond = curves.flatMap(({ isLimit, values: [limit] }) =>
    isLimit && typeof limit === 'number' && limit > most ? [`${readable(limit)} ms`] : [],
  )
  return beyond.length === 0 ? '' : `↑ limit ${beyond.join(', ')}: above this chart`
}

/** How high a column reaches: it is drawn behind those after it, and stands on them. */
const heightAt = (curves: readonly Curve[], at: number): number =>
  curves.reduce((sum, { isColumn, values }) => sum + (isColumn ? (values[at] ?? 0) : 0), 0)
