import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Vitals } from '../../contract/staff.js'
import type { Timers } from '../../domain/clock.js'
import type { Inspection } from '../../domain/operations/ports.js'
import type { Presence } from '../../domain/presence.js'
import type { Store } from '../../store/store.js'
import type { Settings } from '../config/settings.js'
import type { Departure } from '../process/departure.js'
import { checkProviders } from '../services/provider-checks.js'
import type { WorkerPart } from '../workers/worker-part.js'

type InspectionDeps = {
  readonly settings: Pick<Settings, 'config' | 'described' | 'path'>
  readonly timers: Pick<Timers, 'after' | 'elapsed'>
  readonly store: Pick<Store, 'health' | 'status'>
  readonly sessions: Pick<Presence, 'count'>
  readonly processMetrics: Pick<ReturnType<typeof createProcessMetrics>, 'read'>
  readonly departure: Pick<Departure, 'isAnnounced'>
  /** Absent where one process serves. */
  readonly worker?: Pick<WorkerPart, 'addOthers'> | undefined
}

/** What the staff routes and `/metrics` read of the running server. */
export const createInspection = ({
  settings,
  store,
  sessions,
  processMetrics,
  timers,
  departure,
  worker,
}: InspectionDeps): Inspection => ({
  store: store.health,
  storeStatus: store.status,
  readiness: () => (departure.isAnnounced() ? 'draining' : store.status()),
  models: () => {
    const { llm } = settings.config
    const configured = llm.providers.map(({ name, kind }) => ({ name, kind }))
    return { default: llm.default, providers: [{ name: 'stub', kind: 'stub' }, ...configured] }
  },
  liveSessions: sessions.count,
  vitals: processMetrics.read,
  checkProviders: () => checkProviders(settings, timers),
  settings: () => settings.described,
  addOthers: worker?.addOthers,
})

type ProcessMetrics = { read(): Vitals; stop(): void }

/** How often the event loop is probed. Every measured delay includes this interval. */
const RESOLUTION_MS = 10

/** Measures the process; the delays of the event loop are those since the last `read`. */
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

/** 0 when nothing was measured yet, where the mean is NaN. */
const toDelayMs = (nanoseconds: number): number => Math.max(0, (nanoseconds || 0) / 1e6 - RESOLUTION_MS)

function memoryNow(): Vitals['memory'] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  return { rssBytes: rss, heapUsedBytes: heapUsed, heapTotalBytes: heapTotal, externalBytes: external }
}
