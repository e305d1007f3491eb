import type uPlot from 'uplot'
import { BASE_DASH, COLOURS, RUNS } from './charts.js'
import type { Legend } from './legend.js'
import { logScale } from './log-scale.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'
import { axis, drawPlot, type Plot, readable, valueAxis } from './plot.js'
import { metricText, numberText, parseLimit } from './words.js'

/** As HdrHistogram plots percentiles: 90, 99 and 99.9 are equally far apart. */
const tailOf = (percentile: number): number => 100 / (100 - percentile)
const MOST_CURVES = 10
/** A limit that is this much higher than all that was measured would press it to the ground. */
const FAR = 1.5
/** Which percentiles are written on the axis. */
const NAMED = [0, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999].map(tailOf)
const PERCENTILES: Readonly<Record<string, number>> = { p50: 50, p90: 90, p95: 95, p99: 99, p999: 99.9 }

type PercentileLimit = {
  readonly metric: string
  readonly label: string
  /** `300 ms at p95` */
  readonly allowed: string
  readonly tail: number
  readonly limit: number
}

/** Limits of times at a percentile: up to there a curve has to stay below. */
const limitsOf = (thresholds: LoadTestPageData['thresholds']): PercentileLimit[] =>
  thresholds.flatMap(({ threshold }) => {
    const parsed = parseLimit(threshold)
    const percentile = PERCENTILES[parsed?.statistic ?? '']
    if (parsed === null || percentile === undefined || !parsed.operator.startsWith('<') || parsed.limit <= 0)
      return []
    const [limit, allowed] = [parsed.limit, `${numberText(parsed.limit)} ms at ${parsed.statistic}`]
    const label = `limit of ${metricText(parsed.metric)}, ${allowed}`
    return [{ metric: parsed.metric, label, allowed, tail: tailOf(percentile), limit }]
  })

type Drawn = Pick<LoadTestPageData, 'metrics' | 'thresholds' | 'baseRun'> & { readonly isLog: boolean }

/** All metrics that were timed over their percentiles, which are drawn as HdrHistogram does; null if none was. */
export function drawPercentiles({ metrics, thresholds, baseRun, isLog }: Drawn): Plot | null {
  const timed = metrics.filter(isTimed).slice(0, MOST_CURVES)
  if (timed.length === 0) return null
  const limits = limitsOf(thresholds)
  const base = (baseRun?.metrics ?? []).filter(isTimed).filter((row) => hasMetric(timed, row.metric))
  const read = [...timed, ...base].flatMap(({ distribution = [] }) =>
    distribution.map(({ percentile }) => tailOf(percentile)),
  )
  const tails = [...new Set([...read, ...limits.map(({ tail }) => tail)])].sort((a, b) => a - b)
  const last = tails.at(-1) ?? 1
  const allowedBy = ({ tail, limit }: PercentileLimit) => tails.map((at) => (at <= tail ? limit : null))
  const values = [...timed, ...base].map((row) => valuesAt(row, tails))
  const { most, far } = heightOf(values, limits)
  const drawn = isLog ? limits : limits.filter((one) => !far.includes(one))
  const log = isLog ? logScale([...values.flat(), ...drawn.map(({ limit }) => limit)]) : undefined
  /** Each metric beside its base. */
  const pairs = timed.flatMap((row, at) => {
    const other = base.findIndex(({ metric }) => metric === row.metric)
    const own = { title: metricText(row.metric), values: values[at] ?? [] }
    return other < 0 ? [own] : [own, { title: baseLabel(row), values: values[timed.length + other] ?? [] }]
  })
  return drawPlot({
    title: 'Milliseconds at each percentile',
    height: 340,
    unit: 'ms',
    note: isLog || far.length === 0 ? '' : `↑ above this chart: ${far.map(({ label }) => label).join(', ')}`,
    scales: {
      x: { time: false, distr: 3, range: [1, Math.max(2, last)] },
      y: log?.scale ?? { range: () => [0, most * 1.05] },
    },
    axes: [
      {
        ...axis(),
        size: 32,
        splits: () => NAMED.filter((tail) => tail <= last),
        filter: (_: uPlot, splits: number[]) => splits,
        values: (_: uPlot, splits: number[]) => splits.map(percentileText),
      },
      { ...valueAxis(), ...log?.axis },
    ],
    series: seriesOf({ timed, base, limits: drawn }),
    data: [tails, ...values, ...drawn.map(allowedBy)],
    legend: legendOf({ timed, base, limits: drawn }, tails),
    table: {
      titles: ['percentile', ...pairs.map(({ title }) => title)],
      rows: () =>
        tails.map((tail, at) => [percentileText(tail), ...pairs.map((pair) => readable(pair.values[at]))]),
      place: (at) => percentileText(tails[at] ?? null),
    },
  })
}

