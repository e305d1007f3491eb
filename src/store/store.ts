import type { StoreHealth } from '../contract/staff.js'
import type { AccountStore, KeyStore } from '../domain/accounts/ports.js'
import type { BatchStore } from '../domain/batches/ports.js'
import type { CharacterStore } from '../domain/characters/ports.js'
import type { ConversationStore } from '../domain/conversations/ports.js'
import type { DocumentStore, HeaderEncryption } from '../domain/documents/ports.js'
import type { EncounterStore } from '../domain/encounters/ports.js'
import type { FileStore } from '../domain/files/ports.js'
import type { IdempotencyStore } from '../domain/idempotency/ports.js'
import type { IngestionQueue } from '../domain/knowledge/ingestion-queue.js'
import type { QuotaStore } from '../domain/limits/ports.js'
import type { ReadingNotes } from '../domain/memories/extract/reading-notes.js'
import type { MemoryStore } from '../domain/memories/ports.js'
import type { OrganizationStore } from '../domain/organizations/ports.js'
import type { ShareStore } from '../domain/shares/ports.js'
import type { UploadStore } from '../domain/uploads/ports.js'
import type { Checkpoint } from './database.js'

export type Store = {
  readonly accounts: AccountStore
  readonly keys: KeyStore
  readonly organizations: OrganizationStore
  readonly characters: CharacterStore
  readonly conversations: ConversationStore
  readonly memories: MemoryStore
  readonly readings: ReadingNotes
  readonly quotas: QuotaStore
  readonly idempotency: IdempotencyStore
  readonly documents: DocumentStore
  readonly batches: BatchStore
  readonly queue: IngestionQueue
  readonly headers: HeaderEncryption
  readonly files: FileStore
  readonly uploads: UploadStore
  readonly shares: ShareStore
  readonly encounters: EncounterStore
  /** How often this folder was started, 1 the first time: ids made under a seed derive from it. */
  readonly starts: number
  /** The records as they are now, to go back to; until the store is closed or something purged, their files stay. */
  checkpoint(): Checkpoint
  restore(checkpoint: Checkpoint): Promise<void>
  /** Resolves when nothing that was removed before the call is left on disk. */
  compactNow(): Promise<void>
  /** Files that no record refers to, for a day. */
  readonly trash: { removeExpired(now: string): Promise<void> }
  /** The same as in `health`, which starts its measurements anew. */
  status(): StoreHealth['status']
  health(): StoreHealth
  /** Resolves when everything is durable and the folder is free for another process. */
  close(): Promise<void>
}
