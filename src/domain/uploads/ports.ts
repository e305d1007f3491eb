import type { UploadRecord } from './record.js'

export interface UploadRepository {
  put(record: UploadRecord): Promise<void>
  find(id: string): Promise<UploadRecord | undefined>
  /** Removes the uploads that have expired at `now` (ISO 8601). */
  removeExpired(now: string): Promise<void>
}
