import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { forwardSessions, listenToWorkers, withWorkerId } from '../../src/realtime/worker-sessions.js'
import { temporaryFolder } from '../support/servers/test-server.js'

const RANDOM = 'abcdefghijklmnopqrst'
const pathOf = (worker: number | string) => `/socket.io/?EIO=4&transport=polling&sid=${RANDOM}${worker}&t=1`

type Answer = { readonly status: number; readonly headers: readonly string[]; readonly body: Buffer }

/** A worker with its own answers. */
async function startWorker(folder: string, id: number, answer: RequestListener) {
  const server = createServer(answer)
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => open.add(socket))
  const begin = async () => {
    forwardSessions(server, { id, folder })
    const close = await listenToWorkers(server, { id, folder })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(async () => {
      await close()
      server.close()
      for (const socket of open) socket.destroy()
    })
    return close
  }
  return { server, begin, port: () => (server.address() as AddressInfo).port }
}

/** Two of them; the first one is asked. */
async function startTwo(answer: RequestListener, onUpgrade?: (server: Server) => void) {
  const folder = await temporaryFolder()
  const first = await startWorker(folder, 1, (_request, response) => response.end('first'))
  const second = await startWorker(folder, 2, answer)
  onUpgrade?.(second.server)
  if (onUpgrade !== undefined) first.server.on('upgrade', (_request, socket: Socket) => socket.end('first'))
  await first.begin()
  const closeSecond = await second.begin()
  return { folder, port: first.port(), closeSecond }
}

async function ask(
  port: number,
  path: string,
  given: { method?: string; body?: Buffer; headers?: object; agent?: Agent } = {},
) {
  const { method = 'GET', body, headers, agent = false } = given
  const asked = request({ port, host: '127.0.0.1', path, method, headers: { ...headers }, agent })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    headers: response.rawHeaders,
    body: await buffer(response),
  } satisfies Answer
}

test('a request with the session of another worker is passed on, and its answer is passed back, byte for byte', async () => {
  const [sent, returned] = [randomBytes(300_000), randomBytes(200_000)]
  const seen: { method?: string | undefined; url?: string | undefined; headers?: string[]; body?: Buffer } =
    {}
  const { port } = await startTwo(async (asked, response) => {
    Object.assign(seen, { method: asked.method, url: asked.url, headers: asked.rawHeaders })
    seen.body = await buffer(asked)
    response.writeHead(207, 'As It Was', ['X-Mixed-Case', 'ä', 'X-Twice', '1', 'X-Twice', '2'])
    response.end(returned)
  })
  const headers = { 'Content-Type': 'application/octet-stream', 'X-Twice': ['a', 'b'] }
  const answer = await ask(port, pathOf(2), { method: 'POST', body: sent, headers })
  expect(seen.body?.equals(sent)).toBe(true)
  expect(seen).toMatchObject({ method: 'POST', url: pathOf(2) })
  expect(seen.headers?.join('\n')).toContain(
    'Content-Type\napplication/octet-stream\nX-Twice\na\nX-Twice\nb\nHost\n',
  )
  expect(answer.status).toBe(207)
  expect(answer.body.equals(returned)).toBe(true)
  expect(answer.headers.join('\n')).toContain('X-Mixed-Case\nä\nX-Twice\n1\nX-Twice\n2\n')
})

/** Answers as Engine.IO does, as soon as a body has more than so many bytes. */
const limitBody =
  (max: number): RequestListener =>
  (asked, response) => {
    let received = 0
    const receive = (chunk: Buffer) => {
      received += chunk.length
      if (received <= max) return
      asked.off('data', receive)
      response.writeHead(413).end()
    }
    asked.on('data', receive).on('end', () => {
      if (received <= max) response.end('ok')
    })
  }

test.each([70_000, 300_000, 20_000_000])(
  'a body of %d bytes, beyond the limit of the other worker, is answered 413 as in one process',
  async (bytes) => {
    const { port } = await startTwo(limitBody(65_536))
    // As browsers and SDKs do: a server closes other connections right after its answer, also one process alone.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    for (let round = 0; round < 10; round += 1) {
      const answer = await ask(port, pathOf(2), { method: 'POST', body: randomBytes(bytes), agent })
      expect([answer.status, answer.body.length]).toEqual([413, 0])
    }
    expect((await ask(port, pathOf(2), { method: 'POST', body: randomBytes(65_536) })).status).toBe(200)
  },
)

