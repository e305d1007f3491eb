import type { StoreHealth } from '../contract/staff.js'
import { createAccountStore } from './accounts.js'
import { createCharacterStore } from './characters.js'
import { createConversationStore } from './conversations.js'
import type { Database } from './database.js'
import { createFileStore } from './files/file-store.js'
import { createFileReferences } from './files/references.js'
import { createIdempotencyStore } from './idempotency.js'
import { createKeyStore } from './keys.js'
import { createOrganizationStore } from './organizations.js'
import { createQuotaStore } from './quotas.js'
import type { Store } from './store.js'
import { createTables, type Tables } from './tables.js'

type Backing = {
  readonly database: Database
  readonly filesFolder: () => Promise<string>
  readonly health: () => Omit<StoreHealth, 'records'>
  readonly compactNow: () => Promise<void>
  /** Called last, when nothing will be written any more. */
  readonly release: () => Promise<void>
}

type Composed = {
  readonly store: Store
  /** Removes the files that no record refers to; returns how many are referred to and missing. */
  readonly sweepFiles: () => Promise<number>
  /** Carries out to the end what a crash has interrupted. */
  readonly finishPurges: () => Promise<void>
}

/** The store over a database, whatever that is kept in. */
export function composeStore(backing: Backing): Composed {
  const { database, filesFolder, health, compactNow, release } = backing
  const references = createFileReferences()
  const tables = createTables(database, references)
  const files = createFileStore({ folder: filesFolder, references, flush: database.flush })
  const organizations = createOrganizationStore({
    database,
    tables,
    erase: async () => {
      await files.settle()
      await compactNow()
    },
  })
  const keys = createKeyStore({ database, tables })
  const countStart = createCounter({ database, tables }, 'starts')
  const nextMessageId = createCounter({ database, tables }, 'messages')

  const nextTakeId = createCounter({ database, tables }, 'takes')
  const idempotency = createIdempotencyStore({ database, tables })

  const store: Store = {
    accounts: createAccountStore({ database, tables }),
    keys,
    organizations,
    characters: createCharacterStore({ database, tables }),
    conversations: createConversationStore({ database, tables, nextMessageId }),
    quotas: createQuotaStore({ database, tables, nextTakeId }),
    idempotency,
    files,
    starts: countStart(),
    checkpoint: database.checkpoint,
    restore: (checkpoint) => {
      idempotency.letGo()
      return database.restore(checkpoint)
    },
    compactNow,
    health: () => ({ ...health(), records: database.size() }),
    async close() {
      keys.settle()
      try {
        await database.commit([])
        await files.settle()
      } finally {
        await release()
      }
    },
  }
  return { store, sweepFiles: files.sweep, finishPurges: organizations.finishPurges }
}

/** Counts up from 1. The number rides on the next commit, so that it outlives the record that got it. */
function createCounter(
  { database, tables: { counters } }: { database: Database; tables: Tables },
  id: string,
) {
  return () => {
    const value = (counters.get(id)?.value ?? 0) + 1
    counters.set(id, { id, value })
    database.defer(id, () => counters.put({ id, value: counters.get(id)?.value ?? value }))
    return value
  }
}
