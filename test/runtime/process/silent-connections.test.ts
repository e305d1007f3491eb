import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { SILENT_CONNECTIONS_PER_ADDRESS } from '../../../src/contract/limits.js'
import { createOwnAddressWatch } from '../../../src/domain/limits/address-limit.js'
import { limitSilentConnections } from '../../../src/runtime/process/silent-connections.js'
import { startHttp } from '../../support/http/http.js'
import { startTestServer } from '../../support/servers/test-server.js'

const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n'

/** A server with a clock that only the test moves, and clients that say what became of them. */
async function given(answer: RequestListener = (_request, response) => void response.end('ok')) {
  let [now, due] = [0, [] as (() => void)[]]
  const later = (_ms: number, next: () => void) => {
    due.push(next)
    return () => undefined
  }
  const server = createServer(answer)
  const timers = { after: later, afterInput: later, elapsed: () => now }
  limitSilentConnections(server, { timers, watch: createOwnAddressWatch(timers) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const held: Socket[] = []

  /** Connects so many, and writes that on each; resolves when the server has taken the connections. */
  const open = async (count: number, bytes = ''): Promise<Socket[]> => {
    const opened: Socket[] = []
    for (let at = 0; at < count; at += 1) {
      const accepted = once(server, 'connection')
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      await accepted
      if (bytes !== '') socket.write(bytes)
      opened.push(socket)
    }
    held.push(...opened)
    return opened
  }
  /** Lets so much time pass; what was to be done in it is done. */
  const pass = (ms: number) => {
    now += ms
    for (let step = 0; step < 2; step += 1) {
      const ready = due
      due = []
      for (const next of ready) next()
    }
  }
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  return { open, pass, connections }
}

const answered = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => once(socket, 'data').then(([chunk]) => String(chunk).slice(9, 12))))

test.each(['', 'GET / HT', HEAD])(
  'of connections that have sent %j the oldest beyond the limit go',
  async (bytes) => {
    const { open, pass, connections } = await given()
    const first = await open(3, bytes)
    const gone = first.map((socket) => once(socket, 'close'))
    await open(SILENT_CONNECTIONS_PER_ADDRESS, bytes)
    expect(await connections()).toBe(SILENT_CONNECTIONS_PER_ADDRESS + 3)
    pass(3000)
    await Promise.all(gone)
    await expect.poll(connections).toBe(SILENT_CONNECTIONS_PER_ADDRESS)
  },
)

test('whoever has asked stays, however many are silent beside', async () => {
  const { open, pass, connections } = await given()
  const asking = await open(20)
  const answers = answered(asking)
  for (const socket of asking) socket.write(`${HEAD}\r\n`)
  expect(await answers).toEqual(Array(20).fill('200'))
  await open(SILENT_CONNECTIONS_PER_ADDRESS + 5)
  pass(3000)
  await expect.poll(connections).toBe(SILENT_CONNECTIONS_PER_ADDRESS + 20)
  const again = answered(asking)
  for (const socket of asking) socket.write(`${HEAD}\r\n`)
  expect(await again).toEqual(Array(20).fill('200'))
})

test('many that connect at once and ask within three seconds are all answered', async () => {
  const { open, pass, connections } = await given()
  const many = await open(SILENT_CONNECTIONS_PER_ADDRESS * 2)
  pass(2900)
  expect(await connections()).toBe(SILENT_CONNECTIONS_PER_ADDRESS * 2)
  const answers = answered(many)
  for (const socket of many) socket.write(`${HEAD}\r\n`)
  expect(await answers).toEqual(Array(SILENT_CONNECTIONS_PER_ADDRESS * 2).fill('200'))
  pass(3000)
  expect(await connections()).toBe(SILENT_CONNECTIONS_PER_ADDRESS * 2)
})

test('whoever holds back the body of a request that is answered counts as silent', async () => {
  const { open, pass, connections } = await given(
    (_request, response) => void response.writeHead(401).end('no'),
  )
  const begun = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'
  const first = await open(2)
  const answers = answered(first)
  for (const socket of first) socket.write(begun)
  expect(await answers).toEqual(['401', '401'])
  await open(SILENT_CONNECTIONS_PER_ADDRESS)
  pass(3000)
  await expect.poll(connections).toBe(SILENT_CONNECTIONS_PER_ADDRESS)
})

test('a head has 20 seconds, and the running server keeps to the limits', async () => {
  const { app } = await startHttp()
  expect(app.server.headersTimeout).toBe(20_000)
  const { ready } = await startTestServer()
  const port = Number(new URL(ready.baseUrl).port)
  const sockets = Array.from({ length: SILENT_CONNECTIONS_PER_ADDRESS + 1 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.race(sockets.map((socket) => once(socket, 'close')))
})
