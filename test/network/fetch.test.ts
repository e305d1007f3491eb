import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createFetch, type FetchSettings } from '../../src/network/fetch.js'
import { startOrigin } from '../support/providers/document-origin.js'
import {
  type Misbehaviour,
  misbehaviours,
  outcomeOf,
  startMisbehavingOrigins,
} from '../support/providers/misbehaving-origin.js'
import { temporaryFolder } from '../support/stores/store-folder.js'

type Received = {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers what it was asked. */
const echo: RequestListener = async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { method, headers } = request
  response.end(JSON.stringify({ method, headers, body: Buffer.concat(pieces).toString('latin1') }))
}

async function given(listener: RequestListener, settings: FetchSettings = {}) {
  const server = await startOrigin(listener)
  return { ...server, ...fetching(settings), url: `http://127.0.0.1:${server.port}` }
}

function fetching(settings: FetchSettings = {}) {
  const { fetch, close } = createFetch(settings)
  onTestFinished(close)
  return { fetch, close }
}

/** A server that is told what to send, whatever it is asked. */
async function givenRaw(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

const answering = (answer: (response: ServerResponse) => void, settings?: FetchSettings) =>
  given((request, response) => void request.resume().on('end', () => answer(response)), settings)

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('nothing failed'),
    (error: Error) => error,
  )

test.each<[string, RequestInit['body'], string, string, string | undefined]>([
  ['text', 'h\u00e9', 'h\u00c3\u00a9', '3', 'text/plain;charset=UTF-8'],
  [
    'fields',
    new URLSearchParams({ a: 'b c' }),
    'a=b+c',
    '5',
    'application/x-www-form-urlencoded;charset=UTF-8',
  ],
  ['bytes', new Uint8Array([97, 98]), 'ab', '2', undefined],
  ['a part of a buffer', Buffer.from('xaby').subarray(1, 3), 'ab', '2', undefined],
  ['an array buffer', new Uint8Array([97]).buffer, 'a', '1', undefined],
  ['a blob', new Blob(['abc'], { type: 'image/png' }), 'abc', '3', 'image/png'],
  ['nothing', null, '', '0', undefined],
])('a body of %s is sent with its length and type', async (_, body, sent, length, type) => {
  const { fetch, url } = await given(echo)
  const response = await fetch(url, { method: 'POST', body: body ?? null })
  const received = (await response.json()) as Received
  expect(received).toMatchObject({ method: 'POST', body: sent })
  expect(received.headers).toMatchObject({ 'content-length': length })
  expect(received.headers['content-type']).toBe(type)
})

test('a stream is sent as it comes, and when it fails the request does', async () => {
  const { fetch, url } = await given(echo)
  const bytes = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from('abc'))
      controller.close()
    },
  })
  const received = (await (
    await fetch(url, { method: 'POST', body: bytes, duplex: 'half' })
  ).json()) as Received
  expect(received).toMatchObject({ body: 'abc', headers: { 'transfer-encoding': 'chunked' } })
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('no more')) })
  expect(await failure(fetch(url, { method: 'POST', body: broken, duplex: 'half' }))).toMatchObject({
    name: 'TypeError',
    cause: { message: 'no more' },
  })
})

