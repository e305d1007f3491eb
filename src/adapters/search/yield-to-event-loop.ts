import { setImmediate } from 'node:timers/promises'
import type { Timers } from '../../domain/clock.js'

export interface EventLoopYielder {
  /** Lets others run when this work has had its time; to be awaited between two small steps. */
  yieldToEventLoop(): Promise<void>
  /** Whether that time is over: saves the wait for nothing in tight loops. */
  isDue(): boolean
}

const WORK_MS = 5

/** Begins a piece of work that gives way to the event loop about every 5 ms. */
export function createEventLoopYielder({ elapsed }: Pick<Timers, 'elapsed'>): EventLoopYielder {
  let since = elapsed()
  const isDue = () => elapsed() - since >= WORK_MS
  return {
    isDue,
    yieldToEventLoop: async () => {
      if (!isDue()) return
      await setImmediate()
      since = elapsed()
    },
  }
}
