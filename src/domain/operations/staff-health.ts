import type { StaffHealth } from '../../contract/staff.js'
import type { Inspection, Meter } from './ports.js'

type StaffHealthDeps = {
  readonly inspection: Inspection
  readonly meter: Pick<Meter, 'read'>
  readonly settings: { readonly version: string }
}

/** How the server is. A store that cannot write is what makes it fail: everything else heals by itself. */
export function staffHealth({ inspection, meter, settings }: StaffHealthDeps): StaffHealth {
  const store = inspection.store()
  return {
    status: store.status,
    service: 'parley',
    version: settings.version,
    dependencies: { store, models: inspection.models() },
    turns: meter.read().turns,
    sessions: { live: inspection.liveSessions() },
    vitals: inspection.vitals(),
  }
}
