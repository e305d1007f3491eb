import type { SystemMetrics } from '../../contract/staff.js'
import type { Inspection, Meter } from './ports.js'

type SystemMetricsDeps = {
  readonly inspection: Omit<Inspection, 'models'>
  readonly meter: Pick<Meter, 'read'>
}

/** What the server has done since its start, and what it holds now. */
export const systemMetrics = ({ inspection, meter }: SystemMetricsDeps): SystemMetrics => ({
  counts: meter.read(),
  sessions: { live: inspection.liveSessions() },
  store: inspection.store(),
  vitals: inspection.vitals(),
})
