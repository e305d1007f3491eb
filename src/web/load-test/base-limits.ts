import { worseThanBase } from './comparison.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'
import { isLimitOfTimes, type Judged, msText, parseLimit } from './words.js'

type Run = Pick<LoadTestPageData, 'metrics' | 'baseRun'>
type Limited = Run & Pick<LoadTestPageData, 'thresholds'>

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
export function limitsOfBase(data: Limited): string[] {
  const own = new Set(data.thresholds.map(({ threshold }) => threshold))
  return (data.baseRun?.thresholds ?? []).flatMap(({ threshold }) => (own.has(threshold) ? [] : [threshold]))
}

/** Whether the run would have passed with the limits of the base, which are not its own. */
export function wouldPassAsBase(data: Limited): boolean {
  const limits = (data.baseRun?.thresholds ?? []).map(({ threshold }) => threshold)
  const own = new Map(data.thresholds.map(({ threshold, isMet }) => [threshold, isMet]))
  const isOther =
    limits.some((limit) => !own.has(limit)) || [...own.keys()].some((one) => !limits.includes(one))
  return (
    limits.length > 0 &&
    isOther &&
    limits.every((limit) => own.get(limit) ?? isWithin(data.metrics, limit) === true)
  )
}

/** The limit that the base had in place of this one. */
export function limitInBase({ baseRun }: Pick<Run, 'baseRun'>, threshold: string): string | undefined {
  const limit = parseLimit(threshold)
  const others = (baseRun?.thresholds ?? []).map((one) => one.threshold)
  if (limit === null || others.includes(threshold)) return undefined
  return others.find((one) => {
    const parsed = parseLimit(one)
    return parsed?.metric === limit.metric && parsed.statistic === limit.statistic
  })
}

/** A limit that is missed by so much is rather a slip; by less if the base, which had another, would have missed it, too. */
const FAR_OFF = 50
const OFF = 10

/** Whether a time is so far above its limit that this is rather a slip. One that the base meets is none. */
function isSlip(data: LoadTestPageData, { threshold, value, isMet }: Judged): boolean {
  const { limit = 0 } = parseLimit(threshold) ?? {}
  if (isMet || !isLimitOfTimes(threshold) || limit <= 0) return false
  const base = isWithin(data.baseRun?.metrics ?? [], threshold)
  const isAsBase = base === false && limitInBase(data, threshold) !== undefined && worseThanBase(data) === 0
  return base !== true && (value ?? 0) / limit >= (isAsBase ? OFF : FAR_OFF)
}

/** The limits that were missed, if each of them looks like a slip; none if anything else was wrong. */
export function slipsOf(data: LoadTestPageData): string[] {
  const missed = data.thresholds.filter(({ isMet }) => !isMet)
  const isAll = data.isValid && missed.every((one) => isSlip(data, one))
  return isAll ? missed.map(({ threshold }) => threshold) : []
}

/** How the base did with a limit that this run has missed, and which limit it had itself; empty if that is not known. */
export function baseAtLimit(data: LoadTestPageData, threshold: string): string {
  const limit = parseLimit(threshold)
  const row = data.baseRun?.metrics.find(({ metric }) => metric === limit?.metric)
  const value = row?.[limit?.statistic as 'p95']
  const isMet = isWithin(data.baseRun?.metrics ?? [], threshold)
  if (limit === null || typeof value !== 'number' || isMet === undefined || !limit.operator.startsWith('<'))
    return ''
  const other = limitInBase(data, threshold)
  // What follows from that is said before.
  if (slipsOf(data).includes(threshold))
    return `Base: ${msText(value)}${other === undefined ? '' : `, limit ${msText(parseLimit(other)?.limit ?? 0)}`}.`
  const had = `The base had ${msText(value)}, which ${isMet ? 'meets this limit' : 'misses this limit, too'}`
  if (other === undefined) return `${had}.`
  const does = isWithin(data.metrics, other) === true ? 'meets' : 'misses'
  return `${had}; its own limit was ${msText(parseLimit(other)?.limit ?? 0)}, which this run ${does}.`
}
