import { type Static, Type } from 'typebox'
import { NullableInteger, NullableString, OneOf, Timestamp } from '../../contract/shared.js'
import { MEMORY_SHARINGS } from '../../contract/shares.js'

/** A stored share; the names are the contract's (Share, stored attributes). */
export const ShareRecordSchema = Type.Object({
  /** Also the credential to redeem it. */
  id: Type.String(),
  characterId: Type.String(),
  owner_user_id: Type.String(),
  /** The player whose memory a shared session writes to. */
  owner_player_id: Type.String(),
  created_via_api_key_id: NullableString(),
  memorySharing: OneOf(MEMORY_SHARINGS),
  maxExchanges: NullableInteger(),
  maxInteractions: NullableInteger(),
  createdAt: Timestamp(),
  /** Null: permanent. */
  expiresAt: NullableString(),
  revoked_at: NullableString(),
  open_count: Type.Integer(),
  last_opened_at: NullableString(),
  interaction_count: Type.Integer(),
  /** Each recipient counts once. */
  redeemer_count: Type.Integer(),
})
export type ShareRecord = Static<typeof ShareRecordSchema>

/** A session token; its id is the hash of the token, which itself is not stored. */
export const SessionTokenRecordSchema = Type.Object({
  id: Type.String(),
  shareId: Type.String(),
  playerId: Type.String(),
  speaker: NullableString(),
  expiresAt: Timestamp(),
})
export type SessionTokenRecord = Static<typeof SessionTokenRecordSchema>

/** A named recipient of an expiring share: always the same player, and counted as one redeemer. */
export const ShareRecipientRecordSchema = Type.Object({
  /** A hash of the share's id and the name. */
  id: Type.String(),
  shareId: Type.String(),
  playerId: Type.String(),
})
export type ShareRecipientRecord = Static<typeof ShareRecipientRecordSchema>

export const isPermanentShare = ({ expiresAt }: Pick<ShareRecord, 'expiresAt'>): boolean => expiresAt === null

/** Whether it is neither revoked nor expired. */
export const isActiveShare = ({ revoked_at, expiresAt }: ShareRecord, now: Date): boolean =>
  revoked_at === null && (expiresAt === null || expiresAt > now.toISOString())

/** Whether one more may redeem it. The cap counts redeemers; one who has redeemed the share before is counted already. */
export const hasRedemptionsLeft = ({ maxExchanges, redeemer_count }: ShareRecord): boolean =>
  maxExchanges === null || redeemer_count < maxExchanges

/** The player id that guests see when they share the memory of the owner's player. */
const SHARED_PLAYER_ID = 'owner'

/** Whether the session uses the conversation of the share's owner. */
export const isSharedWithOwner = ({ speaker }: Pick<SessionTokenRecord, 'speaker'>): boolean =>
  speaker !== null

/** The player id shown to a guest; hides the owner's account and the player ids of the app. */
export const visiblePlayerId = (token: Pick<SessionTokenRecord, 'speaker' | 'playerId'>): string =>
  isSharedWithOwner(token) ? SHARED_PLAYER_ID : token.playerId
