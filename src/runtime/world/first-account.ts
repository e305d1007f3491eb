import { type EnsureAccountDeps, ensureAccount } from '../../domain/accounts/accounts.js'
import { type CreateKeyDeps, createKey } from '../../domain/accounts/keys.js'
import type { ApiKeyRepository } from '../../domain/accounts/ports.js'
import type { AccountRecord } from '../../domain/accounts/record.js'

/** The account that every server begins with: staff, and the owner of what a world file leaves without one. */
export const FIRST_ACCOUNT = 'dev@parley.local'

type FirstAccountDeps = EnsureAccountDeps &
  CreateKeyDeps & { readonly keys: Pick<ApiKeyRepository, 'findByHash'> }

/** Makes sure that the first account and its API key are there; a key that was revoked comes back at the next start. */
export async function ensureFirstAccount(deps: FirstAccountDeps, apiKey: string): Promise<AccountRecord> {
  const account = await ensureAccount(deps, { email: FIRST_ACCOUNT, isStaff: true })
  await ensureKey(deps, { accountId: account.id, name: 'First key', key: apiKey })
  return account
}

type KnownKey = Parameters<typeof createKey>[1] & { readonly key: string }

/** Stores a key that is known beforehand, unless it is there. */
export async function ensureKey(
  deps: CreateKeyDeps & { readonly keys: Pick<ApiKeyRepository, 'findByHash'> },
  key: KnownKey,
): Promise<void> {
  const known = await deps.keys.findByHash(deps.secrets.hash(key.key))
  if (known === undefined) await createKey(deps, key)
}
