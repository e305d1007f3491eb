import type { ApiKey } from '../../contract/accounts.js'
import { API_KEY_PREFIX } from '../../contract/limits.js'
import { SCOPES, type Scope } from '../../contract/scopes.js'
import type { Clock } from '../clock.js'
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
  /** A key that is known beforehand, as in a world file, instead of a new one. */
  readonly key?: string
}

const SECRET_BYTES = 32
const PREVIEW_LENGTH = API_KEY_PREFIX.length + 6

/** Makes an API key. The answer is the only place where the key itself ever appears. */
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
