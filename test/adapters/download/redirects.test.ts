import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import {
  ALSO_PUBLIC,
  failureOf,
  givenInternet,
  givenOrigin,
  openDocument,
  PUBLIC,
  readAll,
  startOrigin,
} from '../../support/providers/document-origin.js'

const SECRET = { Authorization: 'Bearer s3cret', 'X-Key': 'k' }

/** Redirects by path; any other path is the document. */
const redirecting =
  (locations: Readonly<Record<string, string>>, status = 302): RequestListener =>
  ({ url = '' }, response) => {
    const location = locations[url]
    if (location === undefined) response.end('the document')
    else response.writeHead(status, { location }).end('moved')
  }

const text = async (download: ReturnType<typeof openDocument>) => String(await readAll(await download))

test.each([301, 302, 303, 307, 308])(
  '%i is followed, with its headers, on the same origin',
  async (status) => {
    const { origin, server } = await givenOrigin(redirecting({ '/a?x=1': '/b?y=2' }, status))
    expect(await text(openDocument(origin, 'http://origin.example/a?x=1#page=2', SECRET))).toBe(
      'the document',
    )
    expect(server.asked.map(({ url }) => url)).toEqual(['/a?x=1', '/b?y=2'])
    expect(server.asked[1]?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-key': 'k' })
  },
)

test.each([
  ['/c', '/c'],
  ['c', '/folder/c'],
  ['../c', '/c'],
  ['?q', '/folder/a?q'],
  ['//origin.example/c', '/c'],
  ['http://ORIGIN.example:80/c', '/c'],
  ['/r\u00c3\u00a9sum\u00c3\u00a9', '/r%C3%A9sum%C3%A9'],
])('a location %j is meant relative to the URL that redirects', async (location, path) => {
  const { origin, server } = await givenOrigin(redirecting({ '/folder/a': location }))
  await text(openDocument(origin, 'http://origin.example/folder/a'))
  expect(server.asked.at(-1)?.url).toBe(path)
})

test('three redirects are followed', async () => {
  const { origin, server } = await givenOrigin(redirecting({ '/0': '/1', '/1': '/2', '/2': '/3' }))
  expect(await text(openDocument(origin, 'http://origin.example/0'))).toBe('the document')
  expect(server.asked).toHaveLength(4)
})

test('a fourth redirect is too many, and it is not asked', async () => {
  const { origin, server } = await givenOrigin(
    redirecting({ '/0': '/1', '/1': '/2', '/2': '/3', '/3': '/4' }),
  )
  const failure = await failureOf(openDocument(origin, 'http://origin.example/0'))
  expect(failure.code).toBe('fetch_too_many_redirects')
  expect(server.asked).toHaveLength(4)
  await server.left()
})

test('a redirect without a location, and other answers of the third hundred, are errors of HTTP', async () => {
  const { origin } = await givenOrigin(({ url = '' }, response) =>
    response.writeHead(Number(url.slice(1))).end(),
  )
  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    const failure = await failureOf(openDocument(origin, `http://origin.example/${status}`))
    expect(failure).toMatchObject({ code: 'fetch_http_error', httpStatus: status })
  }
})

const OTHER_ORIGINS = ['http://other.example/b', 'http://origin.example:8080/b', 'http://origin.example./b']

