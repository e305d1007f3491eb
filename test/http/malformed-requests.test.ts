import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startHttp } from '../support/http/http.js'
import { openRaw } from '../support/http/http-raw.js'

const CREATE = 'POST /api/v1/characters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

async function startRaw() {
  const world = await startHttp()
  return { ...world, ...(await openRaw(world.app)) }
}

/** The server goes on: somebody else is served, and nothing was logged as a bug. */
async function expectUnharmed({
  call,
  logged,
}: Pick<Awaited<ReturnType<typeof startRaw>>, 'call' | 'logged'>) {
  expect((await call('GET', '/api/health')).status).toBe(200)
  expect(logged).toEqual([])
}

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'Bad Request'],
  ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'Bad Request'],
  ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
  ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n', 400, 'Bad Request'],
  ['a null byte in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-API-Key: a\0b\r\n\r\n', 400, 'Bad Request'],
  ['a null byte in the address', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
  ['a length that is no number', `${CREATE}Content-Length: ten\r\n\r\n`, 400, 'Bad Request'],
  ['two lengths', `${CREATE}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400, 'Bad Request'],
  [
    'a length and chunks (request smuggling)',
    `${CREATE}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'Bad Request',
  ],
  [
    'headers of 20 kB',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
  [
    'an address of 20 kB',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
])('%s is answered in the envelope, and hung up on', async (_, bytes, status, detail) => {
  const world = await startRaw()
  const answers = await world.exchange(bytes)
  expect(answers).toMatchObject([{ status, body: { detail } }])
  expect(answers[0]?.headers.get('x-request-id')).toMatch(/^[\w-]{8}-\w+$/)
  expect(answers[0]?.headers.get('connection')).toBe('close')
  await expectUnharmed(world)
})

test('bytes that are no HTTP after a request do not spoil its answer', async () => {
  const world = await startRaw()
  const answers = await world.exchange('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n\0\0\0\r\n\r\n')
  expect(answers).toMatchObject([{ status: 200 }])
  await expectUnharmed(world)
})

test('a broken request on a connection that was in use is answered, too', async () => {
  const world = await startRaw()
  const socket = world.open()
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write('\0\0\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"detail":"Bad Request"\}$/)
})

test('a broken chunk in the middle of a body is answered', async () => {
  const world = await startRaw()
  const head = `${CREATE}X-API-Key: ${world.key}\r\nTransfer-Encoding: chunked\r\n\r\n`
  expect(await world.exchange(`${head}1\r\n{\r\nnonsense\r\n`)).toMatchObject([{ status: 400 }])
  expect((await world.call('GET', '/api/v1/characters')).body).toMatchObject({ total: 0 })
  await expectUnharmed(world)
})

test('requests sent in one go are answered in order', async () => {
  const world = await startRaw()
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const answers = await world.exchange(get('/api/health') + get('/nope') + get('/api/health'), 3)
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
})

test('a request without a Host is served like any other', async () => {
  const world = await startRaw()
  expect(await world.exchange('GET /api/health HTTP/1.1\r\n\r\n', 1)).toMatchObject([{ status: 200 }])
})

test('an expectation that nobody knows is not waited for', async () => {
  const world = await startRaw()
  const answers = await world.exchange('GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 1)
  expect(answers).toMatchObject([{ status: 200 }])
})

test('a request that takes too long is told so', async () => {
  const world = await startRaw()
  const connected = once(world.app.server, 'connection')
  const answered = once(world.open(), 'data')
  const [socket] = await connected
  // What node reports when a request has not come in by the end of requestTimeout.
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  world.app.server.emit('clientError', late, socket as Socket)
  const [answer] = (await answered) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"detail":"Request Timeout"\}$/)
})

test('a body of 10 MB is refused at its announcement', async () => {
  const world = await startRaw()
  const announced = `${CREATE}X-API-Key: ${world.key}\r\nContent-Length: ${10 * 2 ** 20}\r\n\r\n`
  const refusal = [{ status: 413, body: { detail: 'Payload Too Large' } }]
  expect(await world.exchange(announced, 1)).toMatchObject(refusal)
  expect(await world.exchange(announced + 'x'.repeat(2 ** 20), 1)).toMatchObject(refusal)
  await expectUnharmed(world)
})

test('a body of 10 MB in chunks is refused when it has grown too large', async () => {
  const world = await startRaw()
  const chunk = `10000\r\n${' '.repeat(2 ** 16)}\r\n`
  const head = `${CREATE}X-API-Key: ${world.key}\r\nTransfer-Encoding: chunked\r\n\r\n`
  expect(await world.exchange(head + chunk.repeat(160), 1)).toMatchObject([
    { status: 413, body: { detail: 'Payload Too Large' } },
  ])
  await expectUnharmed(world)
})

test('fetch sees the refusal of 10 MB that it sends whole', async () => {
  const { port, key } = await startRaw()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/characters`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: `"${'x'.repeat(10 * 2 ** 20)}"`,
  })
  expect([answer.status, await answer.json()]).toEqual([413, { detail: 'Payload Too Large' }])
})

test('a body that trickles in is waited for, and keeps nobody else waiting', async () => {
  const world = await startRaw()
  const socket = world.open()
  socket.write(`${CREATE}X-API-Key: ${world.key}\r\nContent-Length: 2\r\n\r\n{`)
  const others = await Promise.all(Array.from({ length: 20 }, () => world.call('GET', '/api/v1/characters')))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
  socket.write('}')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 201 /)
})

test('a body that is never finished creates nothing', async () => {
  const world = await startRaw()
  const arrived = once(world.app.server, 'request')
  const socket = world.open()
  socket.write(`${CREATE}X-API-Key: ${world.key}\r\nContent-Length: 100\r\n\r\n{"persona":`)
  const [request] = (await arrived) as [IncomingMessage]
  const closed = new Promise((resolve) => request.once('close', resolve))
  socket.destroy()
  await closed
  expect((await world.call('GET', '/api/v1/characters')).body).toMatchObject({ total: 0 })
  await expectUnharmed(world)
})

test('two hundred broken connections at once harm nobody', async () => {
  const world = await startRaw()
  const junk = ['\0', 'GET', 'GET / HTTP/1.1\r\n', `${CREATE}Content-Length: 5\r\n\r\n{`, '\xff\xfe\r\n\r\n']
  for (let n = 0; n < 200; n += 1) {
    const socket = world.open()
    socket.end(junk[n % junk.length] ?? '')
  }
  const { exchange } = world
  expect(await exchange('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 1)).toMatchObject([{ status: 200 }])
  await expectUnharmed(world)
})
