import { BoundedError } from '../contract/bounded-error.js'
import { isMetric } from './metrics.js'
import type { ScenarioStep } from './scenario.js'
import type { MetricSummary } from './statistics.js'

const STATISTICS = [
  'count',
  'errors',
  'perSecond',
  'min',
  'mean',
  'p50',
  'p90',
  'p95',
  'p99',
  'p999',
  'max',
] as const

/** Errors of `turn.complete` that can be counted alone. */
const CAUSES = ['unexpected', 'model_failed'] as const
type Cause = (typeof CAUSES)[number]
type Statistic = (typeof STATISTICS)[number] | Cause

const COMPARE = {
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
} as const
type Operator = keyof typeof COMPARE

/** What has to hold of a run, as `turn.first_text.p95<300`. */
export type Threshold = {
  readonly text: string
  readonly metric: string
  readonly statistic: Statistic
  readonly operator: Operator
  readonly limit: number
}

/** `value` null: nothing was measured that it could be held against, so it does not hold. */
export type Verdict = { readonly threshold: string; readonly value: number | null; readonly isMet: boolean }

/** Why a text is no threshold, as a sentence. */
export class ThresholdError extends BoundedError {
  override readonly name = 'ThresholdError'
}

const THRESHOLD_PATTERN = /^(.+)\.(\w+)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)$/

/** Reads a threshold. Throws a ThresholdError when it is none, or of a metric that the scenario does not have. */
export function parseThreshold(text: string, routes: readonly string[]): Threshold {
  const [, metric = '', statistic = '', operator = '', limit = ''] = THRESHOLD_PATTERN.exec(text.trim()) ?? []
  if (metric === '') throw new ThresholdError(`"${text}" is no threshold; one is turn.first_text.p95<300`)
  if (!isMetric(metric, routes)) throw new ThresholdError(`"${text}": there is no metric ${metric}`)
  const all: readonly Statistic[] = metric === 'turn.complete' ? [...STATISTICS, ...CAUSES] : STATISTICS
  const known = all.find((one) => one === statistic)
  if (known === undefined) {
    throw new ThresholdError(`"${text}": there is no ${statistic}; there is ${all.join(', ')}`)
  }
  // The form lets no other operator through.
  return { text: text.trim(), metric, statistic: known, operator: operator as Operator, limit: Number(limit) }
}

const FAILED_EXPECTATIONS = 'turn.complete.unexpected<=0'

/** What has to hold though nobody said so: replies are what the scenario expects, unless it allows others itself. */
export const impliedThresholds = (steps: readonly ScenarioStep[], own: readonly Threshold[]): Threshold[] => {
  const expects = steps.some((step) => 'script' in step || ('expect' in step && step.expect !== undefined))
  return expects && !limitsFailureCause(own, 'unexpected') ? [parseThreshold(FAILED_EXPECTATIONS, [])] : []
}

/** Whether thresholds say themselves how many turns may fail for this cause. */
export const limitsFailureCause = (thresholds: readonly Threshold[], cause: Cause): boolean =>
  thresholds.some(
    ({ metric, statistic }) => metric === 'turn.complete' && (statistic === 'errors' || statistic === cause),
  )

/** Holds a run against its thresholds. */
export const evaluateThresholds = (
  thresholds: readonly Threshold[],
  summaries: readonly MetricSummary[],
): Verdict[] =>
  thresholds.map(({ text, metric, statistic, operator, limit }) => {
    const value = statisticValue(
      summaries.find((summary) => summary.metric === metric),
      statistic,
    )
    return { threshold: text, value, isMet: value !== null && COMPARE[operator](value, limit) }
  })

/** What only counts is zero when nothing came; a time is nothing then. */
function statisticValue(summary: MetricSummary | undefined, statistic: Statistic): number | null {
  if (statistic === 'unexpected' || statistic === 'model_failed') return summary?.errors[statistic] ?? 0
  const isTime = statistic !== 'count' && statistic !== 'errors' && statistic !== 'perSecond'
  if (summary === undefined) return isTime ? null : 0
  if (statistic === 'errors') return Object.values(summary.errors).reduce((a, b) => a + b, 0)
  return isTime && summary.count === 0 ? null : summary[statistic]
}
