import type { JWTVerifyGetKey } from 'jose'
import type { IdentityVerifier } from '../../domain/accounts/ports.js'
import type { Clock } from '../../domain/clock.js'
import { domainError } from '../../domain/errors.js'
import { createFetch, type Fetch } from '../../network/fetch.js'
import { REQUIRED_CLAIMS, readToken } from './read-token.js'

type RemoteVerifierSettings = {
  readonly issuer: string
  readonly audience: string
  /** Where the keys are; found by OpenID Connect discovery when absent. */
  readonly jwksUri?: string | undefined
  readonly clock: Clock
  /** How long after a fetch an unknown key does not cause another: forged tokens shall not hammer the issuer. */
  readonly refetchAfterMs?: number
}

/** Public-key algorithms only: with a shared secret, whoever can verify can also forge. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const CLOCK_SKEW_SECONDS = 5
const FETCH_TIMEOUT_MS = 5000
const KEY_SET_BYTES = 2 ** 20

/** Verifies the ID tokens of an outside issuer, whose keys are fetched when first needed and when they change. */
export function createRemoteVerifier(settings: RemoteVerifierSettings): IdentityVerifier {
  const { issuer, audience, clock } = settings
  const keys = memoizeOnSuccess(() => openKeySet(settings))

  return {
    verify: async (idToken: string) => {
      const { jwtVerify } = await import('jose')
      const rules = {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        currentDate: clock.now(),
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: REQUIRED_CLAIMS,
        // How long its tokens live is the issuer's affair; asked for so that a token from the future is refused.
        maxTokenAge: Number.MAX_SAFE_INTEGER,
      }
      const getKey: JWTVerifyGetKey = async (header, token) => (await keys())(header, token)
      return readToken(jwtVerify(idToken, getKey, rules)).catch(rethrowAsUnavailable)
    },
  }
}

async function openKeySet(settings: RemoteVerifierSettings): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const uri = settings.jwksUri ?? (await findKeySet(fetchWhole, settings.issuer, FETCH_TIMEOUT_MS))
  return createRemoteJWKSet(new URL(uri), {
    [customFetch]: fetchWhole,
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: settings.refetchAfterMs ?? 30_000,
  })
}

/** Key sets are small. Reads the whole body, over a connection of its own, because jose leaves what it does not want. */
const fetchWhole: Fetch = async (url, init) => {
  const { fetch, close } = createFetch({ maxBytes: KEY_SET_BYTES })
  try {
    const response = await fetch(url, init)
    return new Response(await response.arrayBuffer(), response)
  } finally {
    await close()
  }
}

/** Runs `make` once it is needed, and again only if it failed. */
function memoizeOnSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

function rethrowAsUnavailable(cause: unknown): never {
  throw domainError('identityProviderSilent', { cause })
}

/** Where an issuer publishes its keys (OpenID Connect Discovery, 4). */
async function findKeySet(fetch: Fetch, issuer: string, timeoutMs: number): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`Discovery answered ${response.status}`)

  const { issuer: named, jwks_uri: uri }: { issuer?: unknown; jwks_uri?: unknown } = toObject(
    await response.json(),
  )
  if (named !== issuer || typeof uri !== 'string') throw new Error('Discovery answered for somebody else')
  return uri
}

const toObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
