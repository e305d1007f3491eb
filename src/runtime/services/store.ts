import { DAY_MS } from '../../contract/durations.js'
import type { BatchRepository } from '../../domain/batches/ports.js'
import type { Clock, Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { ShareRepository } from '../../domain/shares/ports.js'
import type { UploadRepository } from '../../domain/uploads/ports.js'
import { createInMemoryStore } from '../../store/in-memory-store.js'
import { openStore } from '../../store/open.js'
import type { Store } from '../../store/store.js'
import type { Settings } from '../config/settings.js'
import type { RunningClock } from '../process/clock.js'

/** Opens the store of the data folder; without a folder, a store in RAM. */
export const openConfiguredStore = (
  { dataDir, acceptEmpty, store: address }: Settings,
  { timers, ...deps }: { readonly log: Log; readonly clock: RunningClock; readonly timers: Timers },
): Promise<Store> | Store =>
  dataDir === null
    ? createInMemoryStore()
    : openStore({
        folder: dataDir,
        database: address === undefined ? undefined : { address, timers },
        acceptEmpty,
        ...deps,
      })

type RetentionDeps = {
  readonly batches: Pick<BatchRepository, 'removeExpired'>
  readonly uploads: Pick<UploadRepository, 'removeExpired'>
  readonly shares: Pick<ShareRepository, 'removeExpired'>
  readonly trash: Store['trash']
  readonly clock: Clock
}

/** Removes expired records and files once a day, by the server's clock. Returns a function that ends this. */
export function scheduleRetention({ batches, uploads, shares, trash, clock }: RetentionDeps): () => void {
  let cancel = () => {}
  const arm = () => {
    cancel = clock.schedule(new Date(clock.now().getTime() + DAY_MS), async () => {
      arm()
      const now = clock.now().toISOString()
      await batches.removeExpired(now)
      await uploads.removeExpired(now)
      await shares.removeExpired(now)
      await trash.removeExpired(now)
    })
  }
  arm()
  return () => cancel()
}
