import { type Static, Type } from 'typebox'
import { NullableInteger, NullableString, OneOf, Timestamp } from '../../contract/shared.js'
import { MEMORY_SHARINGS } from '../../contract/shares.js'

/** A share as it is stored; the names are the contract's (Share, stored attributes). */
export const ShareRecordSchema = Type.Object({
  /** Also the credential of whoever redeems it. */
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
  /** A recipient who comes again is no new one. */
  redeemer_count: Type.Integer(),
})
export type ShareRecord = Static<typeof ShareRecordSchema>

/** A session token; of the token itself only the hash is kept, which names the record. */
export const SessionTokenRecordSchema = Type.Object({
  id: Type.String(),
  shareId: Type.String(),
  playerId: Type.String(),
  speaker: NullableString(),
  expiresAt: Timestamp(),
})
export type SessionTokenRecord = Static<typeof SessionTokenRecordSchema>

/** Who redeemed an expiring share under a name of their own: the same player each time, and one redeemer. */
export const ShareRecipientRecordSchema = Type.Object({
  /** A hash of the share's id and that name. */
  id: Type.String(),
  shareId: Type.String(),
  playerId: Type.String(),
})
export type ShareRecipientRecord = Static<typeof ShareRecipientRecordSchema>

export const isPermanentShare = ({ expiresAt }: Pick<ShareRecord, 'expiresAt'>): boolean => expiresAt === null

/** Neither revoked nor expired. */
export const isActiveShare = ({ revoked_at, expiresAt }: ShareRecord, now: Date): boolean =>
  revoked_at === null && (expiresAt === null || expiresAt > now.toISOString())

/** Under this name guests know the player whose memory they share. */
const SHARED_PLAYER_ID = 'owner'

/** Whether a session goes on in a conversation of the share's owner. */
export const isSharedWithOwner = ({ speaker }: Pick<SessionTokenRecord, 'speaker'>): boolean =>
  speaker !== null

/** As which player a guest is told to talk: strangers learn neither an owner's account nor how an app names its players. */
export const visiblePlayerId = (token: Pick<SessionTokenRecord, 'speaker' | 'playerId'>): string =>
  isSharedWithOwner(token) ? SHARED_PLAYER_ID : token.playerId
