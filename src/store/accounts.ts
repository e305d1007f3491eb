import type { AccountRepository } from '../domain/accounts/ports.js'
import type { Database } from './database.js'
import type { Tables } from './tables.js'

type AccountDeps = { readonly database: Database; readonly tables: Pick<Tables, 'accounts'> }

export function createAccountRepository({ database, tables: { accounts } }: AccountDeps): AccountRepository {
  return {
    find: async (id) => accounts.get(id),
    findMany: async (ids) => accounts.getMany(ids),
    findByEmail: async (email) => accounts.byEmail.get(email),
    ensure: (candidate) =>
      database.decide(() => {
        const stored = accounts.byEmail.get(candidate.email)
        // The stored one may be a moment old and not yet durable: whoever gets it waits for that too.
        const changes = stored === undefined ? [accounts.put(candidate)] : []
        return { changes, result: stored ?? candidate }
      }),
  }
}
