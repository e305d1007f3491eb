import type { LoadTestPageData } from './page-data.js'
import { capitalised, causeText, metricText, numberText, parseLimit, thresholdText } from './words.js'

const MOST_ERRORS = 5

export type Verdict = {
  /** In a sentence. */
  readonly text: string
  /** The threshold as the scenario has it. */
  readonly source?: string
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

/** What went wrong, the worst first: thresholds, errors as far as the run failed, then what was met. */
export function verdictsOf(data: LoadTestPageData): Verdict[] {
  const { isValid, thresholds } = data
  const missed = thresholds.filter(({ isMet }) => !isMet)
  const met = thresholds.filter(({ isMet }) => isMet)
  const errors = isValid && missed.length === 0 ? [] : errorsOf(data)
  const none = { text: 'No thresholds were set, so nothing could fail.', isGood: true }
  return [
    ...missed.map((one) => {
      const error = errors.find(({ metric, cause }) => isLimitOf(one.threshold, metric, cause))
      const text = error === undefined ? `Failed: ${thresholdText(one)}` : `Failed: ${error.text}`
      return { text, source: one.threshold, isGood: false }
    }),
    ...errors.filter(
      ({ metric, cause }) => !missed.some(({ threshold }) => isLimitOf(threshold, metric, cause)),
    ),
    ...met.map((one) => ({ text: `Met: ${thresholdText(one)}`, source: one.threshold, isGood: true })),
    ...(thresholds.length === 0 && isValid ? [none] : []),
  ]
}

/** Whether a threshold allows none of these failures: then both say the same. */
function isLimitOf(threshold: string, metric: string, cause: string): boolean {
  const limit = parseLimit(threshold)
  return limit?.metric === metric && limit.statistic === cause && limit.limit === 0
}

/** What happened most: how many of how many, what it means, when it was first, and what the service said. */
function errorsOf({
  metrics,
  failures,
}: LoadTestPageData): (Verdict & { readonly metric: string; readonly cause: string })[] {
  return metrics
    .flatMap((row) => Object.entries(row.errors).map(([error, times]) => ({ ...row, error, times })))
    .sort((a, b) => b.times - a.times)
    .slice(0, MOST_ERRORS)
    .map(({ metric, error, times, count, errors }) => {
      const total = Object.values(errors).reduce((sum, one) => sum + one, count)
      const known = metric.startsWith('turn.') ? failures.find((one) => one.error === error) : undefined
      const first = known?.second === undefined ? '' : `, first in second ${known.second}`
      const said = known?.message ? ` The service said: “${known.message}”` : ''
      const share = numberText((100 * times) / Math.max(1, total))
      const text = `${capitalised(metricText(metric))} failed ${times} of ${total} times (${share} %): ${causeText(error)}${first}.${said}`
      return { text, isGood: false, metric, cause: error }
    })
}

/** Why a run does not count, what of it can be used all the same, and what to do; null if it is valid. */
export function invalidText({ isValid, generator }: LoadTestPageData): string | null {
  if (isValid) return null
  const { eventLoopP99Ms, eventLoopLimitMs, processes } = generator
  const limit = eventLoopLimitMs === undefined ? '' : `, and ${numberText(eventLoopLimitMs)} ms are allowed`
  return [
    `Not valid: the load test itself was up to ${numberText(eventLoopP99Ms)} ms late (p99)${limit}.`,
    'So the times below are partly its own, and may be too long by about that; counts and errors are those of the service.',
    `Run it again with fewer players, or with more than ${processes === 1 ? 'one process' : `${processes} processes`} (--processes), on a machine that does nothing else.`,
  ].join(' ')
}
