import type { LoadTestPageData } from './page-data.js'
import {
  momentsOf,
  momentsText,
  type ServerSecond,
  slowestOf,
  strictestLimit,
  type TimedSecond,
  timedMetrics,
  timedSeconds,
  typicalOf,
} from './seconds.js'
import { partsText, timeWentInto } from './slowest-replies.js'
import { judgedMetric } from './slowness.js'
import { capitalised, isLimitOfTimes, metricText, msText, parseLimit } from './words.js'

/** A server that is so late is a reason for replies that are; the page says so beside the list. */
const BUSY_MS = 50

/** In sentences, each with the metric that it is about. */
type Moment = { readonly text: string; readonly metric?: string }

/** When it was slow, of each kind of time that a user waits for; when most failed; when the server was busiest. */
export function momentsOfRun(data: LoadTestPageData): Moment[] {
  return [
    ...timedMetrics(data).map((metric) => ({ metric, text: slowestText(data, metric) })),
    { text: errorsText(data) },
    // Of a run that was too slow the page says so before.
    { text: heldUpText(data) === '' ? serverText(data) : '' },
  ].filter(({ text }) => text !== '')
}

/** Who was held up: the load test, the server, or neither; undefined where the server did not tell. */
export function heldUpBy(data: LoadTestPageData): 'server' | 'neither' | undefined {
  const { late, writes } = worstOf(data)
  if (late === undefined) return undefined
  return late.ms >= BUSY_MS || (writes?.ms ?? 0) >= BUSY_MS ? 'server' : 'neither'
}

/** Whether the load test or the server was held up, of a valid run that has missed a limit of times; empty of others. */
export function heldUpText(data: LoadTestPageData): string {
  const { isValid, thresholds, generator } = data
  const slow = thresholds.find(({ threshold, isMet }) => !isMet && isLimitOfTimes(threshold))
  if (!isValid || slow === undefined) return ''
  const own = `at most ${msText(generator.eventLoopP99Ms)} late`
  const { late, writes } = worstOf(data)
  const unknown = `The load test itself was not held up (${own}); of the server nothing is known, because it did not tell.`
  if (late === undefined) return unknown
  const wrote = writes === null ? '' : `, its writes at most ${msText(writes.ms)} (second ${writes.second})`
  const loop = `its event loop at most ${msText(late.ms)} late (second ${late.second})${wrote}`
  if (heldUpBy(data) === 'server')
    return `The load test was not held up (${own}), but the server was: ${loop}.`
  return `Neither the load test nor the server was held up. ${whereText(data, slow.threshold)}`
}

/** By which measurements that is told of both; empty where nothing is told, or the sentence has them. */
export function neitherHeldUpText(data: LoadTestPageData): string {
  const { late, writes } = worstOf(data)
  if (late === undefined || heldUpText(data) === '' || heldUpBy(data) === 'server') return ''
  const wrote =
    writes === null ? '' : `, its writes took at most ${msText(writes.ms)} (second ${writes.second})`
  return `The load test was at most ${msText(data.generator.eventLoopP99Ms)} late, the event loop of the server at most ${msText(late.ms)} (second ${late.second})${wrote}. `
}

/** In a sentence: where the time went if nobody was held up. */
function whereText(data: LoadTestPageData, threshold: string): string {
  if (!parseLimit(threshold)?.metric.startsWith('turn.')) return 'The time went into answering.'
  const into = timeWentInto(data)
  if (into === undefined) return 'The time went into making replies, or waiting for the one before.'
  const where =
    into === 'waiting'
      ? 'The slowest replies mostly waited for their turn'
      : 'The time went into making replies'
  return `${where}${partsText(data)}.`
}

/** The server's own worst seconds of those that count, which need not be those in which somebody waited longest. */
function worstOf({ server, warmupMs }: LoadTestPageData) {
  const counted = (server ?? []).filter(({ second }) => second * 1000 >= warmupMs)
  return {
    counted,
    late: counted.length === 0 ? undefined : latest(counted),
    writes: slowestWrites(counted),
  }
}

