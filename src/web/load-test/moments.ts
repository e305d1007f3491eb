import type { Cell, LoadTestPageData } from './page-data.js'
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
import { capitalised, isLimitOfTimes, metricText, msText, parseLimit, SERVER_METRICS } from './words.js'

/** A server that is so late is a reason for replies that are; the page says so beside the list. */
const BUSY_MS = 50

/** What was slowest of a kind of time, and when. */
type Moment = { readonly metric: string; readonly cells: readonly Cell[] }

const [LOOP, WRITES] = ['event loop meanwhile', 'writes meanwhile'] as const
export const MOMENT_TITLES = [...['what', 'slowest', 'when', 'usual'], ...[LOOP, WRITES, 'over its limit in']]
/** The columns whose seconds are not those of what the row is of. */
export const MOMENT_CHARTS: ReadonlyMap<string, string> = new Map([
  [LOOP, SERVER_METRICS.eventLoop],
  [WRITES, SERVER_METRICS.writes],
])

/** When it was slow, of each kind of time that a user waits for, and what the server did then. */
export const momentsOfRun = (data: LoadTestPageData): Moment[] =>
  timedMetrics(data).flatMap((metric) => {
    const counted = timedSeconds(data, metric)
    if (counted.length === 0) return []
    const slowest = slowestOf(counted)
    return [
      {
        metric,
        cells: [
          ...[capitalised(metricText(metric)), msText(slowest.ms), `second ${slowest.second}`],
          ...[msText(typicalOf(counted)), ...serverThen(data, slowest), overLimit(data, metric)],
        ],
      },
    ]
  })

/** In which seconds it was over its limit, unless a sentence above says so. */
function overLimit(data: LoadTestPageData, metric: string): string {
  const limit = strictestLimit(data.thresholds, metric)
  const over = limit === undefined ? [] : timedSeconds(data, metric).filter(({ ms }) => ms >= limit)
  return over.length === 0 || metric === judgedMetric(data) ? '–' : momentsText(momentsOf(over))
}

const MEANWHILE =
  ' Meanwhile: the highest value from when it was due until it came, with its second where that is another.'

/** How the table of them is read. */
export function momentsNote(data: LoadTestPageData): string {
  const then = (data.server ?? []).length === 0 ? '' : MEANWHILE
  return `Each second counts by what 95 of 100 took at most (p95); of fewer than 20, by the slowest. Slowest: the worst second; usual: the middle one.${then}`
}

/** Who was held up: the load test, the server, or neither; undefined where the server did not tell. */
export function heldUpBy(data: LoadTestPageData): 'server' | 'neither' | undefined {
  const { late, writes } = worstOf(data)
  if (late === undefined) return undefined
  return late.ms >= BUSY_MS || (writes?.ms ?? 0) >= BUSY_MS ? 'server' : 'neither'
}

/**
 * In one sentence whether client or server was held up, and if a limit of times was missed where the time went; then how
 * late both were. Empty of a run that is not valid.
 */
export function heldUpText(data: LoadTestPageData): string {
  const { isValid, thresholds, generator } = data
  const { eventLoopP99Ms, eventLoopLimitMs } = generator
  const slow = thresholds.find(({ threshold, isMet }) => !isMet && isLimitOfTimes(threshold))
  if (!isValid) return ''
  const allowed = eventLoopLimitMs === undefined ? '' : `, and ${msText(eventLoopLimitMs)} are allowed`
  const own = `at most ${msText(eventLoopP99Ms)} late${allowed}`
  const { late, writes } = worstOf(data)
  const unknown = `The client (the load test) was not held up (${own}); of the server nothing is known, because it did not tell.`
  if (late === undefined) return unknown
  const wrote = writes === null ? '' : `, writes at most ${msText(writes.ms)} (second ${writes.second})`
  const loop = `event loop at most ${msText(late.ms)} late (second ${late.second})${wrote}`
  const client = `Client (the load test): ${own}.`
  if (heldUpBy(data) === 'server')
    return `The server was held up, not the client. Server: ${loop}, and up to ${BUSY_MS} ms are fine. ${client}`
  const where = slow === undefined ? '.' : `: ${whereText(data, slow.threshold)}`
  return `Neither the client nor the server was held up${where} ${client} Server: ${loop}, and up to ${BUSY_MS} ms are fine.`
}

/** As the end of a sentence: where the time went if nobody was held up. */
function whereText(data: LoadTestPageData, threshold: string): string {
  if (!parseLimit(threshold)?.metric.startsWith('turn.')) return 'the time went into answering.'
  const into = timeWentInto(data)
  if (into === undefined) return 'the time went into making replies, or waiting for the one before.'
  const where =
    into === 'waiting'
      ? 'the slowest replies mostly waited until the previous reply of the same player had ended'
      : 'the time went into making replies'
  return `${where}.${partsText(data)}`
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

/** What the server did while that was on its way, with the second of its own in which it was measured. */
function serverThen(
  { server, baseRun }: Pick<LoadTestPageData, 'server' | 'baseRun'>,
  { second, ms }: TimedSecond,
): Cell[] {
  // What ended in a second did so in its middle, and has begun as long before as it took.
  const begun = Math.max(0, Math.floor(second + 0.5 - ms / 1000))
  const during = (all: LoadTestPageData['server'] = null) =>
    (all ?? []).filter((one) => one.second >= begun && one.second <= second)
  const beside = during(server)
  if (beside.length === 0) return ['–', '–']
  const base = during(baseRun?.server)
  const cell = (own: TimedSecond | null, other: TimedSecond | null): Cell => {
    if (own === null) return '–'
    const isBusy = own.ms >= BUSY_MS
    const notes = [
      ...(own.second === second ? [] : [`in second ${own.second}`]),
      // Of two that were not held up neither was better.
      ...(other !== null && Math.max(own.ms, other.ms) >= BUSY_MS ? [`base: ${msText(other.ms)}`] : []),
    ]
    const text = msText(own.ms)
    return { text, note: notes.join(', '), ...(isBusy && { judgement: 'worse' }) }
  }
  return [
    cell(latest(beside), base.length === 0 ? null : latest(base)),
    cell(slowestWrites(beside), slowestWrites(base)),
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
export function errorsText({ timeline, warmupMs }: LoadTestPageData): string {
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
