import type { LoadTestPageData } from './page-data.js'
import { numberText, parseLimit } from './words.js'

const MOST_SECONDS = 12

/** The limits of the first text, 95th percentile, in milliseconds. */
export const firstTextLimits = (thresholds: LoadTestPageData['thresholds']): number[] => [
  ...new Set(
    thresholds.flatMap(({ threshold }) => {
      const parsed = parseLimit(threshold)
      const isIt = parsed?.metric === 'turn.first_text' && parsed.statistic === 'p95'
      return isIt && parsed.limit > 0 && parsed.operator.startsWith('<') ? [parsed.limit] : []
    }),
  ),
]

/** When the first text was slow: all the time or at some moment, and what the server did then. In sentences. */
export function momentsText({ timeline, thresholds, server, warmupMs }: LoadTestPageData): string {
  const counted = timeline.flatMap(({ second, firstTextP95Ms: ms }) =>
    ms === null || second * 1000 < warmupMs ? [] : [{ second, ms }],
  )
  const slowest = counted.reduce((a, b) => (b.ms > a.ms ? b : a), counted[0] ?? { second: 0, ms: 0 })
  if (counted.length === 0) return ''
  const [limit] = firstTextLimits(thresholds).sort((a, b) => a - b)
  const over = limit === undefined ? [] : counted.filter(({ ms }) => ms >= limit)
  const often =
    limit === undefined
      ? ''
      : `The first text took ${numberText(limit)} ms or more in ${over.length} of ${counted.length} seconds that count${secondsText(over)}. `
  const beside = server?.find(({ second }) => second === slowest.second)
  const then =
    beside === undefined
      ? ''
      : `; the event loop of the server was up to ${numberText(beside.eventLoopP99Ms)} ms late then${beside.storeWriteP99Ms > 0 ? `, and its writes took up to ${numberText(beside.storeWriteP99Ms)} ms` : ''} (p99)`
  return `${often}It was slowest in second ${slowest.second}, with ${numberText(slowest.ms)} ms (p95)${then}.`
}

function secondsText(over: readonly { readonly second: number }[]): string {
  if (over.length === 0) return ''
  const named = over.slice(0, MOST_SECONDS).map(({ second }) => second)
  const left = over.length - named.length
  return ` (${over.length === 1 ? 'second' : 'seconds'} ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''})`
}
