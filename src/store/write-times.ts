import { createHistogram } from 'node:perf_hooks'
import type { StoreWrites } from '../contract/staff.js'

type WriteTimes = {
  /** Resolves, or rejects, as the write does. What fails is not counted. */
  measure(write: Promise<void>): Promise<void>
  /** Of the time since the last reading. */
  read(): StoreWrites
}

const NS_PER_MS = 1e6

/** How long those who write have to wait until it is durable. */
export function createWriteTimes(): WriteTimes {
  const times = createHistogram()
  return {
    async measure(write) {
      const begin = performance.now()
      await write
      // At least a nanosecond: the histogram takes no zero.
      times.record(Math.max(1, Math.round((performance.now() - begin) * NS_PER_MS)))
    },
    read() {
      const { count, mean, max } = times
      const p99 = times.percentile(99)
      times.reset()
      if (count === 0) return NO_WRITES
      return { count, meanMs: mean / NS_PER_MS, p99Ms: p99 / NS_PER_MS, maxMs: max / NS_PER_MS }
    },
  }
}

const NO_WRITES: StoreWrites = { count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 }
