import type { Limits } from '../../contract/limits.js'
import { SESSION_TOKEN_SECONDS } from '../../contract/share-links.js'
import type { MemorySharing } from '../../contract/shares.js'
import type { CharacterRepository } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import { notFound } from '../errors.js'
import { shareOpenQuota } from '../limits/quotas.js'
import { type ReserveQuotaDeps, withQuota } from '../limits/reserve-quota.js'
import type { Secrets } from '../random.js'
import type { UnitOfWork, UnitWrite } from '../unit-of-work.js'
import type { ShareRepository } from './ports.js'
import {
  hasRedemptionsLeft,
  isActiveShare,
  isPermanentShare,
  type SessionTokenRecord,
  type ShareRecipientRecord,
  type ShareRecord,
  visiblePlayerId,
} from './record.js'
import { newSessionToken } from './secret-ids.js'

export type RedeemDeps = ReserveQuotaDeps &
  UnitOfWork & {
    readonly shares: Pick<ShareRepository, 'find' | 'findRecipient'>
    readonly characters: Pick<CharacterRepository, 'find'>
    readonly limits: Pick<Limits, 'shareOpensPerMinute' | 'shareOpensPerHour' | 'shareOpensPerDay'>
    readonly secrets: Secrets
  }

export type RedeemedShare = {
  readonly sessionToken: string
  readonly playerId: string
  readonly character: CharacterRecord
  readonly memorySharing: MemorySharing
}

/**
 * Redeems a permanent share. Unknown, revoked, malformed and expiring ones all give the same `not_found`; `quota` names
 * the full bucket.
 */
export const openShare = (deps: RedeemDeps, id: string): Promise<RedeemedShare> =>
  redeem(deps, id, { isExpectedKind: isPermanentShare, recipientId: null })

/**
 * Redeems an expiring share before its expiry, within its cap on redeemers. A named recipient is always the same player,
 * and counts as one redeemer.
 */
export function exchangeShare(
  deps: RedeemDeps,
  id: string,
  recipientId: string | null,
): Promise<RedeemedShare> {
  const isExpectedKind = (share: ShareRecord) => !isPermanentShare(share)
  return redeem(deps, id, { isExpectedKind, recipientId: recipientId === '' ? null : recipientId })
}

type RedeemInput = {
  readonly isExpectedKind: (share: ShareRecord) => boolean
  readonly recipientId: string | null
}

async function redeem(
  deps: RedeemDeps,
  id: string,
  { isExpectedKind, recipientId }: RedeemInput,
): Promise<RedeemedShare> {
  const ids = { shareId: id, recipientId: recipientId === null ? null : recipientKey(deps, id, recipientId) }
  const isOpen = (share: ShareRecord, known: ShareRecipientRecord | undefined) =>
    isExpectedKind(share) &&
    isActiveShare(share, deps.clock.now()) &&
    (known !== undefined || hasRedemptionsLeft(share))
  const [share, known] = await Promise.all([
    deps.shares.find(id),
    ids.recipientId === null ? undefined : deps.shares.findRecipient(ids.recipientId),
  ])
  // The same steps for every invalid id, so that response times do not reveal which ids once existed.
  if (share === undefined || !isOpen(share, known)) throw notFound('Share')
  const character = await deps.characters.find(share.characterId)
  if (character === undefined) throw notFound('Share')

  return withQuota(deps, [shareOpenQuota(deps.limits, id)], async () => {
    const sessionToken = newSessionToken(deps.secrets)
    // Checked again in the write, because of concurrent requests.
    const { token, memorySharing } = await deps.transact(keysOf(ids), ({ share: current, recipients }) => {
      const [recipient] = recipients
      if (current === undefined || !isOpen(current, recipient)) throw notFound('Share')
      const made = newToken(deps, current, { sessionToken, recipientId, recipient })
      const opened = countOpening(current, { now: deps.clock.now(), isNew: recipient === undefined })
      const added = recipient === undefined ? newRecipients(ids, made) : []
      return {
        writes: [{ kind: 'shares', put: opened }, { kind: 'sessionTokens', put: made }, ...added],
        result: { token: made, memorySharing: opened.memorySharing },
      }
    })
    return { sessionToken, playerId: visiblePlayerId(token), character, memorySharing }
  })
}

type RedemptionIds = {
  readonly shareId: string
  /** Null when the redeemer gave no name. */
  readonly recipientId: string | null
}

const keysOf = ({ shareId, recipientId }: RedemptionIds) =>
  ({
    share: { kind: 'shares', id: shareId },
    recipients: { kind: 'shareRecipients', ids: recipientId === null ? [] : [recipientId] },
  }) as const

const countOpening = (share: ShareRecord, { now, isNew }: { now: Date; isNew: boolean }): ShareRecord => ({
  ...share,
  open_count: share.open_count + 1,
  redeemer_count: share.redeemer_count + (isNew ? 1 : 0),
  last_opened_at: now.toISOString(),
})

const recipientKey = ({ secrets }: Pick<RedeemDeps, 'secrets'>, shareId: string, recipientId: string) =>
  secrets.hash(JSON.stringify([shareId, recipientId]))

const newRecipients = (
  { shareId, recipientId: id }: RedemptionIds,
  { playerId }: SessionTokenRecord,
): UnitWrite[] => (id === null ? [] : [{ kind: 'shareRecipients', put: { id, shareId, playerId } }])

type TokenInput = {
  readonly sessionToken: string
  readonly recipientId: string | null
  readonly recipient: ShareRecipientRecord | undefined
}

function newToken(
  { secrets, clock }: Pick<RedeemDeps, 'secrets' | 'clock'>,
  { id: shareId, memorySharing, owner_player_id }: ShareRecord,
  { sessionToken, recipientId, recipient }: TokenInput,
): SessionTokenRecord {
  const guest = ['guest', secrets.token(12), ...(recipientId === null ? [] : [recipientId])].join('-')
  const isShared = memorySharing === 'shared'
  return {
    id: secrets.hash(sessionToken),
    shareId,
    playerId: recipient?.playerId ?? (isShared ? owner_player_id : guest),
    speaker: isShared ? (recipientId ?? 'Guest') : null,
    expiresAt: new Date(clock.now().getTime() + SESSION_TOKEN_SECONDS * 1000).toISOString(),
  }
}
