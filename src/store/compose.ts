import { createAccountStore } from './accounts.js'
import { createCharacterStore } from './characters.js'
import { createConversationStore } from './conversations.js'
import type { Database } from './database.js'
import { createFileReferences } from './file-references.js'
import { createFileStore } from './files.js'
import { createKeyStore } from './keys.js'
import type { Store, StoreHealth } from './store.js'
import { createTables, type Tables } from './tables.js'

type Backing = {
  readonly database: Database
  readonly filesFolder: () => Promise<string>
  readonly health: () => Omit<StoreHealth, 'records'>
  /** Called last, when nothing will be written any more. */
  readonly release: () => Promise<void>
}

/** The store over a database, whatever that is kept in. */
export function composeStore({ database, filesFolder, health, release }: Backing): Store {
  const references = createFileReferences()
  const tables = createTables(database, references)
  const files = createFileStore({ folder: filesFolder, references, flush: database.flush })
  const keys = createKeyStore({ database, tables })
  const countStart = createCounter({ database, tables }, 'starts')
  const nextMessageId = createCounter({ database, tables }, 'messages')

  return {
    accounts: createAccountStore({ database, tables }),
    keys,
    characters: createCharacterStore({ database, tables }),
    conversations: createConversationStore({ database, tables, nextMessageId }),
    files,
    starts: countStart(),
    checkpoint: database.checkpoint,
    restore: database.restore,
    health: () => ({ ...health(), records: database.size() }),
    async close() {
      keys.settle()
      await database.commit([])
      await files.settle()
      await release()
    },
  }
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
