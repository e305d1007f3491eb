import uPlot from 'uplot'
import type { Legend } from './legend.js'
import { LEAST_MS, logScale } from './log-scale.js'
import { writesOf } from './moments.js'
import type { LoadTestPageData } from './page-data.js'
import { axis, drawPlot, named, type Plot, readable, valueAxis, withUnit } from './plot.js'
import { limitsOf, p95Of } from './seconds.js'
import { capitalised, metricText, SERVER_METRICS } from './words.js'

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
  /** Milliseconds may be drawn on a logarithmic scale, too. */
  readonly unit?: 'ms' | 'MiB'
  /** What it is of, if it is of one metric. */
  readonly metric?: string
  readonly legend?: Legend
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
      title: 'Turns and errors per second, and players',
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

export const RUNS: Legend['columns'] = [
  { title: 'this run', line: 'solid' },
  { title: 'base', line: 'dotted' },
]

type ServerSeconds = NonNullable<LoadTestPageData['server']>

function serverCharts(server: ServerSeconds, base: ServerSeconds): Unplaced[] {
  const seconds = server.map(({ second }) => second)
  /** A value of the server, with that of the base in the same second. */
  const timed = (
    metric: string,
    title: string,
    msOf: (one: ServerSeconds[number]) => number | null,
  ): Unplaced => ({
    ...{ title, unit: 'ms', seconds, metric },
    curves: [
      { label: 'this run', values: server.map(msOf), colour: COLOURS.blue },
      ...baseCurve(seconds, new Map(base.map((one) => [one.second, msOf(one)]))),
    ],
  })
  const memory = (
    label: string,
    colour: string,
    bytesOf: (one: ServerSeconds[number]) => number,
  ): Curve[] => [
    { label, colour, values: server.map((one) => bytesOf(one) / MEBIBYTE) },
    ...baseCurve(seconds, new Map(base.map((one) => [one.second, bytesOf(one) / MEBIBYTE])), {
      ...{ label: `${label}, base`, colour },
    }),
  ]
  const resident = memory('resident', COLOURS.blue, ({ rssBytes }) => rssBytes)
  const heap = memory('heap', COLOURS.orange, ({ heapUsedBytes }) => heapUsedBytes)
  return [
    timed(
      SERVER_METRICS.eventLoop,
      'Event loop of the server, 99th percentile (ms)',
      ({ eventLoopP99Ms }) => eventLoopP99Ms,
    ),
    timed(SERVER_METRICS.writes, 'Writes of the server, 99th percentile (ms)', writesOf),
    {
      ...{ title: 'Memory of the server (MiB)', unit: 'MiB', seconds },
      curves: [...resident, ...heap],
      ...(resident.length > 1 && {
        legend: {
          columns: RUNS,
          rows: [
            { name: 'resident', colour: COLOURS.blue, cells: [1, 2] },
            { name: 'heap', colour: COLOURS.orange, cells: [3, 4] },
          ],
        },
      }),
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
    ...{ title, unit: 'ms', seconds },
    ...(isOne && { metric: only }),
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
function baseCurve(
  seconds: readonly number[],
  base: ReadonlyMap<number, number | null>,
  look: Pick<Curve, 'label' | 'colour'> = { label: 'base', colour: BASE_COLOUR },
): Curve[] {
  const values = seconds.map((second) => base.get(second) ?? null)
  return values.every((value) => value === null) ? [] : [{ ...look, values, dash: BASE_DASH }]
}

/** By which links find the chart of a metric. */
export const chartId = (metric: string): string => `chart-${metric.replace(/[^\w.]/g, '-')}`

/** Draws a chart over the seconds of the run; the warm-up, which does not count, is shaded. */
export function drawChart(chart: Chart, { warmupMs, isLog: isWanted }: Look): Plot {
  const { title, seconds, span, curves: all, unit, metric, legend } = chart
  const [first, last] = span
  const isLog = unit === 'ms' && isWanted
  const most = highestOf(all)
  const isBeyond = ({ isLimit, values: [limit] }: Curve) => !isLog && isLimit && (limit ?? 0) > most
  // What is not in the picture is not in its legend either.
  const curves = all.filter((curve) => !isBeyond(curve))
  const log = isLog ? logScale(curves.flatMap(({ values }) => values)) : undefined
  return drawPlot({
    title,
    note: beyondText(all.filter(isBeyond)),
    sync: 'seconds',
    // A second is drawn in its middle: the first one that counts is not shaded.
    ...(warmupMs > 0 && { shadedTo: Math.ceil(warmupMs / 1000) - 0.5 }),
    ...(unit !== undefined && { unit }),
    ...(metric !== undefined && { id: chartId(metric) }),
    ...(legend !== undefined && { legend }),
    scales: {
      // Half a second more at each end: columns are as wide as that.
      x: { time: false, range: () => [first - 0.5, last + 0.5] },
      y: log?.scale ?? { range: () => [0, Math.max(1, most * 1.05)] },
    },
    axes: [
      { ...axis(), incrs: SECONDS, ...named('second') },
      { ...valueAxis(), incrs: VALUES, ...log?.axis },
    ],
    series: [{ label: 'second' }, ...curves.map((curve) => seriesOf(curve, unit))],
    data: [
      [...seconds],
      ...curves.map(({ values, isColumn }, index) => {
        if (isColumn) return values.map((_, at) => heightAt(curves.slice(index), at))
        return values.map((value) => (isLog && value !== null ? Math.max(LEAST_MS, value) : value))
      }),
    ],
    table: {
      titles: ['second', ...all.map(({ label }) => label)],
      rows: () =>
        seconds.map((second, at) => [String(second), ...all.map(({ values }) => readable(values[at]))]),
    },
  })
}

function seriesOf({ label, colour, values, isColumn, dash }: Curve, unit: Chart['unit']): uPlot.Series {
  const columns = uPlot.paths.bars?.({ size: [0.8, 40] })
  return {
    ...{ label, stroke: colour },
    // What is drawn may be a sum, or above zero on a scale that has none; what is read is the value itself.
    value: (_plot: unknown, _drawn: unknown, ...[, at]: [series: number, at: number | null]) =>
      withUnit(at === null ? null : values[at], unit),
    ...(isColumn && {
      ...{ fill: colour, width: 0, points: { show: false } },
      ...(columns !== undefined && { paths: columns }),
    }),
    ...(dash !== undefined && { dash: [...dash], points: { show: false } }),
  }
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
function beyondText(limits: readonly Curve[]): string {
  const beyond = limits.map(({ values: [limit] }) => withUnit(limit, 'ms'))
  return beyond.length === 0 ? '' : `↑ limit ${beyond.join(', ')}: above this chart`
}

/** How high a column reaches: it is drawn behind those after it, and stands on them. */
const heightAt = (curves: readonly Curve[], at: number): number =>
  curves.reduce((sum, { isColumn, values }) => sum + (isColumn ? (values[at] ?? 0) : 0), 0)
