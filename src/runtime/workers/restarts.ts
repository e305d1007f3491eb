import type { Timers } from '../../domain/clock.js'

export type Restarts = {
  /** A worker has become ready. */
  ready(number: number): void
  /** One has ended by itself: after how many milliseconds to start another one; undefined: it is no use. */
  ended(number: number): number | undefined
}

/** Starts of one place that may fail, one after the other. */
export const FAILED_STARTS_MAX = 6
/** A worker that has lived for so long is replaced at once. */
const STEADY_MS = 10_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000

type History = { readyAt: number | undefined; short: number; failed: number }

/** Waits longer from one short life to the next, so that workers that keep dying leave the machine to the others. */
export function createRestarts({ elapsed }: Pick<Timers, 'elapsed'>): Restarts {
  const places = new Map<number, History>()
  const historyOf = (number: number): History => {
    const history = places.get(number) ?? { readyAt: undefined, short: 0, failed: 0 }
    places.set(number, history)
    return history
  }
  return {
    ready(number) {
      Object.assign(historyOf(number), { readyAt: elapsed(), failed: 0 })
    },
    ended(number) {
      const history = historyOf(number)
      const { readyAt } = history
      history.readyAt = undefined
      if (readyAt === undefined) history.failed += 1
      if (history.failed >= FAILED_STARTS_MAX) return undefined
      history.short = readyAt !== undefined && elapsed() - readyAt >= STEADY_MS ? 0 : history.short + 1
      return history.short === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (history.short - 1))
    },
  }
}
