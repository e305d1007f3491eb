import { type Account, ID_TOKEN_SECONDS } from '../../contract/accounts.js'
import { domainError } from '../errors.js'
import { type EnsureAccountDeps, ensureAccount } from './accounts.js'
import type { IdentityIssuer } from './ports.js'
import type { AccountRecord } from './record.js'

export type IssueTokenDeps = EnsureAccountDeps & { readonly issuer: IdentityIssuer | null }

/** Issues an ID token for any e-mail address without a check, so only requests from this machine may call it. */
export async function issueToken(
  { issuer, ...deps }: IssueTokenDeps,
  {
    email,
    expiresIn = ID_TOKEN_SECONDS,
  }: { readonly email: string; readonly expiresIn?: number | undefined },
): Promise<{ idToken: string; expiresAt: string; account: Account }> {
  if (issuer === null) {
    throw domainError('noBuiltInTokens')
  }
  const account = await ensureAccount(deps, { email })
  const expiresAt = expiryInWholeSeconds(deps.clock.now(), expiresIn)
  const idToken = await issuer.issue({ email: account.email }, expiresAt)
  return { idToken, expiresAt: expiresAt.toISOString(), account: viewAccount(account) }
}

/** Rounded to the seconds that a token holds, so that the response and the token agree. */
const expiryInWholeSeconds = (now: Date, expiresIn: number): Date =>
  new Date((Math.floor(now.getTime() / 1000) + expiresIn) * 1000)

const viewAccount = ({ id, email }: AccountRecord): Account => ({ id, email })
