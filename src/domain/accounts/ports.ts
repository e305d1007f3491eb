import type { AccountRecord, ApiKeyRecord } from './record.js'

export interface AccountRepository {
  find(id: string): Promise<AccountRecord | undefined>
  /** Those that exist, in the order of the ids. */
  findMany(ids: readonly string[]): Promise<AccountRecord[]>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  /** The account with the candidate's e-mail: the stored one, or the candidate, which is stored now. */
  ensure(candidate: AccountRecord): Promise<AccountRecord>
}

export interface ApiKeyRepository {
  insert(record: ApiKeyRecord): Promise<void>
  findByHash(hash: string): Promise<ApiKeyRecord | undefined>
  /** Newest first, ties by id. */
  list(accountId: string): Promise<ApiKeyRecord[]>
  /** Records the use of the key; need not be durable when it returns. */
  recordUse(id: string, lastUsedAt: string): void
  remove(owner: { id: string; accountId: string }): Promise<boolean>
}

/** The person of an ID token. */
export type Identity = { readonly email: string }

export interface IdentityVerifier {
  /** Undefined for a token that is malformed, expired by the service's clock, or signed by another issuer. */
  verify(idToken: string): Promise<Identity | undefined>
}

/** The built-in issuer; there is none when the configuration names an external one. */
export interface IdentityIssuer extends IdentityVerifier {
  issue(identity: Identity, expiresAt: Date): Promise<string>
  /** The public keys, as a JSON Web Key Set (RFC 7517). */
  keySet(): { keys: object[] }
}
