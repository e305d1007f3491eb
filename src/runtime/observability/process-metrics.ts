import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Vitals } from '../../contract/staff.js'

type ProcessMetrics = { read(): Vitals; stop(): void }

/** How often the event loop is probed. Each reading holds this wait, too. */
const RESOLUTION_MS = 10

/** The process' own measurements; those of the event loop are of the time since the last reading. */
export function createProcessMetrics(): ProcessMetrics {
  const startedAt = performance.now()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()

  return {
    read: () => {
      const eventLoopDelay = {
        meanMs: toDelayMs(delay.mean),
        p99Ms: toDelayMs(delay.percentile(99)),
        maxMs: toDelayMs(delay.max),
      }
      delay.reset()
      return {
        uptimeSeconds: (performance.now() - startedAt) / 1000,
        eventLoopDelay,
        memory: memoryNow(),
      }
    },
    stop: () => void delay.disable(),
  }
}

/** Nothing was measured yet: there is no mean, and nothing was late. */
const toDelayMs = (nanoseconds: number): number => Math.max(0, (nanoseconds || 0) / 1e6 - RESOLUTION_MS)

function memoryNow(): Vitals['memory'] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  return { rssBytes: rss, heapUsedBytes: heapUsed, heapTotalBytes: heapTotal, externalBytes: external }
}
