import type { StaffHealth } from '../../contract/staff.js'
import type { IngestionQueue } from '../jobs/ports.js'
import type { Inspection, Meter } from './ports.js'

type StaffHealthDeps = {
  readonly inspection: Inspection
  readonly queue: Pick<IngestionQueue, 'depths'>
  readonly meter: Pick<Meter, 'read'>
  readonly settings: { readonly version: string }
}

/** How the server is. A store that cannot write is what makes it fail: everything else heals by itself. */
export async function staffHealth({
  inspection,
  queue,
  meter,
  settings,
}: StaffHealthDeps): Promise<StaffHealth> {
  const store = inspection.store()
  return {
    status: store.status,
    service: 'parley',
    version: settings.version,
    dependencies: { store, models: inspection.models() },
    queues: { documents: await queue.depths() },
    turns: meter.read().turns,
    sessions: { live: inspection.liveSessions() },
    vitals: inspection.vitals(),
  }
}
