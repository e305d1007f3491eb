import type { SessionTokenRecord, ShareRecipientRecord, ShareRecord } from './record.js'

/** Every change is decided and made in one step, so that counts and caps are exact with concurrent calls. */
export interface ShareRepository {
  /** Resolves with false, without storing, when the owner has `permanentMax` active permanent shares already. */
  insert(record: ShareRecord, permanentMax: number): Promise<boolean>
  find(id: string): Promise<ShareRecord | undefined>
  /** The shares of the character that are not revoked, newest first. */
  list(characterId: string): Promise<ShareRecord[]>
  /** The shares of the account that were created with the key and are not revoked. */
  listOfKey(ownerUserId: string, keyId: string): Promise<ShareRecord[]>
  /** Changes a share. Undefined when `change` returns undefined, or the share is gone; then nothing is stored. */
  update(id: string, change: ShareChange): Promise<ShareRecord | undefined>
  /** Stores what `decide` returns for the share and this recipient, in one step; nothing when it returns undefined. */
  redeem(ids: RedemptionIds, decide: DecideRedemption): Promise<Redemption | undefined>
  findRecipient(id: string): Promise<ShareRecipientRecord | undefined>
  findToken(hash: string): Promise<SessionTokenRecord | undefined>
  /** Revokes the shares and deletes their tokens; resolves with the number of tokens. */
  revoke(ids: readonly string[], at: string): Promise<number>
  /** Deletes the tokens that have expired at `now`. */
  removeExpired(now: string): Promise<void>
}

export type RedemptionIds = {
  readonly shareId: string
  /** Null when the redeemer gave no name. */
  readonly recipientId: string | null
}
export type Redemption = {
  readonly share: ShareRecord
  readonly token: SessionTokenRecord
  /** A new recipient to store; null when known or without a name. */
  readonly recipient: ShareRecipientRecord | null
}
/** `known`: the record of a recipient who has redeemed the share before. */
type DecideRedemption = (
  share: ShareRecord,
  known: ShareRecipientRecord | undefined,
) => Redemption | undefined
type ShareChange = (share: ShareRecord) => ShareRecord | undefined
