import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { SCOPES } from '../../../src/contract/scopes.js'
import { authenticateKey } from '../../../src/domain/accounts/authenticate.js'
import { openControlWorld, STAFF_EMAIL, withLocalSecret } from '../../support/servers/control-world.js'

const BASE = '/api/control/v1'
const UUID = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)

const requestToken = (body: object) =>
  ({ method: 'POST', url: `${BASE}/identity/token`, headers: withLocalSecret, body }) as const

test('an ID token is issued for any address, whose account appears with it', async () => {
  const { app } = await openControlWorld()
  const answer = await app.inject(requestToken({ email: 'Ada@example.org' }))
  expect(answer.statusCode).toBe(200)
  const { idToken, account } = answer.json()
  expect(answer.json()).toEqual({
    idToken: expect.any(String),
    expiresAt: '2030-01-02T04:04:05.000Z',
    account: { id: UUID, email: 'ada@example.org' },
  })

  const headers = { authorization: `Bearer ${idToken}` }
  const me = await app.inject({ url: `${BASE}/me`, headers })
  expect([me.statusCode, me.json()]).toEqual([200, { account, organizations: [] }])
})

test('the same address gets the same account again', async () => {
  const { app } = await openControlWorld()
  const first = await app.inject(requestToken({ email: 'ada@example.org' }))
  const second = await app.inject(requestToken({ email: 'ADA@example.org', expiresIn: 60 }))
  expect(second.json()).toMatchObject({
    account: first.json().account,
    expiresAt: '2030-01-02T03:05:05.000Z',
  })
})

test.each([
  ['no address', {}, ['body', 'email'], 'missing'],
  ['no at sign', { email: 'ada' }, ['body', 'email'], 'string_pattern_mismatch'],
  ['a space', { email: 'a da@example.org' }, ['body', 'email'], 'string_pattern_mismatch'],
  ['no life', { email: 'a@b', expiresIn: 0 }, ['body', 'expiresIn'], 'greater_than_equal'],
  ['more than a day', { email: 'a@b', expiresIn: 86_401 }, ['body', 'expiresIn'], 'less_than_equal'],
  ['seconds as text', { email: 'a@b', expiresIn: '60' }, ['body', 'expiresIn'], 'int_type'],
  ['a wish to be staff', { email: 'a@b', isStaff: true }, ['body', 'isStaff'], 'extra_forbidden'],
])('a token request with %s is refused', async (_, body, loc, type) => {
  const { app } = await openControlWorld()
  const answer = await app.inject(requestToken(body))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual({ detail: [{ loc, type, msg: expect.any(String) }] })
})

test('no ID token is issued when an outside issuer is configured', async () => {
  const { app } = await openControlWorld({}, { issuer: null })
  const answer = await app.inject(requestToken({ email: 'ada@example.org' }))
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    { detail: 'ID tokens come from the configured identity provider' },
  ])
})

test('a new key works at once, is listed without itself, and is dead once revoked', async () => {
  const { as, deps } = await openControlWorld()
  const asAda = as('ada@example.org')
  const made = await asAda({
    method: 'POST',
    url: `${BASE}/keys`,
    body: { name: 'ci', scopes: ['characters:read', 'memories:write'] },
  })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toEqual({
    id: UUID,
    name: 'ci',
    key: expect.stringMatching(/^svc_[\w-]{43}$/),
    scopes: ['characters:read', 'memories:write'],
    createdAt: '2030-01-02T03:04:05.000Z',
  })

  const { id, key } = made.json()
  expect(await authenticateKey(deps, key)).toMatchObject({ keyId: id })
  const list = await asAda({ url: `${BASE}/keys` })
  expect([list.statusCode, list.json()]).toEqual([
    200,
    {
      keys: [
        {
          id,
          name: 'ci',
          preview: key.slice(0, 10),
          scopes: ['characters:read', 'memories:write'],
          createdAt: '2030-01-02T03:04:05.000Z',
          lastUsedAt: '2030-01-02T03:04:05.000Z',
        },
      ],
    },
  ])

  const revoked = await asAda({ method: 'DELETE', url: `${BASE}/keys/${id}` })
  expect([revoked.statusCode, revoked.body]).toEqual([204, ''])
  await expect(authenticateKey(deps, key)).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect((await asAda({ url: `${BASE}/keys` })).json()).toEqual({ keys: [] })
})

test('a key made without scopes holds every scope', async () => {
  const { as } = await openControlWorld()
  const made = await as('ada@example.org')({ method: 'POST', url: `${BASE}/keys`, body: { name: 'all' } })
  expect(made.json()).toMatchObject({ scopes: [...SCOPES] })
})

test.each([
  ['an unknown scope', { name: 'k', scopes: ['characters:read', 'world:rule'] }, ['body', 'scopes', 1]],
  ['no scope at all', { name: 'k', scopes: [] }, ['body', 'scopes']],
  ['no name', {}, ['body', 'name']],
  ['an empty name', { name: '' }, ['body', 'name']],
  ["somebody else's account", { name: 'k', accountId: 'a2' }, ['body', 'accountId']],
  ['a secret of its own choice', { name: 'k', key: 'svc_secret' }, ['body', 'key']],
])('a key with %s is refused', async (_, body, loc) => {
  const { as } = await openControlWorld()
  const answer = await as('ada@example.org')({ method: 'POST', url: `${BASE}/keys`, body })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ detail: [{ loc }] })
})

