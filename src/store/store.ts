import type { StoreHealth } from '../contract/staff.js'
import type { AccountRepository, ApiKeyRepository } from '../domain/accounts/ports.js'
import type { BatchRepository } from '../domain/batches/ports.js'
import type { ChangeFeed } from '../domain/change-feed.js'
import type { CharacterRepository } from '../domain/characters/ports.js'
import type { ConversationRepository } from '../domain/conversations/ports.js'
import type { DocumentRepository, HeaderEncryption } from '../domain/documents/ports.js'
import type { Duties } from '../domain/duties.js'
import type { EncounterRepository } from '../domain/encounters/ports.js'
import type { FileStore } from '../domain/files/ports.js'
import type { IdempotencyStore } from '../domain/idempotency/ports.js'
import type { IngestionQueue } from '../domain/knowledge/ports.js'
import type { Leadership } from '../domain/leadership.js'
import type { Leases } from '../domain/leases.js'
import type { QuotaStore } from '../domain/limits/ports.js'
import type { InFlightReads } from '../domain/memories/extract/in-flight-reads.js'
import type { MemoryRepository } from '../domain/memories/ports.js'
import type { OrganizationRepository } from '../domain/organizations/ports.js'
import type { Peers } from '../domain/peers.js'
import type { Elsewhere } from '../domain/presence.js'
import type { ShareRepository } from '../domain/shares/ports.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import type { UploadRepository } from '../domain/uploads/ports.js'
import type { Checkpoint } from './database.js'

export type Store = {
  readonly accounts: AccountRepository
  readonly keys: ApiKeyRepository
  readonly organizations: OrganizationRepository
  readonly characters: CharacterRepository
  readonly conversations: ConversationRepository
  readonly memories: MemoryRepository
  readonly readings: InFlightReads
  readonly quotas: QuotaStore
  readonly idempotency: IdempotencyStore
  readonly documents: DocumentRepository
  readonly batches: BatchRepository
  readonly queue: IngestionQueue
  readonly headers: HeaderEncryption
  readonly files: FileStore
  readonly uploads: UploadRepository
  readonly shares: ShareRepository
  readonly encounters: EncounterRepository
  readonly changes: ChangeFeed
  readonly transact: UnitOfWork['transact']
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
  readonly duties: Duties
  /** Absent where no other server serves the records at the same time. */
  readonly elsewhere?: Elsewhere | undefined
  /** As `elsewhere`. */
  readonly peers?: Peers | undefined
  /** Who does what just now, in all processes that serve these records; names of different kinds are apart. */
  leasesOf(kind: string): Leases
  /** Absent where no other server can take the place of this one. */
  readonly leadership?: Leadership | undefined
  /** Resolves when everything is durable and the folder is free for another process. */
  close(): Promise<void>
}
