import { expect, test } from 'vitest'
import type { ErrorKind } from '../../src/contract/errors.js'
import type { CharacterRepository } from '../../src/domain/characters/ports.js'
import { DomainError } from '../../src/domain/errors.js'
import { startHttp } from '../support/http/http.js'

const url = '/api/v1/characters/c1'

/** The app over a store whose `find` fails. */
const startFailing = (error: unknown) => {
  const find = () => Promise.reject(error)
  return startHttp({ characters: { find } as unknown as CharacterRepository })
}

const kinds: [ErrorKind, number][] = [
  ['invalid', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['unprocessable', 422],
  ['quota', 429],
  ['upstream', 502],
  ['unavailable', 503],
]

test.each(kinds)('%s is a %i with its detail', async (kind, status) => {
  const { call, logged } = await startFailing(new DomainError(kind, 'why'))
  expect(await call('GET', url)).toMatchObject({ status, body: { detail: 'why' } })
  expect(logged).toEqual([])
})

test('a detail may be an object, and say when to come back', async () => {
  const error = new DomainError('quota', { message: 'enough', limit: 5 }, { retryAfterSeconds: 30 })
  const { call } = await startFailing(error)
  const answer = await call('GET', url)
  expect(answer).toMatchObject({ status: 429, body: { detail: { message: 'enough', limit: 5 } } })
  expect(answer.headers['retry-after']).toBe('30')
})

test('a bug says nothing of its insides, and is found in the log by its request id', async () => {
  const bug = new TypeError('secret insides')
  const { call, logged } = await startFailing(bug)
  const answer = await call('GET', url)
  expect(answer).toMatchObject({ status: 500 })
  expect(answer.body).toEqual({ detail: 'Internal server error' })
  expect(logged).toEqual([
    {
      message: 'request failed',
      fields: {
        requestId: answer.headers['x-request-id'],
        route: '/api/v1/characters/:characterId',
        error: bug,
      },
    },
  ])
})

test.each(['text', undefined, null, { statusCode: 204 }])(
  'a bug that throws %j is a 500, too',
  async (thrown) => {
    const { call } = await startFailing(thrown)
    expect(await call('GET', url)).toMatchObject({ status: 500, body: { detail: 'Internal server error' } })
  },
)

test('every answer has a request id of its own', async () => {
  const { call } = await startHttp()
  const ids = new Set<unknown>()
  for (const path of [url, '/nope', '/api/health', '/%zz']) {
    ids.add((await call('GET', path)).headers['x-request-id'])
  }
  expect(ids.size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[\w-]{8}-\w+$/)
})

test.each(['/api', '/api/v1', '/api/v2/characters', '/api/v1/characters/c1/nope', '/API/v1/characters', '*'])(
  '%s is not found, with or without a key',
  async (path) => {
    const { call } = await startHttp()
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PURGE']) {
      const answer = await call(method, path, { key: null })
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
    }
  },
)

test.each([
  ['PATCH', '/api/v1/characters', 'GET, HEAD, OPTIONS, POST'],
  ['DELETE', '/api/v1/characters?limit=1', 'GET, HEAD, OPTIONS, POST'],
  ['POST', '/api/v1/characters/c1', 'DELETE, GET, HEAD, OPTIONS, PUT'],
  ['POST', '/api/v1/characters/c1/players/stats', 'DELETE, GET, HEAD, OPTIONS'],
  ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
  ['PURGE', '/api/health', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/api/health', 'GET, HEAD, OPTIONS'],
  ['GET', '/api/control/v1/local/reset', 'OPTIONS, POST'],
])('%s %s is not allowed, and told what is', async (method, path, allow) => {
  const { call } = await startHttp()
  const answer = await call(method, path)
  expect(answer).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } })
  expect(answer.headers.allow).toBe(allow)
})

test('HEAD answers as GET does, without the body', async () => {
  const { call } = await startHttp()
  const get = await call('GET', '/api/v1/characters')
  const head = await call('HEAD', '/api/v1/characters')
  expect(head).toMatchObject({ status: 200, body: null })
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(await call('HEAD', '/api/v1/characters', { key: null })).toMatchObject({ status: 401 })
})

test('answers are not kept by anybody, and do not say what made them', async () => {
  const { call } = await startHttp()
  const { headers } = await call('GET', '/api/v1/characters')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(Object.keys(headers)).not.toContain('x-powered-by')
  expect(Object.keys(headers)).not.toContain('server')
})

const origin = 'https://game.example'

test('a page of another site may read answers and errors', async () => {
  const { call } = await startHttp()
  for (const [path, key] of [['/api/health', null] as const, ['/api/v1/characters', 'svc_wrong'] as const]) {
    const { headers } = await call('GET', path, { key, headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id')
  }
  const { headers } = await call('GET', '/api/health')
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('a preflight is answered without credentials, for whatever headers a client sends', async () => {
  const { call } = await startHttp()
  const wanted =
    'x-api-key,x-player-id,x-org-id,x-service-client,authorization,content-type,idempotency-key,ngrok-skip-browser-warning,x-vendor-client'
  const answer = await call('OPTIONS', '/api/v1/characters/c1', {
    key: null,
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': wanted },
  })
  expect(answer).toMatchObject({ status: 204, body: null })
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS, PUT',
    'access-control-allow-headers': wanted,
    'access-control-max-age': '7200',
    allow: 'DELETE, GET, HEAD, OPTIONS, PUT',
  })
})

test.each([
  '/api/control/v1/me',
  '/api/control/v1/keys',
  '/api/control/v1/local/clock',
  '/api/%63ontrol/v1/me',
])('no page of another site may read %s', async (path) => {
  const { call } = await startHttp()
  for (const method of ['OPTIONS', 'GET']) {
    const headers = { origin, authorization: 'Bearer id:a1@example.org' }
    const answer = await call(method, path, { headers })
    const isUnknown = answer.status === 404
    expect(isUnknown ? undefined : answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(Object.keys(answer.headers)).not.toContain('access-control-allow-methods')
  }
})
