import { DAY_MS } from '../../contract/durations.js'
import type { BatchRepository } from '../../domain/batches/ports.js'
import type { Clock } from '../../domain/clock.js'
import type { ShareRepository } from '../../domain/shares/ports.js'
import type { UploadRepository } from '../../domain/uploads/ports.js'
import type { Store } from '../../store/store.js'

type RetentionDeps = {
  readonly batches: Pick<BatchRepository, 'removeExpired'>
  readonly uploads: Pick<UploadRepository, 'removeExpired'>
  readonly shares: Pick<ShareRepository, 'removeExpired'>
  readonly trash: Store['trash']
  readonly clock: Clock
}

/** Removes what is kept for so many days only, once a day by the clock; the call it returns ends that. */
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
