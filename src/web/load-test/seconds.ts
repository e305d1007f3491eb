import type { LoadTestPageData } from './page-data.js'
import { parseLimit } from './words.js'

type Second = LoadTestPageData['timeline'][number]
export type ServerSecond = NonNullable<LoadTestPageData['server']>[number]
/** How long 95 % of what ended in a second took at most. */
export type TimedSecond = { readonly second: number; readonly ms: number }

const MOST_NAMED = 6
/** Seconds so near to each other are one moment. */
const NEAR = 2

/** How long 95 % took at most, of what ended in this second; null if nothing did. */
export const p95Of = ({ firstTextP95Ms, p95Ms = {} }: Second, metric: string): number | null =>
  metric === 'turn.first_text' ? firstTextP95Ms : (p95Ms[metric] ?? null)

/** The seconds that count and in which something of a metric ended. */
export const timedSeconds = (
  { timeline, warmupMs }: Pick<LoadTestPageData, 'timeline' | 'warmupMs'>,
  metric: string,
): TimedSecond[] =>
  timeline.flatMap((one) => {
    const ms = p95Of(one, metric)
    return ms === null || one.second * 1000 < warmupMs ? [] : [{ second: one.second, ms }]
  })

/** What users wait for: replies, and of the requests the first. */
export function timedMetrics({ timeline }: Pick<LoadTestPageData, 'timeline'>): string[] {
  const routes = timeline.flatMap(({ p95Ms = {} }) => Object.keys(p95Ms))
  const requests = [...new Set(routes)].filter((metric) => metric.startsWith('http.')).sort()
  return ['turn.first_text', 'turn.complete', ...requests.slice(0, 1)]
}

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

export const strictestLimit = (
  thresholds: LoadTestPageData['thresholds'],
  metric: string,
): number | undefined => limitsOf(thresholds, metric).sort((a, b) => a - b)[0]

export function typicalOf(seconds: readonly TimedSecond[]): number {
  const sorted = seconds.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const slowestOf = (seconds: readonly TimedSecond[]): TimedSecond =>
  seconds.reduce((a, b) => (b.ms > a.ms ? b : a), seconds[0] ?? { second: 0, ms: 0 })

export const fastestOf = (seconds: readonly TimedSecond[]): TimedSecond =>
  seconds.reduce((a, b) => (b.ms < a.ms ? b : a), seconds[0] ?? { second: 0, ms: 0 })

type Moment = { readonly from: number; readonly to: number }

/** Seconds that follow each other closely, as one moment each. */
export function momentsOf(seconds: readonly TimedSecond[]): Moment[] {
  const moments: Moment[] = []
  for (const { second } of seconds) {
    const last = moments.at(-1)
    if (last !== undefined && second - last.to <= NEAR) moments.splice(-1, 1, { from: last.from, to: second })
    else moments.push({ from: second, to: second })
  }
  return moments
}

/** `second 4`, `seconds 4 to 9`, `seconds 1, 4 to 9 and 12`. */
export function momentsText(moments: readonly Moment[]): string {
  const isOne = moments.length === 1 && moments[0]?.from === moments[0]?.to
  const texts = moments.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`))
  const named = texts.slice(0, MOST_NAMED)
  const left = texts.length - named.length
  if (left > 0) return `seconds ${named.join(', ')} and at ${left} later moments`
  const last = named.pop()
  return `${isOne ? 'second' : 'seconds'} ${named.length === 0 ? '' : `${named.join(', ')} and `}${last ?? ''}`
}
