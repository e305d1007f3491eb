import type { Limits } from '../../contract/limits.js'
import type { CreateShare } from '../../contract/shares.js'
import type { Caller } from '../access.js'
import { type FindCharacterDeps, findChangeableCharacter } from '../characters/access.js'
import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import { lifetimeSeconds } from './lifetime.js'
import type { ShareRepository } from './ports.js'
import type { ShareRecord } from './record.js'
import { newShareId } from './secret-ids.js'

export type CreateShareDeps = FindCharacterDeps & {
  readonly shares: Pick<ShareRepository, 'insert'>
  readonly limits: Pick<Limits, 'permanentShares'>
  readonly clock: Clock
  readonly secrets: Secrets
}

/** A revoked share makes room at once; nobody knows when that will be, so a client is told to try in a minute. */
const RETRY_SECONDS = 60

/**
 * Shares a character by a link. Throws `not_found` for a character that the caller cannot reach, `quota` when the account
 * has as many active permanent shares as it may.
 */
export async function createShare(
  deps: CreateShareDeps,
  caller: Caller,
  input: CreateShare,
): Promise<ShareRecord> {
  const character = await findChangeableCharacter(deps, caller, input.characterId)
  const share = newShare(deps, caller, { ...input, characterId: character.id })
  const { permanentShares: limit } = deps.limits
  if (await deps.shares.insert(share, limit)) return share
  throw domainError('tooManyShares', limit, {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

function newShare(
  { clock, secrets }: Pick<CreateShareDeps, 'clock' | 'secrets'>,
  { accountId, keyId, playerId }: Caller,
  input: CreateShare,
): ShareRecord {
  const { characterId, permanent: isPermanent = false, memorySharing = 'isolated' } = input
  const now = clock.now()
  const end = new Date(now.getTime() + lifetimeSeconds(input.ttl) * 1000)
  return {
    id: newShareId(secrets),
    characterId,
    owner_user_id: accountId,
    // Open in the contract: the owner's own player is who the share was made as, else the account.
    owner_player_id: playerId ?? accountId,
    created_via_api_key_id: keyId,
    memorySharing,
    maxExchanges: isPermanent ? null : (input.maxExchanges ?? null),
    maxInteractions: input.maxInteractions ?? null,
    createdAt: now.toISOString(),
    expiresAt: isPermanent ? null : end.toISOString(),
    revoked_at: null,
    open_count: 0,
    last_opened_at: null,
    interaction_count: 0,
    redeemer_count: 0,
  }
}
