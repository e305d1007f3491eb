import { createServer, Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import {
  ALSO_PUBLIC,
  failureOf,
  givenInternet,
  givenOrigin,
  givenTimers,
  NEVER,
  openDocument,
  PUBLIC,
  readAll,
  startOrigin,
} from '../../support/providers/document-origin.js'

const URL_OF_SECRETS = 'http://origin.example/a?token=s3cret'
const answering = (_request: unknown, response: import('node:http').ServerResponse) => void response.end('x')

function givenAlarm() {
  let wake = () => {}
  const woken = new Promise<void>((resolve) => {
    wake = resolve
  })
  return { woken, wake: () => wake() }
}

test('a name that does not resolve, or to nothing, is a failure of DNS', async () => {
  const { origin, connections } = givenInternet({ names: { 'empty.example': [] } })
  for (const name of ['missing.example', 'empty.example']) {
    expect((await failureOf(openDocument(origin, `http://${name}/`))).code).toBe('fetch_dns_failed')
  }
  expect(connections).toEqual([])
})

test('a port where nobody listens is a failure of the connection', async () => {
  const { origin, connections } = givenInternet({ names: { 'origin.example': [PUBLIC] } })
  expect((await failureOf(openDocument(origin, URL_OF_SECRETS))).code).toBe('fetch_connection_error')
  expect(connections).toEqual([`${PUBLIC}:80`])
})

test.each([
  ['hangs up', ''],
  ['does not speak HTTP', 'SSH-2.0-x\r\n'],
  ['sends half a head', 'HTTP/1.1 200 OK\r\nContent-'],
  ['sends a head without end', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}`],
  [
    'switched protocols without being asked to',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ],
])('an origin that %s is a failure of the connection', async (_, bytes) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as import('node:net').AddressInfo
  const { origin } = givenInternet({
    names: { 'origin.example': [PUBLIC] },
    ports: { [`${PUBLIC}:80`]: port },
  })
  expect((await failureOf(openDocument(origin, URL_OF_SECRETS))).code).toBe('fetch_connection_error')
  await new Promise((resolve) => server.close(resolve))
})

test('an answer that is not 2xx is told with its status', async () => {
  const { origin, server } = await givenOrigin(({ url = '' }, response) =>
    response.writeHead(Number(url.slice(1))).end('no'),
  )
  for (const httpStatus of [400, 401, 403, 404, 410, 429, 500, 503]) {
    const failure = await failureOf(openDocument(origin, `http://origin.example/${httpStatus}`))
    expect(failure).toMatchObject({ code: 'fetch_http_error', httpStatus })
  }
  await server.left()
})

test('the headers of a source are sent, and no encoding is asked for', async () => {
  const { origin, server } = await givenOrigin(answering)
  const headers = { Authorization: 'Bearer s3cret', 'User-Agent': 'mine', 'Accept-Encoding': 'gzip' }
  await readAll(await openDocument(origin, URL_OF_SECRETS, headers))
  expect(server.asked).toEqual([
    {
      url: '/a?token=s3cret',
      headers: {
        host: 'origin.example',
        connection: 'close',
        accept: '*/*',
        'user-agent': 'mine',
        'accept-encoding': 'identity',
        authorization: 'Bearer s3cret',
      },
      serverName: undefined,
    },
  ])
})

test('no proxy of the environment is asked', async () => {
  const proxy = await startOrigin(answering)
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
    vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`)
  }
  vi.stubEnv('NO_PROXY', '')
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  const { origin, server } = await givenOrigin(answering)
  await readAll(await openDocument(origin, URL_OF_SECRETS))
  vi.unstubAllEnvs()
  expect(server.asked).toHaveLength(1)
  expect(proxy.asked).toHaveLength(0)
})

test('over TLS the server is asked by its name, also when a dot ends it', async () => {
  const { origin, server } = await givenOrigin(answering, {
    tls: true,
    trusted: true,
    names: { 'origin.example.': [PUBLIC] },
  })
  await readAll(await openDocument(origin, 'https://origin.example/'))
  await readAll(await openDocument(origin, 'https://origin.example./'))
  expect(server.asked.map(({ serverName }) => serverName)).toEqual(['origin.example', 'origin.example'])
})

test('a certificate that nobody vouches for is refused, whatever the environment says', async () => {
  const { origin, server } = await givenOrigin(answering, { tls: true })
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const failure = await failureOf(openDocument(origin, 'https://origin.example/'))
  vi.unstubAllEnvs()
  expect(failure.code).toBe('fetch_connection_error')
  expect(server.asked).toEqual([])
})

test('a certificate for another name is refused', async () => {
  const { origin, server } = await givenOrigin(answering, {
    tls: true,
    trusted: true,
    names: { 'other.example': [PUBLIC] },
  })
  const failures = [
    await failureOf(openDocument(origin, 'https://other.example/')),
    await failureOf(openDocument(origin, `https://${PUBLIC}/`)),
  ]
  expect(failures.map(({ code }) => code)).toEqual(['fetch_connection_error', 'fetch_connection_error'])
  expect(server.asked).toEqual([])
})

