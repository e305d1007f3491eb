import { SESSION_TOKEN_PREFIX } from '../../contract/limits.js'
import type { Scope } from '../../contract/scopes.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import type { ShareRepository } from './ports.js'

export type AuthenticateSessionDeps = {
  readonly shares: Pick<ShareRepository, 'find' | 'findToken'>
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'hash'>
}

/** A guest may talk to the character and read it. */
const SESSION_SCOPES: ReadonlySet<Scope> = new Set(['characters:read', 'conversations:write'])
const TOKEN_LENGTH = SESSION_TOKEN_PREFIX.length + 32

export const isSessionToken = (credential: string): boolean => credential.startsWith(SESSION_TOKEN_PREFIX)

/** The caller of a session token: a player of the share's owner. `unauthenticated` when it is unknown, expired or revoked. */
export async function authenticateSession(
  { shares, clock, secrets }: AuthenticateSessionDeps,
  sessionToken: string,
): Promise<Caller> {
  const token =
    sessionToken.length === TOKEN_LENGTH ? await shares.findToken(secrets.hash(sessionToken)) : undefined
  if (token === undefined || token.expiresAt <= clock.now().toISOString()) throw invalidToken()
  const share = await shares.find(token.shareId)
  if (share === undefined || share.revoked_at !== null) throw invalidToken()

  const { id, shareId, playerId, speaker } = token
  return {
    accountId: share.owner_user_id,
    keyId: share.created_via_api_key_id,
    scopes: SESSION_SCOPES,
    isStaff: false,
    playerId: null,
    orgId: null,
    session: { id, shareId, characterId: share.characterId, playerId, speaker },
  }
}

const invalidToken = () => domainError('invalidKey')
