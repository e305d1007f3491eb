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
