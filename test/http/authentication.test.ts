import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import { requireDeclaredAccess } from '../../src/http/authentication.js'
import { startHttp } from '../support/http/http.js'

test.each(operations.map((op) => ({ name: op.schema.operationId, op })))(
  '$name is served',
  async ({ op }) => {
    const { app } = await startHttp()
    expect(app.hasRoute({ method: op.method, url: op.url })).toBe(true)
  },
)

test('a route under /api that does not say who may call it cannot be made', async () => {
  expect(() => requireDeclaredAccess({ url: '/api/v1/new' })).toThrow('/api/v1/new')
  expect(() => requireDeclaredAccess({ url: '/api/v1/new', config: {} })).toThrow('/api/v1/new')
  expect(() => requireDeclaredAccess({ url: '/docs' })).not.toThrow()
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