test('a body that is sent on after its answer, by a client that goes on with the connection, is read and forgotten', async () => {
  const { port } = await startTwo(limitBody(1000))
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (text: string) => {
    received += text
  })
  socket.write(`POST ${pathOf(2)} HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n${'a'.repeat(2000)}`)
  await expect.poll(() => received).toContain('413')
  socket.write('a'.repeat(498_000))
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => received).toContain('first')
})

test('a body without a length, also of a GET, stays one message', async () => {
  const bodies: string[] = []
  const { port } = await startTwo(async (asked, response) => {
    bodies.push(`${asked.method} ${asked.url} ${await buffer(asked)}`)
    response.end('second')
  })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const inner = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(
    `GET ${pathOf(2)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
  )
  expect(String(await buffer(socket))).toContain('second')
  expect(bodies).toEqual([`GET ${pathOf(2)} ${inner}`])
})

test.each([
  ['another path', '/api/health'],
  ['no session', '/socket.io/?EIO=4&transport=polling'],
  ['its own session', pathOf(1)],
  ['a session of nobody', '/socket.io/?sid=abc'],
  ['a path instead of a worker', pathOf('%2F..%2F2')],
  ['a worker that is gone', pathOf(77)],
  ['the session of another worker before its own', `${pathOf(2)}&sid=${RANDOM}1`],
])('a request with %s is answered where it arrives', async (_what, path) => {
  const { port } = await startTwo((_request, response) => response.end('second'))
  expect(String((await ask(port, path)).body)).toBe('first')
})

test('a client that leaves takes its request along', async () => {
  let arrive = (_asked: IncomingMessage) => {}
  const arrived = new Promise<IncomingMessage>((resolve) => {
    arrive = resolve
  })
  const { port } = await startTwo(arrive)
  const asking = request({ port, host: '127.0.0.1', path: pathOf(2), method: 'POST', agent: false })
  asking.on('error', () => undefined)
  asking.write('the beginning')
  const asked = await arrived
  asking.destroy()
  await expect(buffer(asked)).rejects.toThrow('aborted')
  expect(asked.complete).toBe(false)
})

test('a worker that dies while it is asked leaves the answer to the one that has asked', async () => {
  const { port } = await startTwo((asked) => void asked.socket.destroy())
  expect(String((await ask(port, pathOf(2), { method: 'POST', body: Buffer.from('x') })).body)).toBe('first')
})

test('one that dies in the middle of its answer breaks it off', async () => {
  const { port } = await startTwo((asked, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half', () => asked.socket.destroy())
  })
  await expect(ask(port, pathOf(2))).rejects.toThrow('aborted')
})

test('an upgrade is passed on with all that comes before and after it, until either side ends it', async () => {
  const heads: string[][] = []
  const { port } = await startTwo(
    () => undefined,
    (server) =>
      server.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
        heads.push(asked.rawHeaders)
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n')
        socket.write(head)
        socket.pipe(socket)
      }),
  )
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const [early, late] = [randomBytes(1000), randomBytes(300_000)]
  const lines = ['Host: here', 'connection: Upgrade', 'UPGRADE: x', 'X-Own: ä']
  socket.write(Buffer.from(`GET ${pathOf(2)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  socket.write(early)
  socket.end(late)
  const received = await buffer(socket)
  expect(received.subarray(-301_000).equals(Buffer.concat([early, late]))).toBe(true)
  expect(heads).toEqual([['Host', 'here', 'connection', 'Upgrade', 'UPGRADE', 'x', 'X-Own', 'ä']])
})

test('an upgrade for a worker that is gone is answered where it arrives', async () => {
  const { port, closeSecond } = await startTwo(
    () => undefined,
    (server) => server.on('upgrade', (_request, socket: Socket) => socket.end('second')),
  )
  const upgrade = async () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${pathOf(2)} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
    return String(await buffer(socket))
  }
  expect(await upgrade()).toBe('second')
  await closeSecond()
  expect(await upgrade()).toBe('first')
})

test('the id of a session names its worker, and is as hard to guess as before', async () => {
  const name = withWorkerId(() => RANDOM, { id: 12, folder: '' })
  expect(await name({} as IncomingMessage)).toBe(`${RANDOM}12`)
})
