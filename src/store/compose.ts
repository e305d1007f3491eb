import type { StoreHealth } from '../contract/staff.js'
import { SOLE_DUTIES } from '../domain/duties.js'
import { DomainError, domainError } from '../domain/errors.js'
import type { BlobStore } from '../domain/files/blob-store.js'
import { createInProcessLeases } from '../domain/leases.js'
import type { InFlightReads } from '../domain/memories/extract/in-flight-reads.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import { createAccountRepository } from './accounts.js'
import { createBatchRepository } from './batches.js'
import { createChangeFeed } from './change-feed.js'
import { createCharacterRepository } from './characters.js'
import { createConversationRepository } from './conversations.js'
import type { Database } from './database.js'
import { createDocumentRepository } from './documents.js'
import { createEncounterRepository } from './encounters.js'
import { createErasure, type Erasure } from './erasure.js'
import { createFileStore } from './files/file-store.js'
import { createFileReferences } from './files/references.js'
import type { Sweep } from './files/sweep.js'
import type { Trash } from './files/trash.js'
import { createHeaderKeys } from './header-keys.js'
import { createIdempotencyStore } from './idempotency.js'
import { createIngestionQueue } from './ingestion-queue.js'
import { createApiKeyRepository } from './keys.js'
import { createMemoryRepository } from './memories.js'
import { createOrganizationRepository } from './organizations.js'
import { createOrphans, type Orphans } from './orphans.js'
import type { SharedRecords } from './postgres/adapter.js'
import { createQuotaStore } from './quotas.js'
import { createShareRepository } from './shares.js'
import type { Store } from './store.js'
import { createTables, type Tables } from './tables.js'
import { createUnitOfWork } from './unit-of-work.js'
import { createUploadRepository } from './uploads.js'

type Backing = {
  readonly database: Database
  readonly readings: InFlightReads
  readonly blobs: BlobStore
  /** Where files are while they are received; called when it is first needed. */
  readonly incoming: () => Promise<string>
  /** Null: nothing is swept, and no file is ever without a record. */
  readonly trash: Trash | null
  /** Null: keys of documents are kept in memory. */
  readonly headerKeysFolder: string | null
  readonly health: () => Omit<StoreHealth, 'records' | 'missingFiles'>
  readonly status: () => StoreHealth['status']
  readonly compactNow: () => Promise<void>
  /** Present where several processes serve these records. */
  readonly shared?: SharedRecords | undefined
  /** Called last, when nothing will be written any more. */
  readonly release: () => Promise<void>
}

type Composed = {
  readonly store: Store
  /** Removes the keys that no record refers to and moves such files to the trash. */
  readonly sweepFiles: (sweep: Sweep) => Promise<{ readonly missing: number; readonly moved: number }>
  /** Carries out to the end what a crash has interrupted. */
  readonly finishErasures: () => Promise<void>
}

/** The store over a database, whatever that is kept in. */
export function composeStore(backing: Backing): Composed {
  const { database, readings, blobs, incoming, trash, compactNow, release, shared } = backing
  const leasesOf = shared?.leases.of ?? createInProcessLeases
  const references = createFileReferences()
  const headerKeys = createHeaderKeys({ folder: backing.headerKeysFolder, flush: database.flush })
  const tables = createTables(database, references, headerKeys)
  const files = createFileStore({ ...database, blobs, incoming, references, trash, holds: shared?.leases })
  const leftovers = createOrphans({ database, tables })
  const erasure = createErasure({ database, tables, compactNow })
  const deps = { database, tables, leftovers, erasure, ...unitsOver(database, tables) }
  const organizations = createOrganizationRepository({
    ...deps,
    erase: () => eraseFiles(files, headerKeys).then(compactNow),
  })
  const keys = createApiKeyRepository(deps)
  const idempotency = createIdempotencyStore({ ...deps, leases: leasesOf('answers') })

  const store: Store = {
    ...plainStores(deps),
    ...countingStores(deps),
    transact: deps.transact,
    readings,
    keys,
    organizations,
    idempotency,
    headers: headerKeys,
    files,
    changes: createChangeFeed(database, tables),
    duties: shared?.duties ?? SOLE_DUTIES,
    ...{ elsewhere: shared?.elsewhere, peers: shared?.peers },
    leasesOf,
    checkpoint: () => {
      files.pin()
      return database.checkpoint()
    },
    restore: async (checkpoint) => {
      await Promise.all([idempotency.letGo(), database.restore(checkpoint)])
      await files.settle()
    },
    compactNow,
    trash: {
      async removeExpired(now) {
        await files.settle()
        await trash?.removeExpired(now)
      },
    },
    ...healthOf(backing, () => ({ records: database.size(), missingFiles: files.missing() })),
    close: () => {
      keys.settle()
      return settleAll({ database, files, headerKeys }).finally(release)
    },
  }
  const sweepFiles = async (sweep: Sweep) => {
    if (!sweep.keepsOrphans) await headerKeys.sweep()
    const { missing, moved } = await files.sweep(sweep)
    return { missing: missing.length, moved }
  }
  const finishErasures = () =>
    finishInOrder([leftovers.removeAfterCrash, organizations.finishPurges, erasure.finish])
  return { store, sweepFiles, finishErasures }
}