test.each(OTHER_ORIGINS)('a redirect to %s, another origin, drops the headers', async (location) => {
  const other = await startOrigin(redirecting({}))
  const { origin } = await givenOrigin(redirecting({ '/a': location }), {
    names: { 'other.example': [ALSO_PUBLIC], 'origin.example.': [ALSO_PUBLIC] },
    ports: { [`${ALSO_PUBLIC}:80`]: other.port, [`${PUBLIC}:8080`]: other.port },
  })
  expect(await text(openDocument(origin, 'http://origin.example/a', SECRET))).toBe('the document')
  expect(other.asked).toHaveLength(1)
  expect(Object.keys(other.asked[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('headers that were dropped do not come back with the first origin', async () => {
  const other = await startOrigin(redirecting({ '/b': 'http://origin.example/c' }))
  const { origin, server } = await givenOrigin(redirecting({ '/a': 'http://other.example/b' }), {
    names: { 'other.example': [ALSO_PUBLIC] },
    ports: { [`${ALSO_PUBLIC}:80`]: other.port },
  })
  expect(await text(openDocument(origin, 'http://origin.example/a', SECRET))).toBe('the document')
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer s3cret', undefined])
  expect(server.asked[1]?.headers['x-key']).toBeUndefined()
})

test('a redirect to plain HTTP on the same host drops the headers', async () => {
  const plain = await startOrigin(redirecting({}))
  const { origin } = await givenOrigin(redirecting({ '/a': 'http://origin.example/b' }), {
    tls: true,
    trusted: true,
    ports: { [`${PUBLIC}:80`]: plain.port },
  })
  expect(await text(openDocument(origin, 'https://origin.example/a', SECRET))).toBe('the document')
  expect(plain.asked[0]?.headers.authorization).toBeUndefined()
})

test('cookies that an origin sets are not sent to it', async () => {
  const { origin, server } = await givenOrigin(({ url }, response) => {
    if (url === '/a') response.writeHead(302, { location: '/b', 'set-cookie': 'session=1' }).end()
    else response.end('the document')
  })
  await text(openDocument(origin, 'http://origin.example/a'))
  expect(server.asked[1]?.headers.cookie).toBeUndefined()
})

test.each([
  'ftp://origin.example/a.pdf',
  'file:///etc/hosts',
  'data:application/pdf,x',
  'http://user:pass@origin.example/a',
  'http://[fe80::1%25eth0]/',
  'http://',
])('a redirect to %s is blocked', async (location) => {
  const { origin, connections } = await givenOrigin(redirecting({ '/a': location }))
  const failure = await failureOf(openDocument(origin, 'http://origin.example/a'))
  expect(failure.code).toBe('fetch_blocked')
  expect(connections).toHaveLength(1)
})

test('the body of a redirect is not waited for', async () => {
  const { origin, server } = await givenOrigin(({ url }, response) => {
    if (url === '/a') response.writeHead(302, { location: '/b' }).write('without end')
    else response.end('the document')
  })
  expect(await text(openDocument(origin, 'http://origin.example/a'))).toBe('the document')
  await server.left()
})

test('a name is looked up once per hop, and the connection goes to what was checked', async () => {
  const server = await startOrigin(redirecting({ '/a': '/b' }))
  const answers = [[PUBLIC], ['127.0.0.1']]
  const { origin, connections } = givenInternet({
    ports: { [`${PUBLIC}:80`]: server.port },
    settings: { resolve: async () => answers.shift() ?? [] },
  })
  const failure = await failureOf(openDocument(origin, 'http://origin.example/a'))
  expect(failure.code).toBe('fetch_blocked')
  expect(connections).toEqual([`${PUBLIC}:80`])
  expect(answers).toEqual([])
})

test('a host that was opened by hand may be private, also as the target of a redirect', async () => {
  const inside = await startOrigin(redirecting({}))
  const { origin } = await givenOrigin(redirecting({ '/a': 'http://files.internal:9000/b' }), {
    names: { 'files.internal': ['10.0.0.7'] },
    ports: { '10.0.0.7:9000': inside.port },
    settings: { allowed: [{ host: 'files.internal', port: 9000 }] },
  })
  expect(await text(openDocument(origin, 'http://files.internal:9000/b'))).toBe('the document')
  expect(await text(openDocument(origin, 'http://origin.example/a'))).toBe('the document')
})

test.each([
  'http://files.internal/b',
  'http://files.internal:9001/b',
  'http://other.internal:9000/b',
  'http://a.files.internal:9000/b',
  'http://10.0.0.7:9000/b',
  'http://alias.example:9000/b',
])('a host that was opened by hand does not open %s', async (url) => {
  const { origin, connections } = givenInternet({
    names: { 'files.internal': ['10.0.0.7'], 'alias.example': ['10.0.0.7'] },
    settings: { allowed: [{ host: 'files.internal', port: 9000 }] },
  })
  expect((await failureOf(openDocument(origin, url))).code).toBe('fetch_blocked')
  expect(connections).toEqual([])
})