test('a look-up of more than 10 seconds is a timeout', async () => {
  const asked = givenAlarm()
  const { timers, pass } = givenTimers()
  const { origin, connections } = givenInternet({
    settings: {
      timers,
      resolve: () => {
        asked.wake()
        return new Promise(() => {})
      },
    },
  })
  const failure = failureOf(openDocument(origin, URL_OF_SECRETS))
  await asked.woken
  pass(10)
  expect((await failure).code).toBe('fetch_timeout')
  expect(connections).toEqual([])
})

test('a connection that is not made within 10 seconds is a timeout', async () => {
  const { timers, pass, timed } = givenTimers()
  const started = givenAlarm()
  const { origin } = givenInternet({
    names: { 'origin.example': [PUBLIC] },
    settings: {
      timers,
      open: () => {
        started.wake()
        return new Socket()
      },
    },
  })
  const failure = failureOf(openDocument(origin, URL_OF_SECRETS))
  await started.woken
  pass(10)
  expect((await failure).code).toBe('fetch_timeout')
  expect(timed()).toEqual([])
})

test('a TLS handshake that is not done within 10 seconds is a timeout, and the connection is let go', async () => {
  const { timers, pass } = givenTimers()
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const accepted = new Promise<import('node:net').Socket>((resolve) => silent.once('connection', resolve))
  const { port } = silent.address() as import('node:net').AddressInfo
  const { origin } = givenInternet({
    ports: { [`${PUBLIC}:443`]: port },
    settings: { timers },
  })
  const failure = failureOf(openDocument(origin, `https://${PUBLIC}/`))
  const socket = await accepted
  const gone = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
  socket.resume()
  pass(10)
  expect((await failure).code).toBe('fetch_timeout')
  await gone
  await new Promise((resolve) => silent.close(resolve))
})

test('an origin that is connected may take longer than 10 seconds to answer, and no longer than 120', async () => {
  const { timers, pass, timed } = givenTimers()
  const { origin, server } = await givenOrigin(() => {}, { settings: { timers } })
  const failure = failureOf(openDocument(origin, URL_OF_SECRETS))
  await server.requests(1)
  expect(timed()).toEqual([120])
  pass(120)
  expect((await failure).code).toBe('fetch_timeout')
  await server.left()
})

test('each hop has its 10 seconds, and all have 120 together', async () => {
  const { timers, timed } = givenTimers()
  const seen: number[][] = []
  const { origin } = await givenOrigin(
    ({ url = '' }, response) => {
      const step = Number(url.slice(1))
      if (step < 2) response.writeHead(302, { location: `/${step + 1}` }).end()
      else response.end('x')
    },
    {
      settings: {
        timers,
        resolve: async () => {
          seen.push(timed())
          return [PUBLIC]
        },
      },
    },
  )
  await readAll(await openDocument(origin, 'http://origin.example/0'))
  expect(seen).toEqual([
    [10, 120],
    [10, 120],
    [10, 120],
  ])
  expect(timed()).toEqual([])
})

test('the caller can end a download that waits for an answer, with a reason of its own', async () => {
  const { timers, timed } = givenTimers()
  const { origin, server } = await givenOrigin(() => {}, { settings: { timers } })
  const stop = new AbortController()
  const download = origin.open({ url: URL_OF_SECRETS, headers: {} }, stop.signal)
  await server.requests(1)
  const reason = new Error('cancelled')
  stop.abort(reason)
  await expect(download).rejects.toBe(reason)
  await server.left()
  expect(timed()).toEqual([])
})

test('a download that is not wanted any more is not begun', async () => {
  const { origin, connections } = givenInternet({ names: { 'origin.example': [PUBLIC] } })
  const reason = new Error('cancelled')
  await expect(origin.open({ url: URL_OF_SECRETS, headers: {} }, AbortSignal.abort(reason))).rejects.toBe(
    reason,
  )
  expect(connections).toEqual([])
})

test('every failure is told without the query, the headers and the address', async () => {
  const { origin } = await givenOrigin((_request, response) => response.writeHead(404).end(), {
    names: { 'inside.example': ['10.0.0.1'], 'down.example': [ALSO_PUBLIC] },
  })
  const hosts = ['origin.example', 'inside.example', 'down.example', 'missing.example', '10.9.8.7']
  for (const host of hosts) {
    const { message } = await failureOf(
      openDocument(origin, `http://${host}/path?token=s3cret`, { Authorization: 'Bearer s3cret' }),
    )
    expect(message).toMatch(/^(The|There) [a-z0-9 ]+$/i)
    expect(message).not.toMatch(/s3cret|example|path|\d+\.\d+/)
  }
})

test('a URL of this server itself is opened by it, and only when a source names it', async () => {
  const bytes = (async function* () {
    yield new Uint8Array([1])
  })()
  const held = { filename: 'mine.pdf', bytes }
  const own = 'http://127.0.0.1:4750/uploads/1'
  const { origin, connections } = await givenOrigin(
    (_request, response) => response.writeHead(302, { location: own }).end(),
    { settings: { local: async (url) => (url === own ? held : undefined) } },
  )
  expect(await origin.open({ url: own, headers: {} }, NEVER)).toBe(held)
  expect(connections).toEqual([])
  expect((await failureOf(openDocument(origin, URL_OF_SECRETS))).code).toBe('fetch_blocked')
})
