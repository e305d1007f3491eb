import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { startHttp } from '../support/http/http.js'
import { openRaw } from '../support/http/http-raw.js'

const MB = 2 ** 20
const writing = operations.filter(({ method }) => method !== 'GET')
const isPublic = ({ config }: Operation) => 'credential' in config && config.credential === 'none'
const pathOf = ({ url }: Operation) => url.replace(/:\w+/g, 'x')

/** The head of a request whose body is on its way, and how that begins. */
const begun = (operation: Operation, { type, bytes }: { type: string; bytes: number }) =>
  [
    `${operation.method} ${pathOf(operation)} HTTP/1.1`,
    'Host: localhost',
    'X-API-Key: svc_wrong',
    'Authorization: Bearer wrong',
    `Content-Type: ${type}`,
    `Content-Length: ${bytes}`,
    '',
    type.startsWith('multipart')
      ? '--x\r\nContent-Disposition: form-data; name="image"\r\n\r\n'
      : '{"a":[[[[',
  ].join('\r\n')

test('whoever shows no valid credential is refused before the body has come', async () => {
  const { exchange } = await openRaw((await startHttp()).app)
  for (const operation of writing.filter((one) => !isPublic(one))) {
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const [answer] = await exchange(begun(operation, { type, bytes: 150 * MB }), 1)
      expect([operation.schema.operationId, type, answer?.status]).toEqual([
        operation.schema.operationId,
        type,
        401,
      ])
    }
  }
})

test('where no credential is asked for, a body over 16 KB is refused before it has come', async () => {
  const { app } = await startHttp()
  const { exchange } = await openRaw(app)
  const asking = writing.filter(isPublic)
  expect(asking.map(({ schema }) => schema.operationId).sort()).toEqual(['exchangeShare', 'openShare'])
  for (const operation of asking) {
    const [answer] = await exchange(begun(operation, { type: 'application/json', bytes: 2 ** 14 + 1 }), 1)
    expect([operation.schema.operationId, answer?.status]).toEqual([operation.schema.operationId, 413])
  }
  const body = { unknown: 'x'.repeat(2 ** 14 - 200) }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/share/nobody/exchange', payload: body })
  expect(answer.statusCode).toBe(404)
})

const UNMATCHED = [
  ...['/', '/nothing', '/api', '/api/v1', '/api/v1/nothing', '/api/control/v1/nothing', '/api/staff/nothing'],
  ...['/docs/nothing', '/share', '/files/nothing', '/.well-known/nothing', '/api/agents/a/b/c/d'],
  ...['/api/health', '/api/v1/characters', '/api/system-metrics', '/openapi.json', '/.well-known/jwks.json'],
  ...['/api/v1/%63haracters', '//', '/api//v1/characters', '/%', '/api/v1/characters/%ff'],
]

test.each(UNMATCHED)(
  'what has no route (%s) is answered before a body has come, by any method',
  async (path) => {
    const { exchange } = await openRaw((await startHttp()).app)
    for (const method of [
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'PROPFIND',
      'REPORT',
      'SEARCH',
      'QUERY',
    ]) {
      if (method === 'POST' && path.endsWith('haracters')) continue
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
      for (const framing of [
        `Content-Length: ${MB - 1}\r\n\r\n{"a":[`,
        'Transfer-Encoding: chunked\r\n\r\n6\r\n{"a":[\r\n',
      ]) {
        const [answer] = await exchange(head + framing, 1)
        expect([method, answer?.status]).toEqual([method, expect.toBeOneOf([204, 400, 403, 404, 405])])
      }
    }
  },
)

test('no route reads more than 16 KB for whoever shows no credential', async () => {
  const { app } = await startHttp()
  const limit = (app.initialConfig as { bodyLimit?: number }).bodyLimit
  expect(limit).toBe(2 ** 14)
})