/** Up to where a linear scale goes, and the limits beyond it. */
function heightOf(values: readonly (number | null)[][], limits: readonly PercentileLimit[]) {
  const highest = values.flat().reduce<number>((a, b) => Math.max(a, b ?? 0), 1)
  const isNear = ({ limit }: PercentileLimit) => limit <= highest * FAR
  return {
    most: limits.filter(isNear).reduce((a, { limit }) => Math.max(a, limit), highest),
    far: limits.filter((one) => !isNear(one)),
  }
}

const baseLabel = ({ metric }: MetricRow): string => `${metricText(metric)}, base`

type Curves = {
  readonly timed: readonly MetricRow[]
  readonly base: readonly MetricRow[]
  readonly limits: readonly PercentileLimit[]
}

const DRAWN = Object.values(COLOURS).filter((colour) => colour !== COLOURS.red)
/** A colour for each metric, which its base and its limits share. */
function colourIn(timed: readonly MetricRow[], metric: string): string {
  const at = timed.findIndex((row) => row.metric === metric)
  return DRAWN[at % DRAWN.length] ?? COLOURS.red
}

function seriesOf({ timed, base, limits }: Curves): uPlot.Series[] {
  return [
    {},
    ...timed.map(({ metric }, index) => ({
      stroke: colourIn(timed, metric),
      ...(index >= DRAWN.length && { dash: [6, 4] }),
      spanGaps: true,
    })),
    ...base.map(({ metric }) => ({
      ...{ stroke: colourIn(timed, metric), dash: BASE_DASH },
      ...{ points: { show: false }, spanGaps: true },
    })),
    // In the colour of the curve that has to stay below.
    ...limits.map(({ metric }) => ({
      ...{ stroke: colourIn(timed, metric), dash: [8, 4], points: { show: false } },
    })),
  ]
}

/** A row for each metric: this run, its base, and the limits that are drawn. While nothing is read, it tells the 95th percentile. */
function legendOf({ timed, base, limits }: Curves, tails: readonly number[]): Legend {
  const resting = tails.indexOf(tailOf(95))
  const [own, other] = RUNS
  const hasBase = base.length > 0
  const baseOf = (metric: string) => base.findIndex((row) => row.metric === metric)
  return {
    columns: [
      ...(own === undefined ? [] : [own]),
      ...(hasBase && other !== undefined ? [other] : []),
      ...(limits.length > 0 ? [{ title: 'limit', line: 'dashed' as const }] : []),
    ],
    rows: timed.map(({ metric }, at) => ({
      ...{ name: metricText(metric), colour: colourIn(timed, metric) },
      cells: [
        at + 1,
        ...(hasBase ? [baseOf(metric) < 0 ? null : timed.length + baseOf(metric) + 1] : []),
        ...(limits.length > 0
          ? [
              limits
                .filter((limit) => limit.metric === metric)
                // A number stays with its unit.
                .map(({ allowed }) => allowed.replace(' ms at ', '\u00a0ms at\u00a0'))
                .join(', '),
            ]
          : []),
      ],
    })),
    ...(resting >= 0 && { resting }),
  }
}

const hasMetric = (rows: readonly MetricRow[], wanted: string): boolean =>
  rows.some(({ metric }) => metric === wanted)

const isTimed = ({ max, distribution = [] }: MetricRow): boolean => max > 0 && distribution.length > 1

function valuesAt({ distribution = [] }: MetricRow, tails: readonly number[]): (number | null)[] {
  const values = new Map(distribution.map(({ percentile, ms }) => [tailOf(percentile), ms]))
  return tails.map((tail) => values.get(tail) || null)
}

/** `90%` for 10, `99.9%` for 1000. */
const percentileText = (tail: number | null): string =>
  tail === null || tail < 1 ? '' : `${Number((100 - 100 / tail).toPrecision(6))}%`
