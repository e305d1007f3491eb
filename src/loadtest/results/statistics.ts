import { build, type Histogram } from 'hdr-histogram-js'
import { COUNTER_METRICS, type Metric, type Sample } from './metrics.js'

/** One hour in microseconds; longer times are clamped. */
const LONGEST_US = 3_600_000_000
const DIGITS = 3
const US = 1000

/** The distribution of one metric over a run, in milliseconds; failures are counted without their times. */
export type MetricSummary = {
  readonly metric: Metric
  readonly count: number
  /** Number of occurrences of each error. */
  readonly errors: Readonly<Record<string, number>>
  readonly perSecond: number
  readonly min: number
  readonly mean: number
  readonly p50: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
  readonly p999: number
  readonly max: number
  /** The values at rising percentiles, ever closer to 100, as HdrHistogram plots them; empty without any sample. */
  readonly distribution: { readonly percentile: number; readonly ms: number }[]
}

/** Where a distribution is read: evenly on the scale of 1 / (1 - p). */
const PERCENTILES = [0, 25, 50, 75, 87.5, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99, 99.999]

export type Statistics = {
  add(sample: Sample): void
  /** The metrics that have samples, sorted by name; rates are over `overMs`. */
  summarise(overMs: number): MetricSummary[]
}

/**
 * Collects distributions in high dynamic range histograms (G. Tene; three digits, 1 µs to 1 h), whose memory does not
 * grow with the length of the run.
 */
export function createStatistics(): Statistics {
  const distributions = new Map<
    Metric,
    { readonly histogram: Histogram; readonly errors: Map<string, number> }
  >()
  const of = (metric: Metric) => {
    const known = distributions.get(metric)
    if (known !== undefined) return known
    const created = { histogram: newHistogram(), errors: new Map<string, number>() }
    distributions.set(metric, created)
    return created
  }
  return {
    add({ metric, ms, error }) {
      const { histogram, errors } = of(metric)
      if (error === null) histogram.recordValue(Math.min(LONGEST_US, Math.max(0, Math.round(ms * US))))
      else errors.set(error, (errors.get(error) ?? 0) + 1)
    },
    summarise: (overMs) =>
      [...distributions]
        .map(([metric, { histogram, errors }]) => summary(metric, histogram, { errors, overMs }))
        .sort((a, b) => a.metric.localeCompare(b.metric)),
  }
}

const newHistogram = (): Histogram =>
  build({
    bitBucketSize: 64,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_US,
    numberOfSignificantValueDigits: DIGITS,
  })

function summary(
  metric: Metric,
  histogram: Histogram,
  { errors, overMs }: { errors: ReadonlyMap<string, number>; overMs: number },
): MetricSummary {
  const count = histogram.totalCount
  const at = (percentile: number) => (count === 0 ? 0 : histogram.getValueAtPercentile(percentile) / US)
  return {
    metric,
    count: COUNTER_METRICS.has(metric) ? count + sum(errors) : count,
    errors: Object.fromEntries(errors),
    perSecond: overMs > 0 ? round((count * 1000) / overMs) : 0,
    min: at(0),
    mean: round(histogram.mean / US),
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    max: count === 0 ? 0 : histogram.maxValue / US,
    // Beyond the last sample there is nothing to read.
    distribution: PERCENTILES.filter((percentile) => (count * (100 - percentile)) / 100 >= 1).map(
      (percentile) => ({
        percentile,
        ms: at(percentile),
      }),
    ),
  }
}

const sum = (errors: ReadonlyMap<string, number>): number => [...errors.values()].reduce((a, b) => a + b, 0)
const round = (value: number): number => (Number.isFinite(value) ? Math.round(value * US) / US : 0)
