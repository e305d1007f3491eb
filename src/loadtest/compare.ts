import type { LoadTestResult, MetricComparison } from './result.js'

const COMPARED = ['p50', 'p95', 'p99', 'count'] as const

/** How a run differs from another, for the metrics that both have. */
export const compareResults = (
  base: Pick<LoadTestResult, 'metrics'>,
  run: Pick<LoadTestResult, 'metrics'>,
): MetricComparison[] =>
  run.metrics.flatMap((metric) => {
    const before = base.metrics.find((one) => one.metric === metric.metric)
    if (before === undefined) return []
    return COMPARED.map((statistic) => ({
      metric: metric.metric,
      statistic,
      base: before[statistic],
      value: metric[statistic],
      ratio: before[statistic] === 0 ? null : metric[statistic] / before[statistic],
    }))
  })
