import { setImmediate } from 'node:timers/promises'
import type { Timers } from '../../domain/clock.js'

export interface Pace {
  /** Lets others run when this work has had its time; to be awaited between two small steps. */
  breathe(): Promise<void>
  /** Whether that time is over: saves the wait for nothing in tight loops. */
  isDue(): boolean
}

const WORK_MS = 5

/** Begins a piece of work that gives way to the event loop about every 5 ms. */
export function createPace({ elapsed }: Pick<Timers, 'elapsed'>): Pace {
  let since = elapsed()
  const isDue = () => elapsed() - since >= WORK_MS
  return {
    isDue,
    breathe: async () => {
      if (!isDue()) return
      await setImmediate()
      since = elapsed()
    },
  }
}
