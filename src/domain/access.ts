import type { Scope } from '../contract/scopes.js'
import { domainError } from './errors.js'

/** Who sends a request: an account, by one of its keys, an ID token or a session token. */
export type Caller = {
  readonly accountId: string
  /** Null for an ID token, which stands for the account itself. */
  readonly keyId: string | null
  readonly scopes: ReadonlySet<Scope>
  readonly isStaff: boolean
  /** `X-Player-Id`: limits the caller to what belongs to this player. */
  readonly playerId: string | null
  /** `X-Org-Id`: the organization to create and list in; null: the account's personal space. */
  readonly orgId: string | null
  /** Set for a session token, which is limited to one player and one character of the account. */
  readonly session?: SessionGrant
}

/** The account that acts, and the player it acts for; null: the account itself. */
export type CallerIdentity = Pick<Caller, 'accountId' | 'playerId'>

/** A caller that creates or lists in one space: an organization, or the account's personal space. */
export type CallerInSpace = Pick<Caller, 'accountId' | 'playerId' | 'orgId'>

/** What a session token, obtained by redeeming a share, gives access to. */
export type SessionGrant = {
  /** The hash of the token. */
  readonly id: string
  readonly shareId: string
  readonly characterId: string
  readonly playerId: string
  /** The redeemer's name, when several redeemers talk as one player; otherwise null. */
  readonly speaker: string | null
}

/** `write` implies `read` of the same resource (docs/rest.md, Credentials). */
export function holdsScope(caller: Pick<Caller, 'scopes'>, scope: Scope): boolean {
  return caller.scopes.has(scope) || caller.scopes.has(scope.replace(':read', ':write') as Scope)
}

/** The exact 403 body of the contract (docs/rest.md, Credentials). */
export function requireScope(caller: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (holdsScope(caller, scope)) return
  throw domainError('insufficientScope', scope)
}
