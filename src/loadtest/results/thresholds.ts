import { BoundedError } from '../../contract/bounded-error.js'
import { type Label, splitLabelledMetric } from '../scenario/labels.js'
import type { ScenarioStep } from '../scenario/steps.js'
import { isMetric, type Routes } from './metrics.js'
import type { CheckResult } from './result.js'
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
/** Statistics of the checks; `rate` is the share that passed, from 0 to 1. */
const CHECK_STATISTICS = ['passes', 'failures', 'rate'] as const
type CheckStatistic = (typeof CHECK_STATISTICS)[number]
type Statistic = (typeof STATISTICS)[number] | Cause | CheckStatistic
const CHECKS = 'checks'

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
  /** With its label, if there is one: `turn.first_text{step:greeting}`. */
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
export function parseThreshold(text: string, routes: Routes, labels: readonly Label[] = []): Threshold {
  const [, metric = '', statistic = '', operator = '', limit = ''] = THRESHOLD_PATTERN.exec(text.trim()) ?? []
  if (metric === '') throw new ThresholdError(`"${text}" is not a threshold such as turn.first_text.p95<300`)
  const base = metricWithoutLabel(metric, routes === 'any' ? 'any' : labels)
  if (base !== CHECKS && !isMetric(base, routes)) throw new ThresholdError(`"${text}": ${unknown(metric)}`)
  const all = statisticsOf(base)
  const known = all.find((one) => one === statistic)
  if (known === undefined) {
    throw new ThresholdError(`"${text}": unknown statistic ${statistic}; use one of ${all.join(', ')}`)
  }
  // The pattern admits no other operator.
  return { text: text.trim(), metric, statistic: known, operator: operator as Operator, limit: Number(limit) }
}

/** The metric that a label is of; the whole text where it is none of the labels. */
function metricWithoutLabel(text: string, labels: readonly Label[] | 'any'): string {
  const { metric, label } = splitLabelledMetric(text)
  if (label === null) return text
  const isKnown =
    labels === 'any' || labels.some(({ name, value }) => name === label.name && value === label.value)
  return isKnown ? metric : text
}

function unknown(metric: string): string {
  const { metric: base, label } = splitLabelledMetric(metric)
  return label !== null && (base === CHECKS || isMetric(base, 'any'))
    ? `no step has ${label.name} ${label.value}`
    : `unknown metric ${metric}`
}

function statisticsOf(metric: string): readonly Statistic[] {
  if (metric === CHECKS) return CHECK_STATISTICS
  return metric === 'turn.complete' ? [...STATISTICS, ...CAUSES] : STATISTICS
}

const FAILED_EXPECTATIONS = 'turn.complete.unexpected<=0'

/** Default threshold: replies meet the expectations of the scenario, unless its own thresholds allow failures. */
export const impliedThresholds = (steps: readonly ScenarioStep[], own: readonly Threshold[]): Threshold[] => {
  const expects = steps.some((step) => 'script' in step || ('expect' in step && step.expect !== undefined))
  const isLimited = limitsFailureCause(own, 'unexpected') || own.some(({ metric }) => metric === CHECKS)
  return expects && !isLimited ? [parseThreshold(FAILED_EXPECTATIONS, [])] : []
}

/** Whether thresholds limit the turns that fail for this cause. */
export const limitsFailureCause = (thresholds: readonly Threshold[], cause: Cause): boolean =>
  thresholds.some(
    ({ metric, statistic }) => metric === 'turn.complete' && (statistic === 'errors' || statistic === cause),
  )

export const evaluateThresholds = (
  thresholds: readonly Threshold[],
  { metrics, submetrics = [], checks = [] }: Measured,
): Verdict[] =>
  thresholds.map(({ text, metric, statistic, operator, limit }) => {
    const value = isCheckStatistic(statistic)
      ? checkValue(checks, metric, statistic)
      : statisticValue(
          [...metrics, ...submetrics].find((summary) => summary.metric === metric),
          statistic,
        )
    return { threshold: text, value, isMet: value !== null && COMPARE[operator](value, limit) }
  })

type Summary = Omit<MetricSummary, 'distribution'>
type Measured = {
  readonly metrics: readonly Summary[]
  readonly submetrics?: readonly Summary[] | undefined
  readonly checks?: readonly CheckResult[] | undefined
}

const isCheckStatistic = (statistic: Statistic): statistic is CheckStatistic =>
  CHECK_STATISTICS.some((one) => one === statistic)

/** Of the checks with the label, or of all. Without any the rate is null. */
function checkValue(
  checks: readonly CheckResult[],
  metric: string,
  statistic: CheckStatistic,
): number | null {
  const { label } = splitLabelledMetric(metric)
  const judged = checks.filter(({ labels }) => label === null || labels[label.name] === label.value)
  const passes = judged.reduce((sum, one) => sum + one.passes, 0)
  const failures = judged.reduce((sum, one) => sum + one.failures, 0)
  if (statistic === 'passes') return passes
  if (statistic === 'failures') return failures
  return passes + failures === 0 ? null : passes / (passes + failures)
}

/** Without samples a count is 0 and a time is null. */
function statisticValue(
  summary: Summary | undefined,
  statistic: Exclude<Statistic, CheckStatistic>,
): number | null {
  if (statistic === 'unexpected' || statistic === 'model_failed') return summary?.errors[statistic] ?? 0
  const isTime = statistic !== 'count' && statistic !== 'errors' && statistic !== 'perSecond'
  if (summary === undefined) return isTime ? null : 0
  if (statistic === 'errors') return Object.values(summary.errors).reduce((a, b) => a + b, 0)
  return isTime && summary.count === 0 ? null : summary[statistic]
}
