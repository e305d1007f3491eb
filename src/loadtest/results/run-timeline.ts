import { SECOND_MS } from '../../contract/durations.js'
import type { InFlightCounts } from '../in-flight.js'
import type { Sample } from './metrics.js'
import type { SecondResult } from './result.js'

const P95 = 0.95

export type RunTimeline = {
  add(sample: Sample): void
  /** Stores what is running at `now`, and returns the current second so far. */
  tick(now: number, running: RunningCounts): SecondResult
  seconds(): readonly SecondResult[]
}

/** Players, sessions and turns at one time. */
export type RunningCounts = InFlightCounts & { readonly playing: number }

type SecondTotals = { turns: number; errors: number; firstTexts: number[]; running: RunningCounts }

const NOTHING_RUNNING: RunningCounts = { playing: 0, sessions: 0, turnsInFlight: 0 }

/** Totals of each second of a run; a turn counts in the second in which it ended. */
export function createRunTimeline(): RunTimeline {
  const totals = new Map<number, SecondTotals>()
  const of = (second: number): SecondTotals => {
    const known = totals.get(second) ?? { turns: 0, errors: 0, firstTexts: [], running: NOTHING_RUNNING }
    totals.set(second, known)
    return known
  }
  const resultOf = (second: number, { turns, errors, firstTexts, running }: SecondTotals): SecondResult => ({
    second,
    ...running,
    turns,
    errors,
    firstTextP95Ms: percentile(firstTexts, P95),
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
    seconds: () => [...totals].sort(([a], [b]) => a - b).map(([second, one]) => resultOf(second, one)),
  }
}

function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
}