test("another account's key is neither listed nor revoked", async () => {
  const { as } = await openControlWorld()
  const made = await as('ada@example.org')({ method: 'POST', url: `${BASE}/keys`, body: { name: 'hers' } })
  const asBob = as('bob@example.org')
  expect((await asBob({ url: `${BASE}/keys` })).json()).toEqual({ keys: [] })
  const revoked = await asBob({ method: 'DELETE', url: `${BASE}/keys/${made.json().id}` })
  expect([revoked.statusCode, revoked.json()]).toEqual([404, { detail: 'API key not found' }])
})

const GUARDED = [
  ['GET', '/me'],
  ['GET', '/keys'],
  ['POST', '/keys'],
  ['DELETE', '/keys/k1'],
  ['GET', '/local/clock'],
  ['POST', '/local/clock'],
  ['POST', '/local/reset'],
] as const

test.each(GUARDED)('%s %s asks for an ID token; an API key is none', async (method, path) => {
  const { app, as } = await openControlWorld()
  const made = await as(STAFF_EMAIL)({ method: 'POST', url: `${BASE}/keys`, body: { name: 'all' } })
  const { key } = made.json()
  for (const headers of [{}, { 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
    const answer = await app.inject({ method, url: `${BASE}${path}`, headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ detail: expect.stringMatching(/^(Missing|Invalid) ID token$/) })
  }
})

test.each(GUARDED.filter(([, path]) => path.startsWith('/local')))(
  '%s %s is for staff only',
  async (method, path) => {
    const { as, resets } = await openControlWorld()
    const answer = await as('ada@example.org')({ method, url: `${BASE}${path}` })
    expect([answer.statusCode, answer.json()]).toEqual([403, { detail: 'Staff only' }])
    expect(resets).toEqual([])
  },
)

test('the clock can be read, advanced, set and released, and what falls due runs before the answer', async () => {
  const { as, clock } = await openControlWorld()
  const asStaff = as(STAFF_EMAIL)
  const due: string[] = []
  clock.schedule(new Date('2030-01-03T00:00:00Z'), () => void due.push(clock.now().toISOString()))

  const read = await asStaff({ url: `${BASE}/local/clock` })
  expect([read.statusCode, read.json()]).toEqual([200, { now: '2030-01-02T03:04:05.000Z', frozen: true }])

  const post = (body: object) => asStaff({ method: 'POST', url: `${BASE}/local/clock`, body })
  const advanced = await post({ advance: 'P1D' })
  expect([advanced.statusCode, advanced.json()]).toEqual([
    200,
    { now: '2030-01-03T03:04:05.000Z', frozen: true },
  ])
  expect(due).toEqual(['2030-01-03T00:00:00.000Z'])

  expect((await post({ set: '2031-05-06T09:08:09+02:00' })).json()).toEqual({
    now: '2031-05-06T07:08:09.000Z',
    frozen: true,
  })
  expect((await post({ frozen: false })).json()).toEqual({
    now: expect.stringContaining('2031-05-06T07:0'),
    frozen: false,
  })
})

test.each([
  [{ advance: 'soon' }, ['body', 'advance']],
  [{ advance: 'P9000Y' }, ['body', 'advance']],
  [{ set: 'tomorrow' }, ['body', 'set']],
  [{ set: '2030-02-30T00:00:00Z' }, ['body', 'set']],
  [{ set: '2030-01-01' }, ['body', 'set']],
  [{ frozen: 'yes' }, ['body', 'frozen']],
  [{ rewind: 'P1D' }, ['body', 'rewind']],
])('a clock request of %j is refused with its place', async (body, loc) => {
  const { as } = await openControlWorld()
  const answer = await as(STAFF_EMAIL)({ method: 'POST', url: `${BASE}/local/clock`, body })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ detail: [{ loc }] })
})

test('an ID token ends when the clock of the server says so', async () => {
  const { app, as } = await openControlWorld()
  const { idToken } = (await app.inject(requestToken({ email: 'ada@example.org', expiresIn: 60 }))).json()
  const me = () => app.inject({ url: `${BASE}/me`, headers: { authorization: `Bearer ${idToken}` } })
  expect((await me()).statusCode).toBe(200)
  await as(STAFF_EMAIL)({ method: 'POST', url: `${BASE}/local/clock`, body: { advance: 'PT60S' } })
  expect([(await me()).statusCode, (await me()).json()]).toEqual([401, { detail: 'Invalid ID token' }])
})

test('a reset is carried out before it is answered', async () => {
  const { as, resets } = await openControlWorld()
  const answer = await as(STAFF_EMAIL)({ method: 'POST', url: `${BASE}/local/reset` })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(resets).toEqual(['2030-01-02T03:04:05.000Z'])
})

test('the key set that signs ID tokens is public', async () => {
  const { app, deps } = await openControlWorld()
  const answer = await app.inject('/.well-known/jwks.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual(deps.issuer?.keySet())
  const { idToken } = (await app.inject(requestToken({ email: 'ada@example.org' }))).json()
  expect(decodeJwt(idToken)).toMatchObject({ iss: 'urn:parley:local', email: 'ada@example.org' })
})

test('with an outside issuer there is no key set of ours', async () => {
  const { app } = await openControlWorld({}, { issuer: null })
  expect((await app.inject('/.well-known/jwks.json')).statusCode).toBe(404)
})
