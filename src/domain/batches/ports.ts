import type { CharacterRecord } from '../characters/record.js'
import type { Attachments } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import { DomainError } from '../errors.js'
import type { BatchRecord } from './record.js'

/** Characters, documents and their batch, which appear together or not at all. */
export type BatchCreation = Attachments & {
  readonly batch: BatchRecord
  readonly characters: readonly CharacterRecord[]
  /** How many batches of the owner may run at once, single documents aside. */
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
   * Rejects, with nothing stored, with `quota` when this batch would run beside more of the owner's than may;
   * with `forbidden` when the organization is gone; and as `DocumentStore.attach` does.
   */
  create(creation: BatchCreation): Promise<void>
  /** The batch with its documents, by item and position. */
  find(id: string): Promise<BatchWithDocuments | undefined>
  /** Newest first, ties by id. */
  list(query: BatchQuery): Promise<{ batches: BatchWithDocuments[]; total: number }>
  /**
   * Reads, changes and writes as one step. `change` returns the records that change, and what it throws leaves
   * everything as it was. Undefined when there is no such batch.
   */
  update(
    id: string,
    change: (current: BatchWithDocuments) => BatchChange,
  ): Promise<BatchWithDocuments | undefined>
  /** Ids of the batches that are not finished. */
  listRunning(): Promise<string[]>
  /** Removes the finished batches that expired; their documents stay. */
  removeExpired(now: string): Promise<void>
}

export type BatchChange = {
  readonly batch?: BatchRecord
  readonly documents?: readonly DocumentRecord[]
}

const RUNNING_RETRY_SECONDS = 30

/** One running batch per account or organization (docs/rest.md, Batches). */
export const batchAlreadyRunning = (runningBatchId: string) =>
  new DomainError(
    'quota',
    { message: 'A batch is already running', runningBatchId },
    { retryAfterSeconds: RUNNING_RETRY_SECONDS },
  )
