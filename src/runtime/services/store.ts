import type { Log } from '../../domain/log.js'
import { createInMemoryStore } from '../../store/in-memory-store.js'
import { openStore } from '../../store/open.js'
import type { Store } from '../../store/store.js'
import type { Settings } from '../config/settings.js'
import type { RunningClock } from '../process/clock.js'

/** Opens the data folder, or a store in RAM when there is none. */
export const openConfiguredStore = (
  { dataDir, acceptEmpty }: Settings,
  deps: { readonly log: Log; readonly clock: RunningClock },
): Promise<Store> | Store =>
  dataDir === null ? createInMemoryStore() : openStore({ folder: dataDir, acceptEmpty, ...deps })
