import type { Fetch } from '../../network/fetch.js'

/** Where an issuer publishes its keys (OpenID Connect Discovery, 4). */
export async function findKeySet(fetch: Fetch, issuer: string, timeoutMs: number): Promise<string> {
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
