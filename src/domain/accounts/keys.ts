import type { ApiKey } from '../../contract/accounts.js'
import { API_KEY_PREFIX } from '../../contract/limits.js'
import { SCOPES, type Scope } from '../../contract/scopes.js'
import type { Clock } from '../clock.js'
import { notFound } from '../errors.js'
import type { Ids, Secrets } from '../random.js'
import type { ApiKeyRepository } from './ports.js'

export type CreateKeyDeps = {
  readonly keys: Pick<ApiKeyRepository, 'insert'>
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

type CreateKey = {
  readonly accountId: string
  readonly name: string
  readonly scopes?: readonly Scope[]
  /** A given key, such as one from a world file; otherwise a new one is generated. */
  readonly key?: string
}

const SECRET_BYTES = 32
const PREVIEW_LENGTH = API_KEY_PREFIX.length + 6

/** Creates an API key. Only this result contains the key itself. */
export async function createKey(
  { keys, clock, ids, secrets }: CreateKeyDeps,
  { accountId, name, scopes = SCOPES, key = newKey(secrets) }: CreateKey,
): Promise<Pick<ApiKey, 'id' | 'name' | 'scopes' | 'createdAt'> & { key: string }> {
  const shown = {
    id: ids.uuid(),
    name,
    scopes: [...new Set(scopes)],
    createdAt: clock.now().toISOString(),
  }
  await keys.insert({
    ...shown,
    accountId,
    preview: key.slice(0, PREVIEW_LENGTH),
    lastUsedAt: null,
    hash: secrets.hash(key),
  })
  return { ...shown, key }
}

const newKey = (secrets: Secrets) => `${API_KEY_PREFIX}${secrets.token(SECRET_BYTES)}`

/** The keys of an account, newest first, without their hashes. */
export async function listKeys(
  { keys }: { readonly keys: Pick<ApiKeyRepository, 'list'> },
  accountId: string,
): Promise<ApiKey[]> {
  const records = await keys.list(accountId)
  return records.map(({ hash, accountId, ...shown }) => shown)
}

/** Revokes a key at once; a key of another account is `not_found`. */
export async function revokeKey(
  { keys }: { readonly keys: Pick<ApiKeyRepository, 'remove'> },
  key: { readonly id: string; readonly accountId: string },
): Promise<void> {
  if (!(await keys.remove(key))) throw notFound('API key')
}
