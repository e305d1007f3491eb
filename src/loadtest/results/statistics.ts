import { build, type Histogram } from 'hdr-histogram-js'
import { COUNTER_METRICS, type CountedTime, isSessionMetric, type Sample } from './metrics.js'
import {
  createTimeCounter,
  LONGEST_US,
  type TimeBuckets,
  type TimeCounter,
  toMicroseconds,
} from './time-buckets.js'

const DIGITS = 3
const US = 1000

/** The distribution of one metric over a run, in milliseconds; failures are counted without their times. */
export type MetricSummary = {
  readonly metric: string
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

/** What was counted of a metric, so that it can be added to what others have counted. */
export type MetricCounts = {
  readonly metric: string
  readonly times: TimeBuckets
  readonly maxMs: number
  readonly errors: Readonly<Record<string, number>>
}

export type Statistics = {
  add(sample: Sample): void
  /** Adds what another machine has counted. */
  addCounts(counts: MetricCounts): void
  counts(): MetricCounts[]
  /** The metrics that have samples, sorted by name. */
  summarise(counted: CountedTime): MetricSummary[]
}

/**
 * Collects distributions in the buckets of high dynamic range histograms (G. Tene; three digits, 1 µs to 1 h), whose memory
 * does not grow with the length of the run.
 */
export function createStatistics(): Statistics {
  const distributions = new Map<string, Distribution>()
  const of = (metric: string) => {
    const known = distributions.get(metric)
    if (known !== undefined) return known
    const created = { times: createTimeCounter(), maxMs: 0, errors: new Map() }
    distributions.set(metric, created)
    return created
  }
  const countError = (errors: Map<string, number>, error: string, times: number) =>
    errors.set(error, (errors.get(error) ?? 0) + times)
  return {
    add({ metric, ms, error }) {
      const own = of(metric)
      if (error !== null) return void countError(own.errors, error, 1)
      own.times.add(ms)
      own.maxMs = Math.max(own.maxMs, toMicroseconds(ms) / US)
    },
    addCounts({ metric, times, maxMs, errors }) {
      const own = of(metric)
      own.times.addBuckets(times)
      own.maxMs = Math.max(own.maxMs, maxMs)
      for (const [error, count] of Object.entries(errors)) countError(own.errors, error, count)
    },
    counts: () =>
      [...distributions].map(([metric, { times, maxMs, errors }]) => ({
        metric,
        times: times.buckets(),
        maxMs,
        errors: Object.fromEntries(errors),
      })),
    summarise({ ms, sessionsMs }) {
      const histogram = newHistogram()
      return [...distributions]
        .map(([metric, one]) => {
          histogram.reset()
          for (const [us = 0, count = 0] of one.times.buckets()) histogram.recordValueWithCount(us, count)
          return summary(metric, { ...one, histogram }, isSessionMetric(metric) ? sessionsMs : ms)
        })
        .sort((a, b) => a.metric.localeCompare(b.metric))
    },
  }
}

type Distribution = {
  readonly times: TimeCounter
  maxMs: number
  readonly errors: Map<string, number>
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
  metric: string,
  { histogram, maxMs, errors }: Pick<Distribution, 'maxMs' | 'errors'> & { readonly histogram: Histogram },
  overMs: number,
): MetricSummary {
  const count = histogram.totalCount
  // The histogram gives the end of a bucket, which may be above the longest time that was measured.
  const at = (percentile: number) =>
    count === 0 ? 0 : Math.min(maxMs, histogram.getValueAtPercentile(percentile) / US)
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
    max: maxMs,
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
