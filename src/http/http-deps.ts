import type { Limits } from '../contract/limits.js'
import type { ModelFinalState } from '../contract/models.js'
import type {
  AccountRepository,
  ApiKeyRepository,
  IdentityIssuer,
  IdentityVerifier,
} from '../domain/accounts/ports.js'
import type { BatchRepository } from '../domain/batches/ports.js'
import type { CharacterRepository } from '../domain/characters/ports.js'
import type { AddressRange } from '../domain/control/address-range.js'
import type { AdjustableClock, Resettable } from '../domain/control/ports.js'
import type { ConversationRepository } from '../domain/conversations/ports.js'
import type { DocumentRepository, HeaderEncryption } from '../domain/documents/ports.js'
import type { UrlCheck } from '../domain/documents/validate-input.js'
import type { LiveEncounters } from '../domain/encounters/live-encounters.js'
import type { FileStore } from '../domain/files/ports.js'
import type { LiveModels } from '../domain/generation/model3d/live-models.js'
import type { ModelSettings } from '../domain/generation/model3d/start.js'
import type { IdempotencyStore } from '../domain/idempotency/ports.js'
import type { ImageProcessor } from '../domain/images/ports.js'
import type { IngestionQueue } from '../domain/knowledge/ports.js'
import type { Leases } from '../domain/leases.js'
import type { QuotaStore } from '../domain/limits/ports.js'
import type { Log } from '../domain/log.js'
import type { MemoryGraphCache } from '../domain/memories/graph/memory-graph-cache.js'
import type { MemoryRepository } from '../domain/memories/ports.js'
import type { MemoryCorpora } from '../domain/memories/search/memory-corpora.js'
import type { Inspection, Meter } from '../domain/operations/ports.js'
import type { OrganizationRepository } from '../domain/organizations/ports.js'
import type { PageFiles } from '../domain/pages/ports.js'
import type { Presence } from '../domain/presence.js'
import type { Ids, Secrets } from '../domain/random.js'
import type { TurnRequests } from '../domain/sessions/turn-requests.js'
import type { ShareRepository } from '../domain/shares/ports.js'
import type { AllTraces } from '../domain/turns/all-traces.js'
import type { TurnReplays } from '../domain/turns/replay-turn.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import type { UploadRepository } from '../domain/uploads/ports.js'
import type { Vision } from '../domain/vision/ports.js'
import type { SpeechRecognition } from '../domain/voice/ports.js'

export type HttpSettings = {
  readonly version: string
  /** Whether the listen address was set explicitly, which opens control routes to other machines. */
  readonly hostWasSet: boolean
  /** Names that the `Host` header of a control request may carry besides loopback literals and `localhost`. */
  readonly hosts: readonly string[]
  /** The URL of the documentation; null: on this server. */
  readonly docsUrl: string | null
  /** The base URL of share links; null: this server. */
  readonly shareUrl: string | null
  /** When the legacy routes became deprecated and will be removed; null while no date is set. */
  readonly deprecation: { readonly since: Date; readonly sunset: Date | null } | null
  /** The state of a finished 3D model on the canonical routes. */
  readonly modelFinalState: ModelFinalState
  /** Proxies on this machine whose forwarding headers are trusted. */
  readonly trustedProxies: readonly AddressRange[]
}

/** What the REST API needs; each route takes the few members it uses. */
export type HttpDeps = {
  readonly transact: UnitOfWork['transact']
  readonly characters: CharacterRepository
  readonly conversations: ConversationRepository
  readonly documents: DocumentRepository
  readonly batches: BatchRepository
  readonly queue: Pick<IngestionQueue, 'depths'>
  readonly headers: HeaderEncryption
  readonly memories: MemoryRepository
  readonly memoryGraphs: MemoryGraphCache
  readonly memoryCorpora: Pick<MemoryCorpora, 'search'>
  readonly files: FileStore
  readonly uploads: UploadRepository
  readonly shares: ShareRepository
  readonly liveShares: Pick<Leases, 'revoke'>
  readonly sharePage: PageFiles
  readonly voice: { readonly recognition: Pick<SpeechRecognition, 'understands'> }
  /** The reference of the API, in `index.html`, and `migration-guide.html`, each with its policy in a meta element. */
  readonly referencePage: PageFiles
  readonly liveEncounters: Pick<LiveEncounters, 'begin'>
  /** Validates the URL of a document without a download. */
  readonly checkUrl: UrlCheck
  /** False: requests that create a batch are answered with 503. */
  readonly areBatchesEnabled: boolean
  /** Known only to those who can read the files of this server; new at each start. */
  readonly localSecret: string
  /** Signs download links. */
  readonly linkKey: string
  readonly organizations: OrganizationRepository
  readonly images: ImageProcessor
  readonly vision: Vision
  readonly liveModels: Pick<LiveModels, 'start' | 'poll'>
  readonly models: ModelSettings
  readonly accounts: AccountRepository
  readonly keys: ApiKeyRepository
  readonly quotas: QuotaStore
  readonly idempotency: IdempotencyStore
  readonly limits: Limits
  readonly identity: IdentityVerifier
  /** Null when the configuration names an outside issuer. */
  readonly issuer: IdentityIssuer | null
  readonly clock: AdjustableClock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly log: Log
  readonly presence: Pick<Presence, 'launchStatus'>
  readonly turnRequests: TurnRequests
  readonly allTraces: AllTraces
  readonly turnReplays: TurnReplays
  readonly resettable: Resettable
  readonly meter: Meter
  readonly inspection: Inspection
  readonly settings: HttpSettings
}
