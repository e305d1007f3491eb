import type { UploadRecord } from './record.js'

export interface UploadRepository {
  put(record: UploadRecord): Promise<void>
  find(id: string): Promise<UploadRecord | undefined>
  /** Removes those that have expired at `now`, an ISO 8601 time. */
  removeExpired(now: string): Promise<void>
}
