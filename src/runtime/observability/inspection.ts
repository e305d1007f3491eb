import type { Inspection } from '../../domain/operations/ports.js'
import type { SessionRegistry } from '../../domain/sessions/registry.js'
import type { Store } from '../../store/store.js'
import type { Settings } from '../config/settings.js'
import type { createProcessMetrics } from './process-metrics.js'

type InspectionDeps = {
  readonly settings: Pick<Settings, 'config'>
  readonly store: Pick<Store, 'health' | 'status'>
  readonly sessions: Pick<SessionRegistry, 'count'>
  readonly processMetrics: Pick<ReturnType<typeof createProcessMetrics>, 'read'>
}

export const createInspection = ({
  settings,
  store,
  sessions,
  processMetrics: vitals,
}: InspectionDeps): Inspection => ({
  store: store.health,
  storeStatus: store.status,
  models: () => {
    const { llm } = settings.config
    const configured = llm.providers.map(({ name, kind }) => ({ name, kind }))
    return { default: llm.default, providers: [{ name: 'stub', kind: 'stub' }, ...configured] }
  },
  liveSessions: sessions.count,
  vitals: vitals.read,
})
