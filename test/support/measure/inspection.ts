import type { Vitals } from '../../../src/contract/staff.js'
import type { Inspection } from '../../../src/domain/operations/ports.js'
import type { Store } from '../../../src/store/store.js'

export const PROCESS_METRICS: Vitals = {
  uptimeSeconds: 12.5,
  eventLoopDelay: { meanMs: 0.5, p99Ms: 2, maxMs: 4 },
  memory: { rssBytes: 4000, heapUsedBytes: 2000, heapTotalBytes: 3000, externalBytes: 100 },
}

export const MODELS = { default: 'stub', providers: [{ name: 'stub', kind: 'stub' }] }

/** A server with a real store, whose process always measures the same. */
export const fixedInspection = ({ health, status }: Pick<Store, 'health' | 'status'>): Inspection => ({
  store: health,
  storeStatus: status,
  readiness: status,
  models: () => MODELS,
  liveSessions: () => 3,
  vitals: () => PROCESS_METRICS,
  checkProviders: async () => [],
  settings: () => [],
})
