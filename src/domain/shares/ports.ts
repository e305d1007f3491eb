import type { SessionTokenRecord, ShareRecipientRecord, ShareRecord } from './record.js'

export interface ShareRepository {
  find(id: string): Promise<ShareRecord | undefined>
  /** The shares of the character that are not revoked, newest first. */
  list(characterId: string): Promise<ShareRecord[]>
  /** The shares of the account that were created with the key and are not revoked. */
  listOfKey(ownerUserId: string, keyId: string): Promise<ShareRecord[]>
  findRecipient(id: string): Promise<ShareRecipientRecord | undefined>
  findToken(hash: string): Promise<SessionTokenRecord | undefined>
  /** Revokes the shares and deletes their tokens; resolves with the number of tokens. */
  revoke(ids: readonly string[], at: string): Promise<number>
  /** Deletes the tokens that have expired at `now`. */
  removeExpired(now: string): Promise<void>
}
