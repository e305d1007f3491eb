import { createPrivateKey } from 'node:crypto'
import { fc, test as property } from '@fast-check/vitest'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createBuiltInIssuer } from '../../../src/adapters/identity/built-in-issuer.js'
import { generateSigningKey } from '../../../src/adapters/identity/signing-key.js'

const HOUR_LATER = new Date('2030-01-02T04:04:05.000Z')

async function given() {
  let now = new Date('2030-01-02T03:04:05.678Z')
  const clock = { now: () => now, schedule: () => () => {} }
  const key = await generateSigningKey()
  const issuer = createBuiltInIssuer({ key, clock })
  const moveTo = (moment: string) => {
    now = new Date(moment)
  }
  return { issuer, key, clock, moveTo }
}

test('an issued token is a real JWT that anyone verifies with the published keys', async () => {
  const { issuer, key, clock } = await given()
  const token = await issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(issuer.keySet() as never), {
    issuer: 'urn:parley:local',
    audience: 'parley',
    currentDate: clock.now(),
  })
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
  expect(payload).toEqual({
    iss: 'urn:parley:local',
    aud: 'parley',
    sub: 'ada@example.org',
    email: 'ada@example.org',
    email_verified: true,
    iat: Date.UTC(2030, 0, 2, 3, 4, 5) / 1000,
    exp: HOUR_LATER.getTime() / 1000,
  })
})

test('the published key set shows nothing private', async () => {
  const { issuer, key } = await given()
  const { kty, crv, x, y, kid } = key
  expect(issuer.keySet()).toEqual({ keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }] })
})

test('a token speaks for its address until its last second, by the clock of the service', async () => {
  const { issuer, moveTo } = await given()
  const token = await issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  expect(await issuer.verify(token)).toEqual({ email: 'ada@example.org' })
  moveTo('2030-01-02T04:04:04.999Z')
  expect(await issuer.verify(token)).toEqual({ email: 'ada@example.org' })
  moveTo('2030-01-02T04:04:05.000Z')
  expect(await issuer.verify(token)).toBeUndefined()
})

test('a token from the future is refused', async () => {
  const { issuer, moveTo } = await given()
  const token = await issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  moveTo('2030-01-02T03:04:04.000Z')
  expect(await issuer.verify(token)).toBeUndefined()
})

test('a token stays good across a restart with the same key', async () => {
  const { issuer, key, clock } = await given()
  const token = await issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  const afterRestart = createBuiltInIssuer({ key: JSON.parse(JSON.stringify(key)), clock })
  expect(await afterRestart.verify(token)).toEqual({ email: 'ada@example.org' })
})

test('the token of another server is refused', async () => {
  const [here, there] = [await given(), await given()]
  const token = await there.issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  expect(await here.issuer.verify(token)).toBeUndefined()
})

test.each([{ d: 'ZGFtYWdlZA' }, { x: 'ZGFtYWdlZA' }, { kty: 'RSA' }, { d: undefined }])(
  'a signing key damaged by %o stops the start',
  async (damage) => {
    const { key, clock } = await given()
    expect(() => createBuiltInIssuer({ key: { ...key, ...damage } as typeof key, clock })).toThrow()
  },
)

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['no signature and alg none', ([, body]: string[]) => `${part({ alg: 'none' })}.${body}.`],
  ['alg none and a signature', ([, body, mac]: string[]) => `${part({ alg: 'none' })}.${body}.${mac}`],
  ['a symmetric algorithm', ([, body, mac]: string[]) => `${part({ alg: 'HS256' })}.${body}.${mac}`],
  [
    'a changed body',
    ([head, body = '', mac]: string[]) =>
      `${head}.${part({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: 'root@example.org' })}.${mac}`,
  ],
  ['a cut-off signature', ([head, body, mac = '']: string[]) => `${head}.${body}.${mac.slice(0, -4)}`],
  ['a fourth part', (parts: string[]) => `${parts.join('.')}.x`],
  ['two parts', (parts: string[]) => parts.slice(0, 2).join('.')],
])('a token with %s is refused', async (_, forge) => {
  const { issuer } = await given()
  const token = await issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  expect(await issuer.verify(forge(token.split('.')))).toBeUndefined()
})

test.each([
  ['of another issuer', { iss: 'urn:someone:else' }],
  ['for another audience', { aud: 'else' }],
  ['without an address', { email: undefined }],
  ['with an address that is none', { email: 42 }],
  ['without an end', { exp: undefined }],
  ['without a beginning', { iat: undefined }],
  ['without a subject', { sub: undefined }],
  ['older than any we issue', { iat: Date.UTC(2030, 0, 1, 3, 4, 4) / 1000 }],
])('a token %s is refused even when we signed it', async (_, wrong) => {
  const { issuer, key } = await given()
  const good = await issuer.issue({ email: 'ada@example.org' }, HOUR_LATER)
  const sign = (claims: object) =>
    new SignJWT({ ...decodeJwt(good), ...claims })
      .setProtectedHeader({ ...decodeProtectedHeader(good), alg: 'ES256' })
      .sign(createPrivateKey({ key, format: 'jwk' }))

  expect(await issuer.verify(await sign({}))).toEqual({ email: 'ada@example.org' })
  expect(await issuer.verify(await sign(wrong))).toBeUndefined()
})

const world = given()

property.prop([
  fc.oneof(
    fc.string(),
    fc.array(fc.base64String()).map((parts) => parts.join('.')),
  ),
])('no string whatsoever makes the verification fail instead of refuse', async (text) => {
  const { issuer } = await world
  expect(await issuer.verify(text)).toBeUndefined()
})
