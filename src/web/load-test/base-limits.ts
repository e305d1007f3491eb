import type { LoadTestPageData, MetricRow } from './page-data.js'
import { limitText, msText, parseLimit } from './words.js'

type Run = Pick<LoadTestPageData, 'metrics' | 'baseRun'>

/** Whether a metric of a run is within a limit; undefined when its file does not tell. */
function isWithin(metrics: readonly MetricRow[], threshold: string): boolean | undefined {
  const limit = parseLimit(threshold)
  const row = metrics.find(({ metric }) => metric === limit?.metric)
  const value = limit === null || row === undefined ? undefined : row[limit.statistic as 'p95']
  if (limit === null || typeof value !== 'number') return undefined
  if (limit.operator === '<') return value < limit.limit
  if (limit.operator === '<=') return value <= limit.limit
  return limit.operator === '>' ? value > limit.limit : value >= limit.limit
}

/** The limits that the base had and this run has not. */
export function limitsOfBase(data: Run & Pick<LoadTestPageData, 'thresholds'>): string[] {
  const own = new Set(data.thresholds.map(({ threshold }) => threshold))
  return (data.baseRun?.thresholds ?? []).flatMap(({ threshold }) => (own.has(threshold) ? [] : [threshold]))
}

/** Whether the run would have passed with the limits of the base, which are not its own. */
export function wouldPassAsBase(data: Run & Pick<LoadTestPageData, 'thresholds'>): boolean {
  const limits = data.baseRun?.thresholds ?? []
  const own = new Set(data.thresholds.map(({ threshold }) => threshold))
  return (
    limitsOfBase(data).length > 0 &&
    limits.every(({ threshold }) =>
      own.has(threshold)
        ? data.thresholds.find((one) => one.threshold === threshold)?.isMet === true
        : isWithin(data.metrics, threshold) === true,
    )
  )
}

/** How the base did with a limit that this run has missed, and which limit it had itself; empty if that is not known. */
export function baseAtLimit({ metrics, baseRun }: Run, threshold: string): string {
  const limit = parseLimit(threshold)
  const row = baseRun?.metrics.find(({ metric }) => metric === limit?.metric)
  const value = row?.[limit?.statistic as 'p95']
  const isMet = isWithin(baseRun?.metrics ?? [], threshold)
  if (limit === null || typeof value !== 'number' || isMet === undefined || !limit.operator.startsWith('<'))
    return ''
  const others = (baseRun?.thresholds ?? []).map((one) => one.threshold)
  const other = others.find((one) => {
    const parsed = parseLimit(one)
    return one !== threshold && parsed?.metric === limit.metric && parsed.statistic === limit.statistic
  })
  const had = `. The base had ${msText(value)}, which ${isMet ? 'meets this limit' : 'misses this limit, too'}`
  if (other === undefined || others.includes(threshold)) return `${had}.`
  const does = isWithin(metrics, other) === true ? 'meets' : 'misses'
  return `${had}; its own limit was ${limitText(other)}, which this run ${does}.`
}
