import { baseAtLimit, limitInBase, slipsOf, wouldPassAsBase } from './base-limits.js'
import { baseFailedText, comparedOutcome, sameInBase, worseThanBase } from './comparison.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'
import {
  capitalised,
  causeText,
  isLimitOfTimes,
  type Limit,
  metricText,
  msText,
  numberText,
  parseLimit,
  statisticText,
  thresholdText,
  UNWANTED,
} from './words.js'

const MOST_ERRORS = 5

export type Verdict = {
  /** In a sentence. */
  readonly text: string
  /** The threshold as the scenario has it. */
  readonly source?: string
  /** How the base did. */
  readonly base?: string
  readonly isGood: boolean
}

const hasMissed = ({ thresholds }: LoadTestPageData): boolean => thresholds.some(({ isMet }) => !isMet)

/** For the title: both are said if both are so. */
export function outcomeOf(data: LoadTestPageData): string {
  const ending = hasMissed(data) ? 'failed' : 'passed'
  if (data.isValid) return ending
  return hasMissed(data) ? 'failed, and not valid' : 'not valid'
}

export function titleOf(data: LoadTestPageData): string {
  if (hasMissed(data)) return 'Why it failed'
  return data.isValid ? 'Verdict' : 'Why it does not count'
}

/** Whether the run may be relied on, in short sentences. */
export function outcomeText(data: LoadTestPageData): string {
  const { isValid, thresholds } = data
  const missed = thresholds.filter(({ isMet }) => !isMet).length
  const all = thresholds.length
  const failed = all === 1 ? 'the limit was' : `${missed} of ${all} limits ${missed === 1 ? 'was' : 'were'}`
  if (!isValid)
    return 'Not valid: the load test itself was too slow. Run it again before you judge by its times.'
  if (missed === 0)
    return [metText(data), sentenceOf(comparedOutcome(data))].filter((one) => one !== '').join(' ')
  const slip = slipText(data)
  const isExcused = (slip !== '' || (worseThanBase(data) ?? 0) === 0) && wouldPassAsBase(data)
  return [
    missedText(data) ?? `Failed: ${failed} missed.`,
    slip,
    // With both numbers that is plain.
    ...(isExcused && !slip.includes('the base had') ? ['With the limits of the base it would pass.'] : []),
    sentenceOf(comparedText(data)),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const sentenceOf = (text: string): string => (text === '' ? '' : `${capitalised(text)}.`)

/** That all limits were met, and what was measured of the time that is nearest to its own. */
function metText({ thresholds }: LoadTestPageData): string {
  const all = thresholds.length
  if (all === 0) return 'No limits were set.'
  const times = thresholds.flatMap(({ threshold, value }) => {
    const limit = parseLimit(threshold)
    return limit === null || value === null || !isLimitOfTimes(threshold) ? [] : [{ ...limit, value }]
  })
  const [first] = times.sort((a, b) => b.value * a.limit - a.value * b.limit)
  const nearest = first === undefined ? '' : tookText(first)
  if (all === 1) return `Passed: ${nearest === '' ? 'the limit was met' : nearest}.`
  const met = `Passed: ${all === 2 ? 'both' : `all ${all}`} limits were met`
  if (nearest === '') return `${met}.`
  return times.length === 1 ? `${met}; ${nearest}.` : `${met}; nearest to its limit: ${nearest}.`
}

/** How a run that failed stands to the base: that the one time that failed is the same there, if something else is worse. */
function comparedText(data: LoadTestPageData): string {
  const [missed, ...others] = data.thresholds.filter(({ isMet }) => !isMet)
  const { metric, statistic } = parseLimit(missed?.threshold ?? '') ?? {}
  if (metric === undefined || statistic === undefined || others.length > 0) return comparedOutcome(data)
  const base = worseThanBase(data) === 0 ? undefined : sameInBase(data, metric, statistic)
  if (base === undefined || !isLimitOfTimes(missed?.threshold ?? '')) return comparedOutcome(data)
  return `what failed is as in the base (${msText(base)})${baseFailedText(data)}, but ${comparedOutcome(data, true)}`
}

/** `the first text of a reply took 41 ms (p95), and the limit is 20 ms`. */
const tookText = ({ metric, statistic, limit, value }: Limit & { readonly value: number }): string =>
  `${metricText(metric)} took ${msText(value)} (${statisticText(statistic)}), and the limit is ${msText(limit)}`

/** What was measured of the one limit of times that was missed, and what it is; of others, how many they are is enough. */
function missedText({ thresholds }: LoadTestPageData): string | undefined {
  const [missed, ...others] = thresholds.filter(({ isMet }) => !isMet)
  if (missed === undefined || others.length > 0 || missed.value === null) return undefined
  const limit = parseLimit(missed.threshold)
  if (limit === null || !isLimitOfTimes(missed.threshold)) return undefined
  return `Failed: ${tookText({ ...limit, value: missed.value })}.`
}

/** Whether the limits that were missed look like slips, and what the base had in place of the only one. */
function slipText(data: LoadTestPageData): string {
  const [slip, ...others] = slipsOf(data)
  if (slip === undefined) return ''
  if (others.length > 0) return 'These limits look like slips.'
  const other = parseLimit(limitInBase(data, slip) ?? '')
  const base = other === null ? '' : ` (the base had ${msText(other.limit)})`
  return `That limit looks like a slip${base}.`
}

/** What went wrong, the worst first: thresholds, errors as far as the run failed, then what was met. */
export function verdictsOf(data: LoadTestPageData): Verdict[] {
  const { isValid, thresholds } = data
  const missed = thresholds.filter(({ isMet }) => !isMet)
  const met = thresholds.filter(({ isMet }) => isMet)
  const errors = isValid && missed.length === 0 ? [] : errorsOf(data)
  const none = { text: 'No limits were set, so nothing could fail.', isGood: true }
  return [
    ...missed.map((one) => {
      const error = errors.find((own) => isLimitOf(one.threshold, own))
      const text = error === undefined ? `Failed: ${thresholdText(one)}` : `Failed: ${error.text}`
      return { text, source: one.threshold, base: baseAtLimit(data, one.threshold), isGood: false }
    }),
    ...errors.filter((own) => !missed.some(({ threshold }) => isLimitOf(threshold, own))),
    ...met.map((one) => ({ text: `Met: ${thresholdText(one)}`, source: one.threshold, isGood: true })),
    ...(thresholds.length === 0 && isValid ? [none] : []),
  ]
}

type ErrorVerdict = Verdict & { readonly metric: string; readonly cause: string }

/** Whether a threshold allows none of these failures: then both say the same. */
function isLimitOf(threshold: string, { metric, cause }: ErrorVerdict): boolean {
  const limit = parseLimit(threshold)
  if (limit?.metric !== metric || limit.limit !== 0) return false
  return limit.statistic === cause || (UNWANTED.has(metric) && ['count', 'errors'].includes(limit.statistic))
}

/** What happened most: how many of how many, what it means, when it was first, and what the service said. */
function errorsOf({ metrics, failures }: LoadTestPageData): ErrorVerdict[] {
  return metrics
    .flatMap((row) => Object.entries(row.errors).map(([error, times]) => ({ row, error, times })))
    .sort((a, b) => b.times - a.times)
    .slice(0, MOST_ERRORS)
    .map(({ row, error, times }) => {
      const { metric } = row
      const known = metric.startsWith('turn.') ? failures.find((one) => one.error === error) : undefined
      const first = known?.second === undefined ? '' : `, first in second ${known.second}`
      const said = known?.message ? ` The service said: “${known.message}”` : ''
      const text = `${timesText(row, times, metrics)}: ${causeText(error)}${first}.${said}`
      return { text, isGood: false, metric, cause: error }
    })
}

/** `the first text of a reply failed 3 of 1003 times (0.30 %)`; of mishaps, how many of the turns they are. */
function timesText(row: MetricRow, times: number, metrics: readonly MetricRow[]): string {
  const share = (of: number) => `${numberText((100 * times) / Math.max(1, of))} %`
  if (UNWANTED.has(row.metric)) {
    const whole = metrics.find(({ metric }) => metric === 'turn.complete')
    const turns = row.count + (whole === undefined ? 0 : whole.count)
    return row.metric === 'turn.lost'
      ? `${times} of ${turns} turns had no whole reply (${share(turns)})`
      : `${times} ${metricText(row.metric)}`
  }
  const total = Object.values(row.errors).reduce((sum, one) => sum + one, row.count)
  return `${capitalised(metricText(row.metric))} failed ${times} of ${total} times (${share(total)})`
}

/** Why a run does not count, what of it can be used all the same, and what to do; null if it is valid. */
export function invalidText({ isValid, generator }: LoadTestPageData): string | null {
  if (isValid) return null
  const { eventLoopP99Ms, eventLoopLimitMs, processes } = generator
  const limit = eventLoopLimitMs === undefined ? '' : `, and ${numberText(eventLoopLimitMs)} ms are allowed`
  return [
    `Not valid: the load test itself was up to ${numberText(eventLoopP99Ms)} ms late (p99)${limit}.`,
    'So the times on this page are partly its own, and may be too long by about that; counts and errors are those of the service.',
    `Run it again on a machine that does nothing else, with more than ${processes === 1 ? 'one process' : `${processes} processes`} (--processes), or with fewer players.`,
  ].join(' ')
}
