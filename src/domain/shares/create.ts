import type { Limits } from '../../contract/limits.js'
import { type CreateShare, SHARE_TTL_SECONDS } from '../../contract/shares.js'
import type { Caller } from '../access.js'
import { type FindCharacterDeps, findChangeableCharacter } from '../characters/access.js'
import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { isPermanentShare, type ShareRecord } from './record.js'
import { newShareId } from './secret-ids.js'

export type CreateShareDeps = FindCharacterDeps &
  UnitOfWork & {
    readonly limits: Pick<Limits, 'permanentShares'>
    readonly clock: Clock
    readonly secrets: Secrets
  }

/** The limit frees up when a share is revoked, at an unknown time; clients are told to retry in a minute. */
const RETRY_SECONDS = 60

/**
 * Creates a share of a character. Throws `not_found` for a character that the caller has no access to, and `quota` when
 * the account has reached its limit of active permanent shares.
 */
export async function createShare(
  deps: CreateShareDeps,
  caller: Caller,
  input: CreateShare,
): Promise<ShareRecord> {
  const character = await findChangeableCharacter(deps, caller, input.characterId)
  const share = newShare(deps, caller, { ...input, characterId: character.id })
  await insertShare(deps, share, deps.limits.permanentShares)
  return share
}

/** Throws `quota` when the account has `limit` permanent shares already that are not revoked. */
export const insertShare = ({ transact }: UnitOfWork, share: ShareRecord, limit: number): Promise<void> =>
  transact({ shares: { group: 'sharesOfAccount', of: share.owner_user_id } }, ({ shares }) => {
    const isFull = shares.filter(isPermanentShare).length >= limit
    if (isPermanentShare(share) && isFull)
      throw domainError('tooManyShares', limit, { retryAfterSeconds: RETRY_SECONDS })
    return { writes: [{ kind: 'shares', put: share }], result: undefined }
  })

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
    // Open in the contract: the owner's player is the one that created the share, or else the account.
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

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * The lifetime in seconds, from a number of seconds or a text such as `24h` (docs/wire-protocol.md, Shares in SDKs).
 */
export function lifetimeSeconds(ttl: CreateShare['ttl']): number {
  if (ttl === undefined || ttl === null) return SHARE_TTL_SECONDS
  if (typeof ttl === 'number') return ttl
  // The schema guarantees a number and one of the units.
  return Number(ttl.slice(0, -1)) * (UNIT_SECONDS[ttl.slice(-1)] ?? 1)
}
