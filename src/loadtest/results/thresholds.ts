import { BoundedError } from '../../contract/bounded-error.js'
import type { ScenarioStep } from '../scenario/scenario.js'
import { isMetric, type Routes } from './metrics.js'
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

/** Errors of `turn.complete` that have a statistic of their own. */
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

/** A condition on a run, such as `turn.first_text.p95<300`. */
export type Threshold = {
  readonly text: string
  readonly metric: string
  readonly statistic: Statistic
  readonly operator: Operator
  readonly limit: number
}

/** `value` is null when nothing was measured; the threshold is then not met. */
export type Verdict = { readonly threshold: string; readonly value: number | null; readonly isMet: boolean }

/** An invalid threshold; the message is a sentence. */
export class ThresholdError extends BoundedError {
  override readonly name = 'ThresholdError'
}

const THRESHOLD_PATTERN = /^(.+)\.(\w+)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)$/

/** Parses a threshold. Throws a ThresholdError when it is invalid or of a metric that the scenario does not have. */
export function parseThreshold(text: string, routes: Routes): Threshold {
  const [, metric = '', statistic = '', operator = '', limit = ''] = THRESHOLD_PATTERN.exec(text.trim()) ?? []
  if (metric === '') throw new ThresholdError(`"${text}" is not a threshold such as turn.first_text.p95<300`)
  if (!isMetric(metric, routes)) throw new ThresholdError(`"${text}": unknown metric ${metric}`)
  const all: readonly Statistic[] = metric === 'turn.complete' ? [...STATISTICS, ...CAUSES] : STATISTICS
  const known = all.find((one) => one === statistic)
  if (known === undefined) {
    throw new ThresholdError(`"${text}": unknown statistic ${statistic}; use one of ${all.join(', ')}`)
  }
  // The pattern admits no other operator.
  return { text: text.trim(), metric, statistic: known, operator: operator as Operator, limit: Number(limit) }
}

const FAILED_EXPECTATIONS = 'turn.complete.unexpected<=0'

/** Default threshold: replies meet the expectations of the scenario, unless its own thresholds allow failures. */
export const impliedThresholds = (steps: readonly ScenarioStep[], own: readonly Threshold[]): Threshold[] => {
  const expects = steps.some((step) => 'script' in step || ('expect' in step && step.expect !== undefined))
  return expects && !limitsFailureCause(own, 'unexpected') ? [parseThreshold(FAILED_EXPECTATIONS, [])] : []
}

/** Whether thresholds limit the turns that fail for this cause. */
export const limitsFailureCause = (thresholds: readonly Threshold[], cause: Cause): boolean =>
  thresholds.some(
    ({ metric, statistic }) => metric === 'turn.complete' && (statistic === 'errors' || statistic === cause),
  )

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

/** Without samples a count is 0 and a time is null. */
function statisticValue(summary: MetricSummary | undefined, statistic: Statistic): number | null {
  if (statistic === 'unexpected' || statistic === 'model_failed') return summary?.errors[statistic] ?? 0
  const isTime = statistic !== 'count' && statistic !== 'errors' && statistic !== 'perSecond'
  if (summary === undefined) return isTime ? null : 0
  if (statistic === 'errors') return Object.values(summary.errors).reduce((a, b) => a + b, 0)
  return isTime && summary.count === 0 ? null : summary[statistic]
}
