import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { SCOPES } from '../../src/contract/scopes.js'
import { refuseUndeclared } from '../../src/http/auth.js'
import { startHttp } from '../support/http.js'

const urlOf = ({ url }: Operation) => url.replace(/:\w+/g, 'x')
const name = ({ schema }: Operation) => schema.operationId

const scoped = operations.flatMap((op) =>
  'scope' in op.config ? [{ name: name(op), op, scope: op.config.scope }] : [],
)
const forIdTokens = operations.flatMap((op) =>
  'credential' in op.config && op.config.credential !== 'none' ? [{ name: name(op), op }] : [],
)
const forAll = operations.flatMap((op) =>
  'credential' in op.config && op.config.credential === 'none' ? [{ name: name(op), op }] : [],
)

const bodyFor = ({ schema }: Operation) => (schema.body === undefined ? {} : { body: {} })

test.each(operations.map((op) => ({ name: name(op), op })))('$name is served', async ({ op }) => {
  const { app } = await startHttp()
  expect(app.hasRoute({ method: op.method, url: op.url })).toBe(true)
})

test('a route under /api that does not say who may call it cannot be made', async () => {
  expect(() => refuseUndeclared({ url: '/api/v1/new' })).toThrow('/api/v1/new')
  expect(() => refuseUndeclared({ url: '/api/v1/new', config: {} })).toThrow('/api/v1/new')
  expect(() => refuseUndeclared({ url: '/docs' })).not.toThrow()
})

test.each(scoped)('$name without a key is refused', async ({ op }) => {
  const { call } = await startHttp()
  const answer = await call(op.method, urlOf(op), { key: null, ...bodyFor(op) })
  expect(answer).toMatchObject({ status: 401, body: { detail: 'Missing API key' } })
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

test.each(scoped)('$name with a key that is not valid is refused', async ({ op }) => {
  const { call } = await startHttp()
  for (const key of ['svc_wrong', 'nonsense', 'sst_00000000000000000000000000000000', 'x'.repeat(4000)]) {
    const answer = await call(op.method, urlOf(op), { key, ...bodyFor(op) })
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } })
  }
})

test.each(scoped)(
  '$name with a key that lacks $scope is refused, and told which scope',
  async ({ op, scope }) => {
    const { call, makeKey } = await startHttp()
    const key = await makeKey(
      'a1',
      SCOPES.filter((held) => held !== scope && held !== scope.replace(':read', ':write')),
    )
    const answer = await call(op.method, urlOf(op), { key, ...bodyFor(op) })
    expect(answer).toMatchObject({ status: 403 })
    expect(answer.body).toEqual({
      detail: {
        error: 'insufficient_scope',
        message: `This API key lacks the scope ${scope}`,
        requiredScope: scope,
      },
    })
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
  },
)

test.each(scoped.filter(({ scope }) => scope.endsWith(':read')))(
  '$name accepts a key that may write instead',
  async ({ op, scope }) => {
    const { call, makeKey } = await startHttp()
    const key = await makeKey('a1', [scope.replace(':read', ':write') as typeof scope])
    expect([200, 404]).toContain((await call(op.method, urlOf(op), { key })).status)
  },
)

test.each(scoped)('$name accepts an ID token', async ({ op }) => {
  const { call } = await startHttp()
  const headers = { authorization: 'Bearer id:a1@example.org' }
  const answer = await call(op.method, urlOf(op), { key: null, headers, ...bodyFor(op) })
  expect([200, 201, 404]).toContain(answer.status)
})

test.each(forIdTokens)('$name takes an ID token, no API key', async ({ op }) => {
  const { call, key } = await startHttp()
  const refused = { status: 401, body: { detail: 'Missing ID token' } }
  expect(await call(op.method, urlOf(op), { key: null, ...bodyFor(op) })).toMatchObject(refused)
  expect(await call(op.method, urlOf(op), bodyFor(op))).toMatchObject(refused)
  const headers = { authorization: `Bearer ${key}` }
  expect(await call(op.method, urlOf(op), { key: null, headers, ...bodyFor(op) })).toMatchObject({
    status: 401,
    body: { detail: 'Invalid ID token' },
  })
})

test.each(forIdTokens.filter(({ op }) => 'credential' in op.config && op.config.credential === 'staff'))(
  '$name is for staff',
  async ({ op }) => {
    const { call } = await startHttp()
    const as = (email: string) =>
      call(op.method, urlOf(op), { headers: { authorization: `Bearer id:${email}` }, ...bodyFor(op) })
    expect(await as('a2@example.org')).toMatchObject({ status: 403, body: { detail: 'Staff only' } })
    expect((await as('a1@example.org')).status).toBeLessThan(300)
  },
)

test.each(forAll)('$name asks for no credential', async ({ op }) => {
  const { call } = await startHttp()
  expect((await call(op.method, urlOf(op), { key: null, ...bodyFor(op) })).status).not.toBe(401)
})

test('credentials are accepted in the query where there are none in the headers', async () => {
  const { call, key, otherKey } = await startHttp()
  const url = '/api/v1/characters'
  const { body } = await call('POST', `${url}?api_key=${key}&player_id=ada`, { key: null, body: {} })
  expect(body).toMatchObject({ player_id: 'ada' })
  expect(
    (await call('GET', `${url}?api_key=${otherKey}&player_id=bob`, { playerId: 'ada' })).body,
  ).toMatchObject({
    total: 1,
  })
  expect(await call('GET', `${url}?api_key=${key}&api_key=${key}`, { key: null })).toMatchObject({
    status: 401,
  })
  expect(await call('GET', `${url}?api_key=`, { key: null })).toMatchObject({ status: 401 })
})

test('X-Player-Id holds 1 to 128 characters; empty means absent', async () => {
  const { call } = await startHttp()
  const create = (playerId: string) => call('POST', '/api/v1/characters', { playerId, body: {} })
  expect((await create('')).body).toMatchObject({ player_id: null })
  expect((await create('x'.repeat(128))).body).toMatchObject({ player_id: 'x'.repeat(128) })
  expect(await create('x'.repeat(129))).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          loc: ['header', 'X-Player-Id'],
          msg: 'String should have at most 128 characters',
          type: 'string_too_long',
        },
      ],
    },
  })
})

test('X-Player-Id in UTF-8 is the same player as on the socket', async () => {
  const { call } = await startHttp()
  const inUtf8 = Buffer.from('Zoë 🦊', 'utf8').toString('latin1')
  const create = (playerId: string) => call('POST', '/api/v1/characters', { playerId, body: {} })
  expect((await create(inUtf8)).body).toMatchObject({ player_id: 'Zoë 🦊' })
  expect((await create('Zo\u00eb')).body).toMatchObject({ player_id: 'Zoë' })
})

test('a key notes when it was used', async () => {
  const { call, store } = await startHttp()
  await call('GET', '/api/v1/characters')
  expect((await store.keys.list('a1')).map(({ lastUsedAt }) => lastUsedAt)).toEqual([
    '2030-01-02T03:04:05.000Z',
  ])
})