test('a form is sent with its length, its files as they are read, and names that cannot forge a part', async () => {
  const file = join(await temporaryFolder(), 'a.bin')
  await writeFile(file, 'x'.repeat(100_000))
  const form = new FormData()
  form.append('na"me', 'one\ntwo')
  form.append('file', await openAsBlob(file, { type: 'image/png' }), 'a"\r\nX: y.png')
  const { fetch, url } = await given(echo)
  const { headers, body } = (await (await fetch(url, { method: 'POST', body: form })).json()) as Received
  expect(headers['content-length']).toBe(String(body.length))
  expect(body).not.toContain('\nX: y')
  const read = await new Response(Buffer.from(body, 'latin1'), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  expect(read.get('na"me')).toBe('one\r\ntwo')
  const sent = read.get('file') as File
  expect([sent.name, sent.type, await sent.text()]).toEqual([
    'a"\r\nX: y.png',
    'image/png',
    'x'.repeat(100_000),
  ])
})

test('headers and status of a response are those that came; a connection is used again', async () => {
  const ports = new Set<number | undefined>()
  const { fetch, url } = await given((request, response) => {
    ports.add(request.socket.remotePort)
    response.writeHead(
      201,
      'Made',
      [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-a', 'b'],
      ].flat(),
    )
    response.end('made')
  })
  for (let count = 0; count < 3; count += 1) {
    const response = await fetch(new Request(url, { method: 'PUT', body: 'x' }))
    expect([response.status, response.statusText, response.headers.get('x-a')]).toEqual([201, 'Made', 'b'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('made')
  }
  expect(ports.size).toBe(1)
})

test.each([204, 205, 304])('a response of status %i has no body', async (status) => {
  const { fetch, url } = await answering((response) => response.writeHead(status).end())
  const response = await fetch(url)
  expect([response.status, response.body]).toEqual([status, null])
})

test('HEAD has no body, whatever its length', async () => {
  const { fetch, url } = await answering((response) => response.writeHead(200, { 'content-length': 9 }).end())
  const response = await fetch(url, { method: 'HEAD' })
  expect([response.headers.get('content-length'), response.body]).toEqual(['9', null])
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('%s is decoded, and what is decoded counts for the limit', async (encoding, encode) => {
  const { fetch, url } = await given(
    ({ url: path }, response) =>
      void response
        .writeHead(200, { 'content-encoding': encoding })
        .end(encode(path === '/bomb' ? Buffer.alloc(10_000_000) : Buffer.from('the words'))),
    { maxBytes: 1_000_000 },
  )
  expect(await (await fetch(url)).text()).toBe('the words')
  expect(await failure(fetch(`${url}/bomb`).then((response) => response.text()))).toMatchObject({
    name: 'TypeError',
    cause: { message: 'The body has more than 1000000 bytes' },
  })
})

test('an endless body is given up at its limit, and its connection with it', async () => {
  const { fetch, url, left } = await given(
    (_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more)
      }
      more()
    },
    { maxBytes: 1_000_000 },
  )
  expect(await failure(fetch(url).then((response) => response.text()))).toBeInstanceOf(TypeError)
  await left()
})

test('a body is read no faster than its reader takes it', async () => {
  let sent = 0
  const { fetch, url, left } = await given((_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(65_536))) sent += 65_536
      if (sent < 2 ** 30) response.once('drain', more)
    }
    more()
  })
  const response = await fetch(url)
  for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate)
  expect(sent).toBeLessThan(64 * 2 ** 20)
  await response.body?.cancel()
  await left()
})

test.each([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [307, 'POST', 'POST', 'words'],
  [308, 'PUT', 'PUT', 'words'],
  [301, 'PUT', 'PUT', 'words'],
])('a redirect %i of %s is followed by %s', async (status, method, then, body) => {
  const { fetch, url } = await given((request, response) => {
    if (request.url === '/to') return echo(request, response)
    return request.resume().on('end', () => response.writeHead(status, { location: '/to' }).end())
  })
  const headers = { authorization: 'secret' }
  const response = await fetch(url, { method, body: 'words', headers, redirect: 'follow' })
  expect(await response.json()).toMatchObject({ method: then, body, headers: { authorization: 'secret' } })
})

test('another origin is sent no header but what says which answer is wanted, and no body', async () => {
  const other = await given(echo)
  const { fetch, url } = await answering((response) =>
    response.writeHead(307, { location: `${other.url}/to` }).end(),
  )
  const secret = Object.fromEntries(
    ['authorization', 'cookie', 'x-api-key', 'x-parley-local', 'x-anything', 'referer'].map((name) => [
      name,
      'secret',
    ]),
  )
  const headers = { ...secret, accept: 'image/*', 'accept-language': 'de', range: 'bytes=0-' }
  const received = (await (await fetch(url, { headers, redirect: 'follow' })).json()) as Received
  const own = ['host', 'connection', 'user-agent', 'accept', 'accept-language', 'range']
  expect(Object.keys(received.headers).sort()).toEqual(own.sort())
  expect(JSON.stringify(received)).not.toContain('secret')
  const withBody = fetch(url, { method: 'POST', body: 'secret', redirect: 'follow' })
  expect(await failure(withBody)).toMatchObject({
    cause: { message: 'a body is not sent to another origin' },
  })
  await other.requests(1)
})

test('no redirect is followed unless a request says so', async () => {
  const { fetch, url } = await answering((response) => response.writeHead(302, { location: '/to' }).end())
  expect(await failure(fetch(url))).toMatchObject({ cause: { message: 'unexpected redirect' } })
})

test.each([
  ['in circles', '/'],
  ['to another scheme', 'file:///etc/passwd'],
  ['nowhere', 'http://['],
])('redirects %s are a failure', async (_, location) => {
  const { fetch, url } = await answering((response) => response.writeHead(302, { location }).end())
  expect(await failure(fetch(url, { redirect: 'follow' }))).toBeInstanceOf(TypeError)
  expect(await failure(fetch(url, { redirect: 'error' }))).toBeInstanceOf(TypeError)
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(302)
})

