import { type EnsureAccountDeps, ensureAccount } from '../../domain/accounts/accounts.js'
import { type CreateKeyDeps, createKey } from '../../domain/accounts/keys.js'
import type { ApiKeyRepository } from '../../domain/accounts/ports.js'
import type { AccountRecord } from '../../domain/accounts/record.js'

/** The account that every server has: staff, and the default owner in world files. */
export const FIRST_ACCOUNT = 'dev@parley.local'

type FirstAccountDeps = EnsureAccountDeps &
  CreateKeyDeps & { readonly keys: Pick<ApiKeyRepository, 'findByHash'> }

/** Creates the first account and its API key unless they exist. A revoked key is created again at the next start. */
export async function ensureFirstAccount(deps: FirstAccountDeps, apiKey: string): Promise<AccountRecord> {
  const account = await ensureAccount(deps, { email: FIRST_ACCOUNT, isStaff: true })
  await ensureKey(deps, { accountId: account.id, name: 'First key', key: apiKey })
  return account
}

type KnownKey = Parameters<typeof createKey>[1] & { readonly key: string }

/** Stores a predefined key unless it exists. */
export async function ensureKey(
  deps: CreateKeyDeps & { readonly keys: Pick<ApiKeyRepository, 'findByHash'> },
  key: KnownKey,
): Promise<void> {
  const known = await deps.keys.findByHash(deps.secrets.hash(key.key))
  if (known === undefined) await createKey(deps, key)
}
