import { trustOf, worseThanBase } from './comparison.js'
import type { LoadTestPageData } from './page-data.js'
import {
  fastestOf,
  momentsOf,
  momentsText,
  slowestOf,
  strictestLimit,
  type TimedSecond,
  timedMetrics,
  timedSeconds,
  typicalOf,
} from './seconds.js'
import { metricText, msText, SAME_MS, SAME_SHARE } from './words.js'

/** Of all seconds: from so many on it was slow most of the time, and all the time. */
const MOST = 0.5
const ALL = 0.9
const FEW = 0.1
/** So many slow seconds at the end are no moment: it has become slow. */
const LEAST_TAIL = 3
/** Without a limit a second is slow that took so many times as long as a typical one, and so much longer. */
const OUTLIER = { times: 2, ms: 5 }

/** Less than this is not told. */
const BY_MORE = ` by more than ${SAME_SHARE * 100} % and ${SAME_MS} ms`

type Judged = { readonly metric: string; readonly seconds: readonly TimedSecond[]; readonly limit?: number }

/** In one sentence: whether it was slow all the time, at one moment or never; empty if nothing was timed. */
export function slownessText(data: LoadTestPageData): string {
  const judged = judgedOf(data)
  if (judged === undefined) return ''
  if (judged.limit === undefined) return withoutLimit(judged)
  return withLimit(judged, judged.limit, countedText(judged, data))
}

/**
 * In one sentence: in how many of the seconds that both runs measured this one was slower than its base; empty if there are none.
 * Times differ by so much between two runs of the same that less says nothing. Empty, too, where the runs are alike.
 */
export function againstBaseText(data: LoadTestPageData): string {
  const metric = judgedMetric(data)
  // Where the times of two runs cannot be compared, the page says so.
  if (metric === undefined || data.baseRun === undefined || trustOf(data) !== 'all') return ''
  const base = new Map(
    timedSeconds({ timeline: data.baseRun.timeline, warmupMs: data.warmupMs }, metric).map(
      ({ second, ms }) => [second, ms],
    ),
  )
  const both = timedSeconds(data, metric).flatMap(({ second, ms }) => {
    const before = base.get(second)
    return before === undefined ? [] : [{ second, ms, before, more: ms - before }]
  })
  if (both.length === 0) return ''
  const slower = both.filter(({ before, more }) => more > Math.max(SAME_MS, before * SAME_SHARE))
  const isAlike = worseThanBase(data) === 0
  const [first] = slower
  // Beside the comparison, in which nothing is worse, stands what counts.
  if (first === undefined)
    return `In none of ${both.length} seconds was ${metricText(metric)} slower than in the base${isAlike ? '' : BY_MORE}.`
  // One second says nothing about runs whose values are the same, nor do a few of many.
  if (isAlike && slower.length <= Math.max(1, both.length * FEW)) return ''
  const most = slower.reduce((a, b) => (b.more > a.more ? b : a), first)
  const than = `by ${msText(most.more)} in second ${most.second} (${msText(most.ms)} instead of ${msText(most.before)})`
  const faster = both.filter(({ before, more }) => -more > Math.max(SAME_MS, before * SAME_SHARE))
  const parts = [
    { share: slower.length, was: 'slower', detail: `, ${slower.length === 1 ? '' : 'most '}${than}` },
    { share: both.length - slower.length - faster.length, was: 'the same', detail: '' },
    { share: faster.length, was: 'faster', detail: '' },
  ]
  const told = parts
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .map(
      ({ share, was, detail }, at) =>
        `${was} in ${share}${at === 0 ? ` of ${both.length} seconds` : ''}${detail}`,
    )
  const begin = `Against the base${isAlike ? ' no value is worse, but' : ':'}`
  return `${begin} ${metricText(metric)} was ${told.join('; ')}.`
}

/** What that sentence is about. */
export const judgedMetric = (data: LoadTestPageData): string | undefined => judgedOf(data)?.metric

