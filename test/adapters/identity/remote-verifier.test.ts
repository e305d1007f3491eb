import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createRemoteVerifier } from '../../../src/adapters/identity/remote-verifier.js'
import { startIdentityProvider } from '../../support/providers/identity-provider.js'

const NOW = new Date('2030-01-02T03:04:05.000Z')
const SECONDS = NOW.getTime() / 1000
const clock = { now: () => NOW, schedule: () => () => {} }

async function given({ refetchAfterMs = 0 } = {}) {
  const provider = await startIdentityProvider()
  const { issuer, jwksUri } = provider
  const claims = {
    iss: issuer,
    aud: 'parley-dev',
    sub: 'user-1',
    email: 'ada@example.org',
    iat: SECONDS - 60,
    exp: SECONDS + 60,
  }
  const verifier = createRemoteVerifier({ issuer, audience: 'parley-dev', jwksUri, clock, refetchAfterMs })
  return { provider, claims, verifier }
}

test.each(['RS256', 'ES256'] as const)('a token signed with %s by the issuer is accepted', async (alg) => {
  const { provider, claims, verifier } = await given()
  const { sign } = await provider.rotate('k1', alg)
  expect(await verifier.verify(await sign(claims))).toEqual({ email: 'ada@example.org' })
})

test('the keys are fetched once for many tokens', async () => {
  const { provider, claims, verifier } = await given()
  const { sign } = await provider.rotate('k1')
  const token = await sign(claims)
  await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)))
  await verifier.verify(token)
  expect(provider.requests).toEqual(['/keys'])
})

test('after a rotation new tokens are accepted and old ones refused, without a restart', async () => {
  const { provider, claims, verifier } = await given()
  const before = await (await provider.rotate('k1')).sign(claims)
  expect(await verifier.verify(before)).toEqual({ email: 'ada@example.org' })

  const after = await (await provider.rotate('k2')).sign(claims)
  expect(await verifier.verify(after)).toEqual({ email: 'ada@example.org' })
  expect(await verifier.verify(before)).toBeUndefined()
})

test('tokens that name unknown keys do not hammer the issuer', async () => {
  const { provider, claims, verifier } = await given({ refetchAfterMs: 60_000 })
  const { sign, privateKey } = await provider.rotate('k1')
  await verifier.verify(await sign(claims))
  for (const kid of ['x1', 'x2', 'x3']) {
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect(await verifier.verify(forged)).toBeUndefined()
  }
  expect(provider.requests).toEqual(['/keys'])
})

test.each([
  ['of another issuer', { iss: 'http://127.0.0.1:1' }],
  ['for another audience', { aud: 'other-app' }],
  ['for no audience', { aud: undefined }],
  ['that has expired by the clock of the service', { exp: SECONDS - 10 }],
  ['that never expires', { exp: undefined }],
  ['from the future', { iat: SECONDS + 10 }],
  ['not yet valid', { nbf: SECONDS + 10 }],
  ['without an address', { email: undefined }],
  ['whose address is not verified', { email_verified: false }],
  ['whose subject is missing', { sub: undefined }],
])('a token %s is refused', async (_, wrong) => {
  const { provider, claims, verifier } = await given()
  const { sign } = await provider.rotate('k1')
  expect(await verifier.verify(await sign({ ...claims, ...wrong }))).toBeUndefined()
})

test('a token for several audiences is accepted when we are one of them', async () => {
  const { provider, claims, verifier } = await given()
  const { sign } = await provider.rotate('k1')
  const token = await sign({ ...claims, aud: ['other-app', 'parley-dev'] })
  expect(await verifier.verify(token)).toEqual({ email: 'ada@example.org' })
})

test('a token signed by someone else under the name of a published key is refused', async () => {
  const { provider, claims, verifier } = await given()
  const forger = await startIdentityProvider()
  await provider.rotate('k1')
  const { sign } = await forger.rotate('k1')
  expect(await verifier.verify(await sign(claims))).toBeUndefined()
})

test('alg none and shared secrets are refused before any key is fetched', async () => {
  const { provider, claims, verifier } = await given()
  await provider.rotate('k1')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const shared = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(new TextEncoder().encode('a secret that both sides would have to know'))

  expect(await verifier.verify(`${part({ alg: 'none' })}.${part(claims)}.`)).toBeUndefined()
  expect(await verifier.verify(shared)).toBeUndefined()
  expect(await verifier.verify('not a token')).toBeUndefined()
  expect(provider.requests).toEqual([])
})

test('without jwksUri the keys are found by discovery', async () => {
  const { provider, claims } = await given()
  const { sign } = await provider.rotate('k1')
  const verifier = createRemoteVerifier({ issuer: provider.issuer, audience: 'parley-dev', clock })
  expect(await verifier.verify(await sign(claims))).toEqual({ email: 'ada@example.org' })
  expect(provider.requests).toEqual(['/.well-known/openid-configuration', '/keys'])
})

test('discovery that answers for somebody else is not believed', async () => {
  const { provider, claims } = await given()
  const { sign } = await provider.rotate('k1')
  provider.show('/.well-known/openid-configuration', { issuer: 'http://else', jwks_uri: provider.jwksUri })
  const verifier = createRemoteVerifier({ issuer: provider.issuer, audience: 'parley-dev', clock })
  await expect(verifier.verify(await sign(claims))).rejects.toMatchObject({ kind: 'unavailable' })
})

test('an issuer that fails is reported as such, and asked again the next time', async () => {
  const { provider, claims, verifier } = await given()
  const { sign } = await provider.rotate('k1')
  const token = await sign(claims)
  provider.show('/keys', { error: 'down' }, 500)
  await expect(verifier.verify(token)).rejects.toMatchObject({
    kind: 'unavailable',
    detail: 'The identity provider does not answer',
  })

  const renewed = await provider.rotate('k1')
  expect(await verifier.verify(await renewed.sign(claims))).toEqual({ email: 'ada@example.org' })
})

test('an issuer that is gone is reported as such', async () => {
  const { provider, claims, verifier } = await given()
  const { sign } = await provider.rotate('k1')
  await provider.stop()
  await expect(verifier.verify(await sign(claims))).rejects.toMatchObject({ kind: 'unavailable' })
})
