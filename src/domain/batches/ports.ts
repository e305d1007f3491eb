import type { CharacterRecord } from '../characters/record.js'
import type { Attachments } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import { domainError } from '../errors.js'
import type { BatchRecord } from './record.js'

/** A batch with its characters and documents, stored together or not at all. */
export type BatchCreation = Attachments & {
  readonly batch: BatchRecord
  readonly characters: readonly CharacterRecord[]
  /** How many batches of the owner may run at once, not counting single documents. */
  readonly maxRunningBatches: number
}

export type BatchWithDocuments = {
  readonly batch: BatchRecord
  readonly documents: readonly DocumentRecord[]
}

export type BatchQuery = {
  readonly accountId: string
  readonly orgId: string | null
  readonly playerId: string | null
  /** ISO 8601: only those that expire later. */
  readonly expiresAfter: string
  readonly limit: number
  readonly offset: number
}

export interface BatchRepository {
  /**
   * Rejects without storing anything: with `quota` when too many batches of the owner are running, with `forbidden` when
   * the organization is gone, and as `DocumentRepository.attach` does.
   */
  create(creation: BatchCreation): Promise<void>
  /** The batch with its documents, by item and position. */
  find(id: string): Promise<BatchWithDocuments | undefined>
  /** Newest first, ties by id. */
  list(query: BatchQuery): Promise<{ batches: BatchWithDocuments[]; total: number }>
  /** Ids of the batches that are not finished. */
  listRunning(): Promise<string[]>
  /** Removes expired finished batches, but not their documents. */
  removeExpired(now: string): Promise<void>
}

export type BatchChange = {
  readonly batch?: BatchRecord
  readonly documents?: readonly DocumentRecord[]
}

const RUNNING_RETRY_SECONDS = 30

/** One running batch per account or organization (docs/rest.md, Batches). */
export const batchAlreadyRunning = (runningBatchId: string) =>
  domainError('anotherBatchRunning', runningBatchId, { retryAfterSeconds: RUNNING_RETRY_SECONDS })
