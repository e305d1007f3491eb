import type { LoadTestPageData } from './page-data.js'
import { type TimedSecond, timedMetrics, timedSeconds, typicalOf } from './seconds.js'
import { judgedMetric } from './slowness.js'
import { metricText, msText } from './words.js'

/** Fewer seconds have no course. */
const LEAST_SECONDS = 9
/** The last third against the first one: so many times as long, and so many milliseconds longer. */
const GROWTH = { times: 1.5, ms: 5 }
/** Of all pairs of seconds, the share in which the later one is slower, less the share in which it is faster (Kendall's tau). */
const LEAST_TAU = 0.5
/** At the end it still grows when the last sixth takes so many times as long as the one before. */
const STILL = 1.1

export type Course = 'rising' | 'falling' | 'even'

type Measured = {
  readonly course: Course
  readonly first: number
  readonly last: number
  readonly isOpen: boolean
}

/** How the times of what the page judges changed from the beginning of the run to its end; even where they did not, or nobody can tell. */
export const courseOf = (data: LoadTestPageData): Course => measure(data)?.course ?? 'even'

/** In a sentence, if there was a change. */
export function courseText(data: LoadTestPageData): string {
  const metric = metricOf(data)
  const measured = measure(data)
  if (metric === undefined || measured === undefined || measured.course === 'even') return ''
  const { course, first, last, isOpen } = measured
  const change = `${metricText(metric)} took about ${msText(first)} in the first third and ${msText(last)} in the last`
  if (course === 'falling') return `It got faster through the test: ${change}.`
  const end = isOpen ? ', and it was still growing at the end: a longer test would be slower' : ''
  return `It got slower through the test: ${change}${end}.`
}

const metricOf = (data: LoadTestPageData): string | undefined => judgedMetric(data) ?? timedMetrics(data)[0]

function measure(data: LoadTestPageData): Measured | undefined {
  const metric = metricOf(data)
  const seconds = metric === undefined ? [] : timedSeconds(data, metric)
  if (seconds.length < LEAST_SECONDS) return undefined
  const [first, last] = [part(seconds, 0, 3), part(seconds, 2, 3)].map(typicalOf) as [number, number]
  const tau = tauOf(seconds)
  const isMore = (from: number, to: number) => to >= from * GROWTH.times && to >= from + GROWTH.ms
  const isRising = isMore(first, last) && tau >= LEAST_TAU
  const isFalling = isMore(last, first) && tau <= -LEAST_TAU
  const isOpen = isRising && typicalOf(part(seconds, 5, 6)) >= STILL * typicalOf(part(seconds, 4, 6))
  const falling = isFalling ? 'falling' : 'even'
  return { course: isRising ? 'rising' : falling, first, last, isOpen }
}

const part = (seconds: readonly TimedSecond[], at: number, of: number): readonly TimedSecond[] =>
  seconds.slice(Math.floor((seconds.length * at) / of), Math.floor((seconds.length * (at + 1)) / of))

/** So many seconds, evenly spread, tell the course of a long run as well as all of them. */
const PAIRED_MAX = 300

function tauOf(seconds: readonly TimedSecond[]): number {
  const step = Math.max(1, Math.ceil(seconds.length / PAIRED_MAX))
  const times = seconds.filter((_, at) => at % step === 0).map(({ ms }) => ms)
  let sum = 0
  for (const [at, earlier] of times.entries())
    for (const later of times.slice(at + 1)) sum += Math.sign(later - earlier)
  return sum / Math.max(1, (times.length * (times.length - 1)) / 2)
}