/** Nobody is told that a file is gone for good while it is there; the next start tries again. */
async function eraseFiles(
  files: ReturnType<typeof createFileStore>,
  headerKeys: ReturnType<typeof createHeaderKeys>,
): Promise<void> {
  files.unpin()
  const [{ failure }] = await Promise.all([files.settle(), headerKeys.settle()])
  if (failure !== undefined) throw domainError('filesUnreachable', { cause: failure })
}

/** Whether records and files can be written; what of the records fails says more. */
function healthOf(
  { status, health, blobs }: Backing,
  counts: () => Pick<StoreHealth, 'records' | 'missingFiles'>,
): Pick<Store, 'status' | 'health'> {
  return {
    status: () => (status() === 'ok' && blobs.failure() !== null ? 'degraded' : status()),
    health: () => {
      const found = { ...health(), ...counts() }
      const failure = blobs.failure()
      return found.status === 'ok' && failure !== null ? { ...found, status: 'degraded', failure } : found
    },
  }
}

function unitsOver(database: Database, tables: Tables) {
  const nextEventId = createCounter(tables, 'memory-events')
  return { nextEventId, ...createUnitOfWork({ database, tables, nextEventId }) }
}

async function finishInOrder(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) await step()
}

type Settling = {
  readonly database: Database
  readonly files: ReturnType<typeof createFileStore>
  readonly headerKeys: ReturnType<typeof createHeaderKeys>
}

async function settleAll({ database, files, headerKeys }: Settling): Promise<void> {
  await commitLast(database)
  files.unpin()
  await Promise.all([files.settle(), headerKeys.settle()])
}

/** On a full disk nothing is lost but numbers that nobody was given. */
async function commitLast(database: Database): Promise<void> {
  await database.commit([]).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.kind === 'insufficient_storage')) throw error
  })
}

type StoreDeps = UnitOfWork & {
  readonly database: Database
  readonly tables: Tables
  readonly leftovers: Orphans
  readonly erasure: Erasure
  readonly nextEventId: () => number
}

/** Those that number what they store, and the number of this start. */
function countingStores(deps: StoreDeps) {
  const counter = (id: string) => createCounter(deps.tables, id)
  return {
    conversations: createConversationRepository({ ...deps, nextMessageId: counter('messages') }),
    memories: createMemoryRepository(deps),
    quotas: createQuotaStore({ ...deps, nextTakeId: counter('takes') }),
    starts: countStart(deps),
  }
}

/** Those that need nothing but the records. */
const plainStores = (deps: Omit<StoreDeps, 'erasure' | 'nextEventId'>) => ({
  accounts: createAccountRepository(deps),
  characters: createCharacterRepository(deps),
  documents: createDocumentRepository(deps),
  batches: createBatchRepository(deps),
  queue: createIngestionQueue(deps),
  uploads: createUploadRepository(deps),
  shares: createShareRepository(deps),
  encounters: createEncounterRepository(deps),
})

/** Counts up from 1. The records that get the numbers say how far it has come: see `counter` of their kinds. */
function createCounter({ counters }: Pick<Tables, 'counters'>, id: string) {
  return () => {
    const value = (counters.get(id)?.value ?? 0) + 1
    counters.set(id, { id, value })
    return value
  }
}

/** The number of this start, from 1. No record has it, so it is stored with the next commit. */
function countStart({ database, tables: { counters } }: Pick<StoreDeps, 'database' | 'tables'>): number {
  const id = 'starts'
  const value = createCounter({ counters }, id)()
  database.defer(id, () => counters.put({ id, value }))
  return value
}
