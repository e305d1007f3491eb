import { MINUTE_MS } from '../contract/durations.js'
import type { ApiKeyRepository } from '../domain/accounts/ports.js'
import type { ApiKeyRecord } from '../domain/accounts/record.js'
import type { Database } from './database.js'
import type { Tables } from './tables.js'

type KeyDeps = { readonly database: Database; readonly tables: Pick<Tables, 'keys'> }

const TOUCH_EVERY_MS = MINUTE_MS

export type LazyKeyStore = ApiKeyRepository & {
  /** Defers what `touch` has not written yet. */
  settle(): void
}

export function createApiKeyRepository({ database, tables: { keys } }: KeyDeps): LazyKeyStore {
  /** What the journal has of the keys in use; in memory `lastUsedAt` is always the latest. */
  const written = new Map<string, string | null>()

  const deferTouch = (id: string) =>
    database.defer(`touch ${id}`, () => {
      const record = keys.get(id)
      if (record === undefined) return keys.remove([id])
      written.set(id, record.lastUsedAt)
      return keys.put(record)
    })

  return {
    insert: (record) =>
      database.decide(() => {
        const known = keys.byHash.get(record.hash)
        // Two servers that start at the same time both store the first key.
        const isStored = known !== undefined && known.id !== record.id
        return { changes: isStored ? [] : [keys.put(record)], result: undefined }
      }),
    findByHash: async (hash) => keys.byHash.get(hash),
    list: async (accountId) => keys.byAccount.slice(accountId).reverse(),
    recordUse(id, lastUsedAt) {
      const record = keys.get(id)
      if (record === undefined || record.lastUsedAt === lastUsedAt) return
      if (!written.has(id)) written.set(id, record.lastUsedAt)
      keys.set(id, { ...record, lastUsedAt })
      if (isDue(written.get(id) ?? null, lastUsedAt)) deferTouch(id)
    },
    remove: ({ id, accountId }) =>
      database.decide(() => {
        if (keys.get(id)?.accountId !== accountId) return { result: false }
        return { changes: [keys.remove([id])], result: true }
      }),
    settle() {
      for (const [id, lastUsedAt] of written) if (isStale(keys.get(id), lastUsedAt)) deferTouch(id)
    },
  }
}

const isDue = (written: string | null, lastUsedAt: string): boolean =>
  written === null || Math.abs(Date.parse(lastUsedAt) - Date.parse(written)) >= TOUCH_EVERY_MS

const isStale = (record: ApiKeyRecord | undefined, written: string | null): boolean =>
  record !== undefined && record.lastUsedAt !== written