test.each(['ftp://127.0.0.1/', 'nonsense', 'http://user:word@127.0.0.1/'])('%s is not asked', async (url) => {
  expect(await failure(fetching().fetch(url))).toBeInstanceOf(TypeError)
})

test.each([
  ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['has a status that there is none of', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['is no HTTP', 'SSH-2.0-x\r\n'],
  ['is nothing', ''],
  ['has a head without end', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}`],
])('a response that %s is a failure', async (_, bytes) => {
  const url = await givenRaw((socket) => socket.end(bytes))
  expect(await failure(fetching().fetch(url))).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
})

test('bytes that nobody asked for, on a connection that is kept, harm no request', async () => {
  const url = await givenRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    setImmediate(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'))
  })
  const { fetch } = fetching()
  for (let count = 0; count < 5; count += 1) {
    const text = await fetch(url)
      .then((response) => response.text())
      .catch(() => 'failed')
    expect(['ok', 'failed']).toContain(text)
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  }
})

test('what is not there in time is a failure: the connection, the head, the next bytes', async () => {
  const limits = { connectMs: 50, headersMs: 50, idleMs: 50 }
  const silent = await given(() => {}, limits)
  expect(await failure(silent.fetch(silent.url))).toMatchObject({ cause: { code: 'HEADERS_TIMEOUT' } })
  // It never answers the handshake.
  const overTls = (await givenRaw(() => {})).replace('http:', 'https:')
  const { fetch } = fetching({ connectMs: 50 })
  expect(await failure(fetch(overTls))).toMatchObject({ cause: { code: 'CONNECT_TIMEOUT' } })
  const stalled = await answering((response) => void response.write('a'), { ...limits, headersMs: 0 })
  const response = await stalled.fetch(stalled.url)
  expect(await failure(response.text())).toMatchObject({ cause: { message: 'No bytes came' } })
  await stalled.left()
  await silent.left()
})

test('the reason of a signal is what a request fails with: before it, before the head, in the body', async () => {
  const { fetch, url, requests, left } = await answering((response) => void response.write('abc'))
  const silent = await given(() => {})
  const reason = new Error('enough')
  expect(await failure(fetch(url, { signal: AbortSignal.abort(reason) }))).toBe(reason)

  const first = new AbortController()
  const asked = failure(silent.fetch(silent.url, { signal: first.signal }))
  await silent.requests(1)
  first.abort(reason)
  expect(await asked).toBe(reason)

  const second = new AbortController()
  const response = await fetch(url, { signal: second.signal })
  await requests(1)
  const reading = failure(response.text())
  second.abort(reason)
  expect(await reading).toBe(reason)
  await left()
  await silent.left()
})

test('a reader that leaves lets go of the connection', async () => {
  const { fetch, url, left } = await answering((response) => void response.write('abc'))
  for await (const chunk of (await fetch(url)).body ?? []) {
    expect(String(Buffer.from(chunk))).toBe('abc')
    break
  }
  await left()
})

test('a reader that leaves as the body ends, again and again, ends nothing else', async () => {
  const { fetch, url } = await answering((response) => void response.end('abc'))
  for (let round = 0; round < 100; round += 1) {
    const reader = (await fetch(url)).body?.getReader()
    if (round % 2 === 0) await reader?.read()
    for (let turn = 0; turn < round % 7; turn += 1) await new Promise(setImmediate)
    await reader?.cancel()
  }
})

test('however a server ends its connection, and however slow the reader is, each body ends as it must', async () => {
  const origins = misbehaviours('rude servers', 200)
  const documentOf = ({ padding }: Misbehaviour) => Buffer.alloc(1000 + padding, 'words ')
  const { port, spent } = await startMisbehavingOrigins(origins, documentOf)
  for (const [at, rudeness] of origins.entries()) {
    // Each origin has a connection of its own, for it answers once.
    const { fetch, close } = fetching()
    const what = `server ${at}: ${JSON.stringify(rudeness)}`
    const read = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/${at}`)
      const reader = response.body?.getReader()
      const chunks: Uint8Array[] = []
      for (;;) {
        if (chunks.length === rudeness.heldAfter) await spent(at)
        const next = await reader?.read()
        if (next === undefined || next.done) return Buffer.concat(chunks)
        chunks.push(next.value)
      }
    }
    const bytes = await read().catch((error: unknown) => {
      expect(error, what).toBeInstanceOf(TypeError)
    })
    await close()
    const document = documentOf(rudeness)
    if (bytes !== undefined) expect(document.subarray(0, bytes.length).equals(bytes), what).toBe(true)
    const outcome = outcomeOf(rudeness)
    if (outcome === 'whole') expect(bytes?.length, what).toBe(document.length)
    if (outcome === 'failed') expect(bytes, what).toBeUndefined()
  }
})
