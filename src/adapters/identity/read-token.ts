import type { JWTPayload } from 'jose'
import type { Identity } from '../../domain/accounts/ports.js'

/** Claims without which a token is no ID token of ours (OpenID Connect Core, 2). */
export const REQUIRED_CLAIMS = ['iss', 'aud', 'sub', 'exp', 'iat', 'email']

/** How jose says that the token is at fault, and not the way to the keys. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
])

/** Who a token speaks for; undefined when the verification refused it. Other failures rise. */
export async function readToken(
  verification: Promise<{ readonly payload: JWTPayload }>,
): Promise<Identity | undefined> {
  try {
    const { payload } = await verification
    return identityOf(payload)
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSALS.has(error.code)) return undefined
    throw error
  }
}

const EMAIL_LENGTH_MAX = 254

/** An address that the issuer itself calls unverified could be anybody's. */
function identityOf({ email, email_verified: isVerified }: JWTPayload): Identity | undefined {
  if (typeof email !== 'string' || !email.includes('@') || email.length > EMAIL_LENGTH_MAX) return undefined
  if (isVerified === false || isVerified === 'false') return undefined
  return { email }
}
