import type { LoadTestPageData } from './page-data.js'
import { capitalised, metricText, numberText, parseLimit } from './words.js'

const MOST_SECONDS = 12

type Second = LoadTestPageData['timeline'][number]
type ServerSecond = NonNullable<LoadTestPageData['server']>[number]
type Slow = { readonly second: number; readonly ms: number }

/** How long 95 % took at most, of what ended in this second; null if nothing did. */
export const p95Of = ({ firstTextP95Ms, p95Ms = {} }: Second, metric: string): number | null =>
  metric === 'turn.first_text' ? firstTextP95Ms : (p95Ms[metric] ?? null)

/** The limits of the 95th percentile of a metric, in milliseconds. */
export const limitsOf = (thresholds: LoadTestPageData['thresholds'], metric: string): number[] => [
  ...new Set(
    thresholds.flatMap(({ threshold }) => {
      const parsed = parseLimit(threshold)
      const isIt = parsed?.metric === metric && parsed.statistic === 'p95'
      return isIt && parsed.limit > 0 && parsed.operator.startsWith('<') ? [parsed.limit] : []
    }),
  ),
]

/** When it was slow, of each kind of time that a user waits for; when most failed; when the server was busiest. */
export function momentsTexts(data: LoadTestPageData): string[] {
  const routes = data.timeline.flatMap(({ p95Ms = {} }) => Object.keys(p95Ms))
  const requests = [...new Set(routes)].filter((metric) => metric.startsWith('http.')).sort()
  const metrics = ['turn.first_text', 'turn.complete', ...requests.slice(0, 1)]
  return [...metrics.map((metric) => slowestText(data, metric)), errorsText(data), serverText(data)].filter(
    (text) => text !== '',
  )
}

/** All the time or at some moment, and what the server did then. */
function slowestText({ timeline, thresholds, server, warmupMs }: LoadTestPageData, metric: string): string {
  const counted = timeline.flatMap((one): Slow[] => {
    const ms = p95Of(one, metric)
    return ms === null || one.second * 1000 < warmupMs ? [] : [{ second: one.second, ms }]
  })
  const [first] = counted
  if (first === undefined) return ''
  const what = capitalised(metricText(metric))
  const slowest = counted.reduce((a, b) => (b.ms > a.ms ? b : a), first)
  const [limit] = limitsOf(thresholds, metric).sort((a, b) => a - b)
  const over = limit === undefined ? [] : counted.filter(({ ms }) => ms >= limit)
  const often =
    limit === undefined
      ? ''
      : `${what} took ${numberText(limit)} ms or more in ${over.length} of the ${counted.length} counted seconds that have one${secondsText(over)}. `
  const who = limit === undefined ? what : 'It'
  return `${often}${who} was slowest in second ${slowest.second}, with ${numberText(slowest.ms)} ms (p95; typical: ${numberText(medianOf(counted))} ms)${serverThen(server, slowest)}.`
}

function medianOf(counted: readonly Slow[]): number {
  const sorted = counted.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** What the server did while that was waited for, which ended in its second and may have begun long before. */
function serverThen(server: LoadTestPageData['server'], { second, ms }: Slow): string {
  const begun = second - Math.ceil(ms / 1000)
  const beside = (server ?? []).filter((one) => one.second >= begun && one.second <= second)
  if (beside.length === 0) return ''
  const late = worstOf(beside, ({ eventLoopP99Ms }) => eventLoopP99Ms)
  const writes = worstOf(beside, ({ storeWriteP99Ms }) => storeWriteP99Ms)
  return `; the event loop of the server was up to ${numberText(late.ms)} ms late then${writes.ms > 0 ? `, and its writes took up to ${numberText(writes.ms)} ms` : ''} (p99)`
}

function worstOf(seconds: readonly ServerSecond[], value: (second: ServerSecond) => number): Slow {
  const all = seconds.map((one) => ({ second: one.second, ms: value(one) }))
  return all.reduce((a, b) => (b.ms > a.ms ? b : a), all[0] ?? { second: 0, ms: 0 })
}

/** In which second most failed, unless nothing did. */
function errorsText({ timeline, warmupMs }: LoadTestPageData): string {
  const counted = timeline.filter(({ second, errors }) => errors > 0 && second * 1000 >= warmupMs)
  const [first] = counted
  if (first === undefined) return ''
  const total = counted.reduce((sum, { errors }) => sum + errors, 0)
  const most = counted.reduce((a, b) => (b.errors > a.errors ? b : a), first)
  return `Errors came in ${counted.length} of the counted seconds, most in second ${most.second}: ${most.errors} of ${total}.`
}

/** The server's own worst seconds, which need not be those in which somebody waited longest. */
function serverText({ server, warmupMs }: LoadTestPageData): string {
  const counted = (server ?? []).filter(({ second }) => second * 1000 >= warmupMs)
  if (counted.length === 0) return ''
  const late = worstOf(counted, ({ eventLoopP99Ms }) => eventLoopP99Ms)
  const writes = worstOf(counted, ({ storeWriteP99Ms }) => storeWriteP99Ms)
  return `The server itself was latest in second ${late.second}: its event loop by ${numberText(late.ms)} ms${writes.ms > 0 ? `; its writes were slowest in second ${writes.second}, with ${numberText(writes.ms)} ms` : ''} (p99).`
}

function secondsText(over: readonly { readonly second: number }[]): string {
  if (over.length === 0) return ''
  const named = over.slice(0, MOST_SECONDS).map(({ second }) => second)
  const left = over.length - named.length
  return ` (${over.length === 1 ? 'second' : 'seconds'} ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''})`
}
