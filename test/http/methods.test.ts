import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import { openHttp } from '../support/http/http.js'
import { ownerCredential, requestFor, requestSamplesOf } from '../support/http/request-samples.js'
import { type Populated, usePopulated } from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

let http: Awaited<ReturnType<typeof openHttp>>
beforeAll(async () => {
  http = await openHttp()
  return http.close
})

/** Every path of the contract, with ids that match nothing else: later ones are tried as they are. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const ORIGIN = 'https://game.example'

const pathOf = (url: string) => url.replace(/:\w+/g, 'an-id')
const shapeOf = (url: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
const isClosed = (path: string) => /^\/api\/(control|staff|system-metrics)/.test(path)

/** What is served at a path: a fixed path may also be that of an id. */
function allowedAt(path: string): string[] {
  const served = operations.filter(({ url }) => shapeOf(url).test(path)).map(({ method }) => method)
  const withHead = served.includes('GET') ? ['HEAD', ...served] : served
  return [...new Set<string>([...withHead, 'OPTIONS'])].sort()
}

const paths = [...new Set(operations.map(({ url }) => pathOf(url)))].map((path) => ({ path }))
const gets = operations
  .filter(({ method }) => method === 'GET')
  .map((operation) => ({ name: operation.schema.operationId, operation }))

test.each(paths)('$path: a method that is not served is 405, and told which are', async ({ path }) => {
  const { call } = http
  const allow = allowedAt(path)
  for (const method of METHODS.filter((name) => !allow.includes(name))) {
    const answer = await call(method, path, { key: null })
    expect([method, answer.status]).toEqual([method, 405])
    expect(answer.headers.allow).toBe(allow.join(', '))
    if (method !== 'HEAD') expect(answer.body).toEqual({ detail: 'Method Not Allowed' })
    expect(answer.headers['x-request-id']).toEqual(expect.any(String))
  }
})

test.each(paths)(
  '$path: a preflight is answered, and opens what is open to other sites; the guard refuses it elsewhere',
  async ({ path }) => {
    const { call } = http
    const headers = {
      origin: ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key,x-vendor-client',
    }
    const answer = await call('OPTIONS', path, { key: null, headers })
    expect([answer.status, answer.headers.allow]).toEqual(
      isClosed(path) ? [403, undefined] : [204, allowedAt(path).join(', ')],
    )
    expect([
      answer.headers['access-control-allow-origin'],
      answer.headers['access-control-allow-methods'],
      answer.headers['access-control-allow-headers'],
    ]).toEqual(
      isClosed(path)
        ? [undefined, undefined, undefined]
        : ['*', allowedAt(path).join(', '), 'x-api-key,x-vendor-client'],
    )
  },
)

const ownHeaders = new Set([
  'date',
  'x-request-id',
  'content-length',
  'keep-alive',
  'connection',
  'transfer-encoding',
])
const stableHeaders = (headers: Headers) => [...headers].filter(([name]) => !ownHeaders.has(name))

test.each(gets)('$name: HEAD answers as GET does, without a body', async ({ operation }) => {
  const world: Populated = await openPopulated()
  const request = await requestFor(operation, requestSamplesOf(operation)[0] ?? {}, world)
  const headers = { ...request.headers, ...ownerCredential(operation, world) }
  const get = await world.send({ ...request, headers })
  const head = await world.send({ ...request, headers, method: 'HEAD' })
  expect([head.status, head.text]).toEqual([get.status, ''])
  expect(stableHeaders(head.headers)).toEqual(stableHeaders(get.headers))
})
