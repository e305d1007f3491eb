import { SECOND_MS } from '../../contract/durations.js'
import { type InFlightCounts, sumInFlight } from '../in-flight.js'
import { COUNTER_METRICS, type Sample } from './metrics.js'
import type { SecondResult } from './result.js'
import { createTimeCounter, type TimeBuckets, type TimeCounter } from './time-buckets.js'

const P95 = 0.95

export type RunTimeline = {
  add(sample: Sample): void
  /** Stores what is running at `now`, and returns the current second so far. */
  tick(now: number, running: RunningCounts): SecondResult
  seconds(): readonly SecondResult[]
  /** The times to the first text by second, for those that have some. */
  firstTexts(): readonly FirstTexts[]
  /** Those of all other metrics that have times. */
  otherTimes(): readonly OtherTimes[]
  /** Adds what another machine has counted of the same run. */
  addPart(seconds: readonly SecondResult[], times: PartTimes): void
}

export type FirstTexts = { readonly second: number; readonly times: TimeBuckets }
export type OtherTimes = FirstTexts & { readonly metric: string }
type PartTimes = {
  readonly firstTexts: readonly FirstTexts[]
  readonly otherTimes?: readonly OtherTimes[]
}

/** Players, sessions and turns at one time. */
export type RunningCounts = InFlightCounts & { readonly playing: number }

type SecondTotals = {
  turns: number
  errors: number
  times: Map<string, number[]>
  /** Those of parts, which are only known by bucket. */
  ofParts: Map<string, TimeCounter>
  running: RunningCounts
}

const FIRST_TEXT = 'turn.first_text'
const NOTHING_RUNNING: RunningCounts = { playing: 0, sessions: 0, turnsInFlight: 0 }

/** Totals of each second of a run; a turn counts in the second in which it ended. */
export function createRunTimeline(): RunTimeline {
  const totals = new Map<number, SecondTotals>()
  const of = (second: number): SecondTotals => {
    const known = totals.get(second)
    if (known !== undefined) return known
    const created = { turns: 0, errors: 0, times: new Map(), ofParts: new Map(), running: NOTHING_RUNNING }
    totals.set(second, created)
    return created
  }
  const inOrder = () => [...totals].sort(([a], [b]) => a - b)
  const bucketsByMetric = (isWanted: (metric: string) => boolean): OtherTimes[] =>
    inOrder().flatMap(([second, { times }]) =>
      [...times].flatMap(([metric, own]) =>
        isWanted(metric) ? [{ second, metric, times: bucketsOf(own) }] : [],
      ),
    )
  return {
    add({ metric, at, ms, error }) {
      const second = of(Math.floor((at + ms) / SECOND_MS))
      if (error !== null) second.errors += 1
      else {
        if (metric === 'turn.complete') second.turns += 1
        if (COUNTER_METRICS.has(metric)) return
        const times = second.times.get(metric)
        if (times === undefined) second.times.set(metric, [ms])
        else times.push(ms)
      }
    },
    tick(now, running) {
      const number = Math.floor(now / SECOND_MS)
      const second = of(number)
      second.running = running
      return resultOf(number, second)
    },
    seconds: () => inOrder().map(([second, one]) => resultOf(second, one)),
    firstTexts: () =>
      bucketsByMetric((metric) => metric === FIRST_TEXT).map(({ second, times }) => ({ second, times })),
    otherTimes: () => bucketsByMetric((metric) => metric !== FIRST_TEXT),
    addPart(seconds, { firstTexts, otherTimes = [] }) {
      for (const { second, turns, errors, playing, sessions = 0, turnsInFlight = 0 } of seconds) {
        const own = of(second)
        own.turns += turns
        own.errors += errors
        own.running = {
          playing: own.running.playing + playing,
          ...sumInFlight([own.running, { sessions, turnsInFlight }]),
        }
      }
      const named = firstTexts.map((one) => ({ ...one, metric: FIRST_TEXT }))
      for (const { second, metric, times } of [...named, ...otherTimes]) {
        const { ofParts } = of(second)
        const counter = ofParts.get(metric) ?? createTimeCounter()
        ofParts.set(metric, counter)
        counter.addBuckets(times)
      }
    },
  }
}

function resultOf(second: number, { turns, errors, times, ofParts, running }: SecondTotals): SecondResult {
  const p95Of = (metric: string) =>
    ofParts.get(metric)?.percentile(P95) ?? percentile(times.get(metric) ?? [], P95)
  const others = [...new Set([...times.keys(), ...ofParts.keys()])]
    .filter((metric) => metric !== FIRST_TEXT)
    .sort()
    .flatMap((metric) => {
      const ms = p95Of(metric)
      return ms === null ? [] : [[metric, ms] as const]
    })
  return {
    second,
    ...running,
    turns,
    errors,
    firstTextP95Ms: p95Of(FIRST_TEXT),
    p95Ms: Object.fromEntries(others),
  }
}

function bucketsOf(times: readonly number[]): TimeBuckets {
  const counter = createTimeCounter()
  for (const ms of times) counter.add(ms)
  return counter.buckets()
}

function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
}
