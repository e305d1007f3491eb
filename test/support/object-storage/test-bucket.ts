import { onTestFinished } from 'vitest'
import { createS3Bucket } from '../../../src/adapters/object-storage/s3-bucket.js'
import type { S3Settings } from '../../../src/adapters/object-storage/s3-settings.js'
import type { Log } from '../../../src/domain/log.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { silentLog } from '../stores/store-folder.js'

type TestBucketOptions = {
  readonly log?: Log
  /** Time limits end at once where it says so. */
  readonly isImpatient?: () => boolean
}

/** A bucket whose waits between attempts are noted, and over at once. */
export function testBucket(
  settings: S3Settings,
  { log = silentLog, isImpatient = () => false }: TestBucketOptions = {},
) {
  const waits: number[] = []
  const real = createTimers()
  const timers = {
    elapsed: real.elapsed,
    sleep: async (ms: number) => void waits.push(ms),
    after: (ms: number, due: () => void) => real.after(isImpatient() ? 1 : ms, due),
  }
  const bucket = createS3Bucket({ settings, timers, log })
  onTestFinished(bucket.close)
  return { ...bucket, waits }
}
