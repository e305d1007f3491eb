import type { SessionTokenRecord, ShareRecipientRecord, ShareRecord } from './record.js'

/** Every change is decided and made in one step, so that counts and caps are exact whoever else calls. */
export interface ShareRepository {
  /** Stores nothing and resolves with false when the owner has `permanentMax` active permanent shares already. */
  insert(record: ShareRecord, permanentMax: number): Promise<boolean>
  find(id: string): Promise<ShareRecord | undefined>
  /** Those of the character that are not revoked, newest first. */
  list(characterId: string): Promise<ShareRecord[]>
  /** Those of the account that were created with the key and are not revoked. */
  listOfKey(ownerUserId: string, keyId: string): Promise<ShareRecord[]>
  /** Changes a share; with undefined nothing is changed, and so it resolves when the share is gone. */
  update(id: string, change: ShareChange): Promise<ShareRecord | undefined>
  /** Keeps what `decide` makes of the share and of this recipient, all of it or, when it resolves with undefined, nothing. */
  redeem(ids: RedemptionIds, decide: DecideRedemption): Promise<Redemption | undefined>
  findRecipient(id: string): Promise<ShareRecipientRecord | undefined>
  findToken(hash: string): Promise<SessionTokenRecord | undefined>
  /** Revokes the shares and deletes their tokens; resolves with how many tokens that were. */
  revoke(ids: readonly string[], at: string): Promise<number>
  /** Deletes the tokens that have expired by then. */
  removeExpired(now: string): Promise<void>
}

export type RedemptionIds = {
  readonly shareId: string
  /** Null: who redeems it goes by no name. */
  readonly recipientId: string | null
}
export type Redemption = {
  readonly share: ShareRecord
  readonly token: SessionTokenRecord
  /** One who was not known before. */
  readonly recipient: ShareRecipientRecord | null
}
/** `known`: the recipient has redeemed the share before. */
type DecideRedemption = (
  share: ShareRecord,
  known: ShareRecipientRecord | undefined,
) => Redemption | undefined
type ShareChange = (share: ShareRecord) => ShareRecord | undefined
