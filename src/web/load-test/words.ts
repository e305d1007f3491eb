/** What the metrics measure, as it stands in a sentence (docs/loadtest.md, Metrics). */
const METRICS: Readonly<Record<string, string>> = {
  'session.connect': 'connecting a player',
  'session.rejected': 'refused sessions',
  'turn.first_text': 'the first text of a reply',
  'turn.complete': 'a whole reply',
  'turn.first_audio': 'the first audio of a reply',
  'turn.gap': 'the longest silence in a reply',
  'turn.interrupt': 'stopping an interrupted reply',
  'turn.lost': 'turns without a whole reply',
  'memory.visible': 'remembering what was said',
  checks: 'checks',
}

/** By which links find the charts of what the server measures itself. */
export const SERVER_METRICS = { eventLoop: 'server.event_loop', writes: 'server.writes' } as const

/** What a metric measures; of a REST route, the route. */
export function metricText(metric: string): string {
  const known = METRICS[metric]
  if (known !== undefined) return known
  // `turn.complete{step:greeting}`; a path has braces of its own, but no colon in them.
  const start = metric.lastIndexOf('{')
  const colon = metric.indexOf(':', start)
  if (start > 0 && colon > 0 && metric.endsWith('}'))
    return `${metricText(metric.slice(0, start))} (${metric.slice(start + 1, colon)} ${metric.slice(colon + 1, -1)})`
  return metric.startsWith('http.') ? `the request ${metric.slice('http.'.length)}` : metric
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Metrics whose count is that of mishaps. */
export const UNWANTED: ReadonlySet<string> = new Set(['turn.lost', 'session.rejected'])

/** Below so many measurements a percentile says no more than the maximum. */
export const LEAST = { p50: 1, p90: 10, p95: 20, p99: 100, p999: 1000, max: 1 } as const

/** Times differ by so much between two runs of the same: less says nothing. */
export const SAME_SHARE = 0.1
/** Of short times, these milliseconds. */
export const SAME_MS = 5

/** What a cause of failure means. */
const CAUSES: Readonly<Record<string, string>> = {
  unexpected: 'the reply was not what the scenario expects',
  model_failed: 'the language model failed',
  timeout: 'no reply in time',
}
export const causeText = (error: string): string => CAUSES[error] ?? error.replaceAll('_', ' ')

const PARTS = /^(.{1,300})\.(\w{1,20}) ?(<=|>=|<|>) ?(\d{1,12}(?:\.\d{1,12})?)$/

export type Limit = {
  readonly metric: string
  readonly statistic: string
  readonly operator: string
  readonly limit: number
}

/** A threshold such as `turn.first_text.p95<300`, taken apart; null if it is none. */
export function parseLimit(threshold: string): Limit | null {
  const [, metric = '', statistic = '', operator = '', limit = ''] = PARTS.exec(threshold) ?? []
  return metric === '' ? null : { metric, statistic, operator, limit: Number(limit) }
}

/** Whether a threshold wants something to be quick. */
export function isLimitOfTimes(threshold: string): boolean {
  const { statistic = '', operator = '' } = parseLimit(threshold) ?? {}
  return (
    operator.startsWith('<') && (PERCENTILES.has(statistic) || ['min', 'max', 'mean'].includes(statistic))
  )
}

const PERCENTILES: ReadonlySet<string> = new Set(['p50', 'p90', 'p95', 'p99', 'p999'])
/** As it is written in a table. */
export const statisticText = (statistic: string): string => (statistic === 'p999' ? 'p99.9' : statistic)
const OPERATORS: Readonly<Record<string, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
}
const COUNTS: Readonly<Record<string, string>> = {
  passes: 'how many passed',
  failures: 'how many failed',
  count: 'how many there were',
  errors: 'how many failed',
  unexpected: 'replies that were not what the scenario expects',
  model_failed: 'replies for which the language model failed',
}

export type Judged = { readonly threshold: string; readonly value: number | null; readonly isMet: boolean }

/** `the first text of a reply, p95: 235 ms; wanted: less than 150 ms (1.6 times as long)`. */
export function thresholdText({ threshold, value }: Judged): string {
  const parsed = parseLimit(threshold)
  if (parsed === null) return `${threshold}: ${value === null ? 'nothing was measured' : numberText(value)}`
  const { metric, statistic, operator, limit } = parsed
  const what = metricText(metric)
  if (statistic === 'rate') return rateText(what, { value, operator, limit })
  const { subject, unit } = subjectOf(metric, statistic, what)
  const isNone = limit === 0 && operator === '<='
  const shown = (number: number) => (unit === '' ? numberText(number) : msText(number))
  const allowed = isNone ? 'none' : `${OPERATORS[operator] ?? operator} ${shown(limit)}`
  if (value === null) return `${subject}: nothing was measured; wanted: ${allowed}`
  const isTooLong = unit !== '' && limit > 0 && value > limit && operator.startsWith('<')
  const times = isTooLong ? ` (${timesText(value / limit)} times as long)` : ''
  return `${subject}: ${shown(value)}; wanted: ${allowed}${times}`
}

/** 1.6, 12, 98. */
const timesText = (times: number): string => numberText(times >= 10 ? Math.round(times) : times)

/** Of checks: the share that passed, from 0 to 1. */
function rateText(
  what: string,
  { value, operator, limit }: Pick<Judged, 'value'> & Pick<Limit, 'operator' | 'limit'>,
): string {
  const share = (rate: number) => `${numberText(Number((100 * rate).toFixed(6)))} %`
  const measured = value === null ? 'none was made' : share(value)
  return `share of ${what} that passed: ${measured}; wanted: ${OPERATORS[operator] ?? operator} ${share(limit)}`
}

function subjectOf(metric: string, statistic: string, what: string): { subject: string; unit: string } {
  if (PERCENTILES.has(statistic)) return { subject: `${what}, ${statisticText(statistic)}`, unit: ' ms' }
  if (statistic === 'perSecond') return { subject: `${what}, a second`, unit: '' }
  if (statistic === 'count' && UNWANTED.has(metric)) return { subject: what, unit: '' }
  const count = COUNTS[statistic]
  if (count !== undefined && CAUSES[statistic] !== undefined) return { subject: count, unit: '' }
  if (count !== undefined) return { subject: `${what}, ${count}`, unit: '' }
  const named: Readonly<Record<string, string>> = { min: 'shortest', max: 'longest', mean: 'mean' }
  return { subject: `${named[statistic] ?? statistic} time of ${what}`, unit: ' ms' }
}

/** A number as far as it is read in a sentence: 12, 0.45, 47.2, 1016. */
export const numberText = (value: number): string => {
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

/** `2030-01-31 09:30:00 UTC`. */
export const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`

/** Milliseconds as they are read in a sentence: of long times, seconds. */
export const msText = (ms: number): string =>
  ms >= 10_000 ? `${numberText(ms / 1000)} s` : `${numberText(ms)} ms`