/** What was over its limit in the largest share of the seconds; without limits, what a user waits for first. */
function judgedOf(data: LoadTestPageData): Judged | undefined {
  const all = timedMetrics(data).flatMap((metric): Judged[] => {
    const seconds = timedSeconds(data, metric)
    const limit = strictestLimit(data.thresholds, metric)
    return seconds.length === 0 ? [] : [{ metric, seconds, ...(limit !== undefined && { limit }) }]
  })
  const limited = all.filter(({ limit }) => limit !== undefined)
  const [first = all[0]] = limited
  return first && limited.reduce((a, b) => (shareOver(b) > shareOver(a) ? b : a), first)
}

const over = ({ seconds, limit = Number.POSITIVE_INFINITY }: Judged) =>
  seconds.filter(({ ms }) => ms >= limit)
const shareOver = (judged: Judged): number => over(judged).length / judged.seconds.length

/** Of how many seconds it speaks; where these are not those of the load, why not. */
function countedText({ seconds }: Judged, { durationMs, warmupMs }: LoadTestPageData): string {
  const text = `the ${seconds.length} seconds${warmupMs > 0 ? ' after the warm-up' : ''}`
  if (seconds.length === Math.round((durationMs - warmupMs) / 1000)) return text
  const [first, last] = [seconds[0]?.second ?? 0, seconds.at(-1)?.second ?? 0]
  const awaited = last * 1000 >= durationMs ? ', with replies that came after the load had ended' : ''
  return `${text} in which one was measured (from ${first} to ${last}${awaited})`
}

function withLimit(judged: Judged, limit: number, counted: string): string {
  const { metric } = judged
  const what = metricText(metric)
  const [slow, share] = [over(judged), shareOver(judged)]
  if (slow.length === 0)
    return `Never too slow: in each of ${counted}, ${what} took less than ${msText(limit)}.`
  const took = `${what} took ${msText(limit)} or more`
  const from = slow[0]?.second ?? 0
  if (slow.length === judged.seconds.length) {
    const { second, ms } = fastestOf(judged.seconds)
    return `Too slow all the time, from second ${from} on: ${took} in each of ${counted}; even the fastest one, second ${second}, had ${msText(ms)}.`
  }
  if (share >= ALL)
    return `Too slow nearly all the time, first in second ${from}: ${took} in ${slow.length} of ${counted}.`
  const onset = onsetOf(judged, slow)
  if (onset !== undefined) {
    const { before, after } = onset
    const those = slow.length === after ? `each of these ${after}` : `${slow.length} of these ${after}`
    return `Too slow from second ${onset.from} to the end: ${took} in ${those} seconds, and less in the ${before} before.`
  }
  if (share >= MOST)
    return `Too slow most of the time, first in second ${from}: ${took} in ${slow.length} of ${counted}.`
  const moments = momentsOf(slow)
  const when = `${slow.length} of ${counted}: ${momentsText(moments)}`
  return moments.length === 1
    ? `Too slow at one moment only: ${took} in ${when}.`
    : `Too slow now and then: ${took} in ${when}.`
}

/** From which second on it was too slow until the end, though not before, and how many seconds were measured on both sides. */
function onsetOf({ seconds }: Judged, slow: readonly TimedSecond[]) {
  const [moment, ...others] = momentsOf(slow)
  const isAtEnd = slow.at(-1)?.second === seconds.at(-1)?.second
  if (moment === undefined || others.length > 0 || !isAtEnd || slow.length < LEAST_TAIL) return undefined
  const before = seconds.filter(({ second }) => second < moment.from).length
  return { from: moment.from, before, after: seconds.length - before }
}

function withoutLimit({ metric, seconds }: Judged): string {
  const what = metricText(metric)
  const typical = typicalOf(seconds)
  const slowest = slowestOf(seconds)
  const isSlow = ({ ms }: TimedSecond) => ms > typical * OUTLIER.times && ms > typical + OUTLIER.ms
  const slow = seconds.filter(isSlow)
  if (slow.length === 0)
    return `Equally fast all the time: ${what} took about ${msText(typical)}, and never more than ${msText(slowest.ms)}.`
  const moments = momentsOf(slow)
  const begin = moments.length === 1 ? 'Slower at one moment only' : 'Slower now and then'
  return `${begin}: ${what} took up to ${msText(slowest.ms)} in ${momentsText(moments)}, and about ${msText(typical)} otherwise.`
}
