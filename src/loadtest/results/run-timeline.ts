import { SECOND_MS } from '../../contract/durations.js'
import { type InFlightCounts, sumInFlight } from '../in-flight.js'
import type { Sample } from './metrics.js'
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
  /** Adds what another machine has counted of the same run. */
  addPart(seconds: readonly SecondResult[], firstTexts: readonly FirstTexts[]): void
}

export type FirstTexts = { readonly second: number; readonly times: TimeBuckets }

/** Players, sessions and turns at one time. */
export type RunningCounts = InFlightCounts & { readonly playing: number }

type SecondTotals = {
  turns: number
  errors: number
  firstTexts: number[]
  /** Those of parts, which are only known by bucket. */
  ofParts: TimeCounter | undefined
  running: RunningCounts
}

const NOTHING_RUNNING: RunningCounts = { playing: 0, sessions: 0, turnsInFlight: 0 }

/** Totals of each second of a run; a turn counts in the second in which it ended. */
export function createRunTimeline(): RunTimeline {
  const totals = new Map<number, SecondTotals>()
  const of = (second: number): SecondTotals => {
    const known = totals.get(second)
    if (known !== undefined) return known
    const created = { turns: 0, errors: 0, firstTexts: [], ofParts: undefined, running: NOTHING_RUNNING }
    totals.set(second, created)
    return created
  }
  const inOrder = () => [...totals].sort(([a], [b]) => a - b)
  const resultOf = (
    second: number,
    { turns, errors, firstTexts, ofParts, running }: SecondTotals,
  ): SecondResult => ({
    second,
    ...running,
    turns,
    errors,
    firstTextP95Ms: ofParts?.percentile(P95) ?? percentile(firstTexts, P95),
  })
  return {
    add({ metric, at, ms, error }) {
      const second = of(Math.floor((at + ms) / SECOND_MS))
      if (error !== null) second.errors += 1
      else if (metric === 'turn.complete') second.turns += 1
      else if (metric === 'turn.first_text') second.firstTexts.push(ms)
    },
    tick(now, running) {
      const number = Math.floor(now / SECOND_MS)
      const second = of(number)
      second.running = running
      return resultOf(number, second)
    },
    seconds: () => inOrder().map(([second, one]) => resultOf(second, one)),
    firstTexts: () =>
      inOrder().flatMap(([second, { firstTexts }]) =>
        firstTexts.length === 0 ? [] : [{ second, times: bucketsOf(firstTexts) }],
      ),
    addPart(seconds, firstTexts) {
      for (const { second, turns, errors, playing, sessions = 0, turnsInFlight = 0 } of seconds) {
        const own = of(second)
        own.turns += turns
        own.errors += errors
        own.running = {
          playing: own.running.playing + playing,
          ...sumInFlight([own.running, { sessions, turnsInFlight }]),
        }
      }
      for (const { second, times } of firstTexts) {
        const own = of(second)
        own.ofParts ??= createTimeCounter()
        own.ofParts.addBuckets(times)
      }
    },
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
