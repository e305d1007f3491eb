import type { Limits } from '../../contract/limits.js'
import { type MemorySharing, SESSION_TOKEN_SECONDS } from '../../contract/shares.js'
import type { Secrets } from '../chance.js'
import type { CharacterStore } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import { notFound } from '../errors.js'
import { claimShareOpen } from '../limits/claims.js'
import type { RoomDeps } from '../limits/reserve-room.js'
import { withRoom } from '../limits/with-room.js'
import type { ShareStore } from './ports.js'
import { isPermanent, type SessionTokenRecord, type ShareRecord } from './record.js'
import { newSessionToken } from './secret-ids.js'
import { shownPlayerId } from './shown-player.js'

export type RedeemDeps = RoomDeps & {
  readonly shares: Pick<ShareStore, 'find' | 'redeem'>
  readonly characters: Pick<CharacterStore, 'find'>
  readonly limits: Pick<Limits, 'shareOpensPerMinute' | 'shareOpensPerHour' | 'shareOpensPerDay'>
  readonly secrets: Secrets
}

export type Redeemed = {
  readonly sessionToken: string
  readonly playerId: string
  readonly character: CharacterRecord
  readonly memorySharing: MemorySharing
}

/**
 * Redeems a permanent share. Unknown, revoked, malformed and expiring ones are told apart by nothing (`not_found`);
 * `quota` names the bucket that is full.
 */
export const openShare = (deps: RedeemDeps, id: string): Promise<Redeemed> =>
  redeem(deps, id, { isFit: isPermanent, recipientId: null })

/** Redeems an expiring share, while it lives and its cap on redeemers is not reached (wire-protocol, 6.3). */
export function exchangeShare(deps: RedeemDeps, id: string, recipientId: string | null): Promise<Redeemed> {
  const isFit = (share: ShareRecord) => !isPermanent(share)
  return redeem(deps, id, { isFit, recipientId: recipientId === '' ? null : recipientId })
}

type Redemption = {
  readonly isFit: (share: ShareRecord) => boolean
  readonly recipientId: string | null
}

async function redeem(deps: RedeemDeps, id: string, { isFit, recipientId }: Redemption): Promise<Redeemed> {
  const isOpen = (share: ShareRecord) => isFit(share) && isRedeemable(share, deps.clock.now())
  const share = await deps.shares.find(id)
  // The same steps for every id that is good for nothing, so that not even the time tells which of them once were.
  if (share === undefined || !isOpen(share)) throw notFound('Share')
  const character = await deps.characters.find(share.characterId)
  if (character === undefined) throw notFound('Share')

  return withRoom(deps, [claimShareOpen(deps.limits, id)], async () => {
    const sessionToken = newSessionToken(deps.secrets)
    const token = newToken(deps, share, { sessionToken, recipientId })
    // Asked once more, because it is one of many who ask at the same time.
    const opened = await deps.shares.redeem(token, (current) =>
      isOpen(current) ? countOpening(current, deps.clock.now()) : undefined,
    )
    if (opened === undefined) throw notFound('Share')
    return { sessionToken, playerId: shownPlayerId(token), character, memorySharing: share.memorySharing }
  })
}

function isRedeemable({ revoked_at, expiresAt, maxExchanges, open_count }: ShareRecord, now: Date): boolean {
  if (revoked_at !== null || (expiresAt !== null && expiresAt <= now.toISOString())) return false
  return maxExchanges === null || open_count < maxExchanges
}

const countOpening = (share: ShareRecord, now: Date): ShareRecord => ({
  ...share,
  open_count: share.open_count + 1,
  last_opened_at: now.toISOString(),
})

function newToken(
  { secrets, clock }: Pick<RedeemDeps, 'secrets' | 'clock'>,
  { id: shareId, memorySharing, owner_player_id }: ShareRecord,
  { sessionToken, recipientId }: { sessionToken: string; recipientId: string | null },
): SessionTokenRecord {
  const guest = ['guest', secrets.token(12), ...(recipientId === null ? [] : [recipientId])].join('-')
  const isShared = memorySharing === 'shared'
  return {
    id: secrets.hash(sessionToken),
    shareId,
    playerId: isShared ? owner_player_id : guest,
    speaker: isShared ? (recipientId ?? 'Guest') : null,
    expiresAt: new Date(clock.now().getTime() + SESSION_TOKEN_SECONDS * 1000).toISOString(),
  }
}
