import type { S3Settings } from '../../adapters/object-storage/s3-settings.js'
import { DAY_MS } from '../../contract/durations.js'
import type { BatchRepository } from '../../domain/batches/ports.js'
import type { Clock, Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { ShareRepository } from '../../domain/shares/ports.js'
import type { UploadRepository } from '../../domain/uploads/ports.js'
import { createInMemoryStore } from '../../store/in-memory-store.js'
import { openStore } from '../../store/open.js'
import type { StandbySettings } from '../../store/postgres/standby.js'
import type { Store } from '../../store/store.js'
import type { Settings } from '../config/settings.js'
import type { RunningClock } from '../process/clock.js'

type StoreDeps = {
  readonly log: Log
  readonly clock: RunningClock
  readonly timers: Timers
  /** Absent: the start fails while another server serves the database. */
  readonly standby?: StandbySettings | undefined
}

/** Opens the store of the data folder; without a folder, a store in RAM. */
export async function openConfiguredStore(settings: Settings, deps: StoreDeps): Promise<Store> {
  const { dataDir, acceptEmpty, store: address, blobs, members } = settings
  if (dataDir === null) return createInMemoryStore()
  const { timers, log, clock, standby } = deps
  const bucket = blobs === undefined ? undefined : await createBucket(blobs, deps)
  const database = address === undefined ? undefined : { address, timers, standby, members }
  try {
    const store = await openStore({ folder: dataDir, database, bucket, acceptEmpty, log, clock })
    return { ...store, close: () => store.close().finally(bucket?.close) }
  } catch (error) {
    await bucket?.close()
    throw error
  }
}

/** Most servers keep their files in the data folder, and do not pay for loading it. */
async function createBucket(settings: S3Settings, { timers, log }: StoreDeps) {
  const { createS3Bucket } = await import('../../adapters/object-storage/s3-bucket.js')
  return createS3Bucket({ settings, timers, log })
}

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