/** The slowest second of a metric, in how many it was over its limit, and what the server did then. */
function slowestText(data: LoadTestPageData, metric: string): string {
  const counted = timedSeconds(data, metric)
  if (counted.length === 0) return ''
  const slowest = slowestOf(counted)
  const limit = strictestLimit(data.thresholds, metric)
  const over = limit === undefined ? [] : counted.filter(({ ms }) => ms >= limit)
  // Of one metric the sentence above the list says so.
  const isSaid = over.length === 0 || metric === judgedMetric(data)
  return [
    `${capitalised(metricText(metric))} was slowest in second ${slowest.second}: ${msText(slowest.ms)}; in half of the seconds it took ${msText(typicalOf(counted))} or less.`,
    ...serverThen(data, slowest),
    ...(isSaid || limit === undefined
      ? []
      : [`It took ${msText(limit)} or more in ${momentsText(momentsOf(over))}.`]),
  ].join(' ')
}

/** What the server did while that was waited for, each with the second of its own in which it was measured. */
function serverThen(
  { server, baseRun }: Pick<LoadTestPageData, 'server' | 'baseRun'>,
  { second, ms }: TimedSecond,
): string[] {
  // What ended in a second did so in its middle, and has begun as long before as it took.
  const begun = Math.max(0, Math.floor(second + 0.5 - ms / 1000))
  const during = (all: LoadTestPageData['server'] = null) =>
    (all ?? []).filter((one) => one.second >= begun && one.second <= second)
  const beside = during(server)
  if (beside.length === 0) return []
  const [late, writes] = [latest(beside), slowestWrites(beside)]
  const base = during(baseRun?.server)
  const baseLate = base.length === 0 ? null : latest(base)
  // Of two that were not held up neither was better.
  const besideBase = (own: TimedSecond, other: TimedSecond | null) =>
    other === null || Math.max(own.ms, other.ms) < BUSY_MS ? '' : ` (base: ${msText(other.ms)})`
  const isOne = begun === second
  const at = (one: TimedSecond) => (isOne ? '' : ` in second ${one.second}`)
  const then = isOne ? 'In that second' : `While it was on its way, in seconds ${begun} to ${second},`
  const wrote =
    writes === null
      ? ''
      : `, and its writes took at most ${msText(writes.ms)}${at(writes)}${besideBase(writes, slowestWrites(base))}`
  const isBusy = late.ms >= BUSY_MS || (writes !== null && writes.ms >= BUSY_MS)
  return [
    `${then} the server was ${isBusy ? '' : 'not '}held up: its event loop was at most ${msText(late.ms)} late${at(late)}${besideBase(late, baseLate)}${wrote}.`,
  ]
}

const latest = (seconds: readonly ServerSecond[]): TimedSecond =>
  slowestOf(seconds.map(({ second, eventLoopP99Ms }) => ({ second, ms: eventLoopP99Ms })))

/** Null if nothing was written. */
function slowestWrites(seconds: readonly ServerSecond[]): TimedSecond | null {
  const all = seconds.flatMap((one): TimedSecond[] => {
    const ms = writesOf(one)
    return ms === null ? [] : [{ second: one.second, ms }]
  })
  return all.length === 0 ? null : slowestOf(all)
}

/** How long writes waited for the disk in a second; null if there were none. */
export const writesOf = ({ storeWrites, storeWriteP99Ms }: ServerSecond): number | null =>
  (storeWrites ?? storeWriteP99Ms) === 0 ? null : storeWriteP99Ms

/** In which second most failed, unless nothing did. */
function errorsText({ timeline, warmupMs }: LoadTestPageData): string {
  const counted = timeline.filter(({ second, errors }) => errors > 0 && second * 1000 >= warmupMs)
  const [first] = counted
  if (first === undefined) return ''
  const total = counted.reduce((sum, { errors }) => sum + errors, 0)
  const most = counted.reduce((a, b) => (b.errors > a.errors ? b : a), first)
  if (counted.length === 1)
    return total === 1
      ? `The only error came in second ${most.second}.`
      : `All ${total} errors came in second ${most.second}.`
  return `Errors came in ${counted.length} seconds, most of them in second ${most.second}: ${most.errors} of ${total}.`
}

/** When the server was held up most; empty of one that never was. */
function serverText(data: LoadTestPageData): string {
  const { counted, late, writes } = worstOf(data)
  if (late === undefined || heldUpBy(data) !== 'server') return ''
  const half = typicalOf(counted.map(({ second, eventLoopP99Ms: ms }) => ({ second, ms })))
  const wrote =
    writes === null ? '' : `; its writes were slowest in second ${writes.second}: ${msText(writes.ms)}`
  return `The server's event loop was held up most in second ${late.second}: ${msText(late.ms)}; in half of the seconds it was at most ${msText(half)} late${wrote}.`
}
