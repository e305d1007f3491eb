import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Identity, IdentityIssuer } from '../../domain/accounts/ports.js'
import type { Clock } from '../../domain/clock.js'
import { REQUIRED_CLAIMS, readToken } from './read-token.js'
import type { SigningKey } from './signing-key.js'

type BuiltInIssuerSettings = { readonly key: SigningKey; readonly clock: Clock }

const ALGORITHM = 'ES256'
const ISSUER = 'urn:parley:local'
const AUDIENCE = 'parley'
/** No token that we issue lives longer. */
const LONGEST_LIFE_SECONDS = 86_400

/** Issues and verifies ID tokens with a key of its own. Throws at once when the key is damaged. */
export function createBuiltInIssuer({ key, clock }: BuiltInIssuerSettings): IdentityIssuer {
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  const publicKey = createPublicKey(privateKey)
  if (!isPair(privateKey, publicKey)) throw new Error('The signing key is damaged')
  const published = { ...publicKey.export({ format: 'jwk' }), kid: key.kid, alg: ALGORITHM, use: 'sig' }

  return {
    issue: async ({ email }: Identity, expiresAt: Date) => {
      const { SignJWT } = await loadJose()
      return new SignJWT({ email, email_verified: true })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(email)
        .setIssuedAt(clock.now())
        .setExpirationTime(expiresAt)
        .sign(privateKey)
    },
    verify: async (idToken: string) => {
      const { jwtVerify } = await loadJose()
      const rules = {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: clock.now(),
        requiredClaims: REQUIRED_CLAIMS,
        maxTokenAge: LONGEST_LIFE_SECONDS,
      }
      return readToken(jwtVerify(idToken, publicKey, rules))
    },
    keySet: () => ({ keys: [published] }),
  }
}

/** Halves that do not belong together load without complaint, and then no token would ever verify. */
function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe')
  return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey))
}

/** On first use: most servers never see an ID token, and every start would pay for it. */
const loadJose = () => import('jose')
