import { API_KEY_PREFIX } from '../../contract/limits.js'
import { SCOPES } from '../../contract/scopes.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import { type EnsureAccountDeps, ensureAccount } from './accounts.js'
import type { ApiKeyRepository, IdentityVerifier } from './ports.js'

export type AuthenticateKeyDeps = {
  readonly keys: Pick<ApiKeyRepository, 'findByHash' | 'recordUse'>
  readonly clock: Clock
  readonly secrets: Secrets
}
export type AuthenticateIdTokenDeps = EnsureAccountDeps & { readonly identity: IdentityVerifier }
export type AuthenticateDeps = AuthenticateKeyDeps & AuthenticateIdTokenDeps

/** Longer strings are refused without hashing; generated keys, and those of world files, are much shorter. */
const KEY_LENGTH_MAX = 256

/** The caller of an API key. One hash and one lookup, so that many reconnects at once stay cheap. */
export async function authenticateKey(
  { keys, clock, secrets }: AuthenticateKeyDeps,
  key: string,
): Promise<Caller> {
  if (!key.startsWith(API_KEY_PREFIX) || key.length > KEY_LENGTH_MAX) throw invalidKey()

  const hash = secrets.hash(key)
  const record = await keys.findByHash(hash)
  if (record === undefined || !secrets.timingSafeEqual(record.hash, hash)) throw invalidKey()

  keys.recordUse(record.id, clock.now().toISOString())
  return {
    accountId: record.accountId,
    keyId: record.id,
    scopes: new Set(record.scopes),
    // Staff routes require an ID token, because API keys are handed to programs.
    isStaff: false,
    playerId: null,
    orgId: null,
  }
}

/** The caller of an ID token. It has every scope of its account, which is created on first use. */
export async function authenticateIdToken(deps: AuthenticateIdTokenDeps, idToken: string): Promise<Caller> {
  const identity = await deps.identity.verify(idToken)
  if (identity === undefined) throw domainError('invalidIdToken')

  const account = await ensureAccount(deps, { email: identity.email })
  return {
    accountId: account.id,
    keyId: null,
    scopes: new Set(SCOPES),
    isStaff: account.isStaff,
    playerId: null,
    orgId: null,
  }
}

const invalidKey = () => domainError('invalidKey')
