import { INSUFFICIENT_SCOPE } from '../contract/errors.js'
import type { Scope } from '../contract/scopes.js'
import { DomainError } from './errors.js'

/** Who is asking: an account, through one of its keys or an ID token. */
export type Caller = {
  readonly accountId: string
  /** Null when the account itself asks, with an ID token. */
  readonly keyId: string | null
  readonly scopes: ReadonlySet<Scope>
  readonly isStaff: boolean
  /** `X-Player-Id`: narrows the caller to what belongs to this player. */
  readonly playerId: string | null
  /** `X-Org-Id`: the organization that is created and listed in; null: the personal space. */
  readonly orgId: string | null
  /** Set when a session token asks: it speaks for one player and one character of the account. */
  readonly session?: SessionGrant
}

/** The account that acts, and the player it acts for; null: the account itself. */
export type CallerIdentity = Pick<Caller, 'accountId' | 'playerId'>

/** A caller that creates or lists in one space: an organization, or the account's personal space. */
export type CallerInSpace = Pick<Caller, 'accountId' | 'playerId' | 'orgId'>

/** What a session token, got by redeeming a share, is good for. */
export type SessionGrant = {
  /** The hash of the token. */
  readonly id: string
  readonly shareId: string
  readonly characterId: string
  readonly playerId: string
  /** How the redeemer is called among several who talk as one player; null: nobody else does. */
  readonly speaker: string | null
}

/** `write` implies `read` of the same resource (docs/rest.md, Credentials). */
export function holdsScope(caller: Pick<Caller, 'scopes'>, scope: Scope): boolean {
  return caller.scopes.has(scope) || caller.scopes.has(scope.replace(':read', ':write') as Scope)
}

/** The exact 403 body of the contract (docs/rest.md, Credentials). */
export function requireScope(caller: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (holdsScope(caller, scope)) return
  throw new DomainError('forbidden', {
    error: INSUFFICIENT_SCOPE,
    message: `This API key lacks the scope ${scope}`,
    requiredScope: scope,
  })
}
