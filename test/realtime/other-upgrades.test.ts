import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { returnOtherUpgradesToHttp } from '../../src/realtime/other-upgrades.js'
import { givenServer } from '../support/servers/realtime-server.js'
import { createControlledModel } from '../support/sessions/controlled-model.js'

const OFFER =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n'

/** A server that answers with what it was asked, and takes upgrades below `/socket/` only. */
async function given() {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, player: headers['x-player-id'], body: await text(request) }))
  })
  returnOtherUpgradesToHttp(server, '/socket/')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** What comes back until the server hangs up. */
function exchange(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (const part of parts) socket.write(part, 'latin1')
  return text(socket)
}

const bodiesOf = (received: string) => [...received.matchAll(/\{.*\}/g)].map(([body]) => JSON.parse(body))

test('a request that offers another protocol is answered as if it did not', async () => {
  const head = `POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Player-Id: \xe9\r\n${OFFER}`
  const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const received = await exchange(await given(), `${head}Content-Length: 10\r\n\r\n{"a"`, ': "b"}', last)
  expect(bodiesOf(received)).toEqual([
    { method: 'POST', url: '/a?b=c', player: '\xe9', body: '{"a": "b"}' },
    { method: 'GET', url: '/last', body: '' },
  ])
})

test('REST answers whoever offers another protocol beside the real socket', async () => {
  const { port } = await givenServer({ model: createControlledModel().model })
  const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const received = await exchange(port, `GET /api HTTP/1.1\r\nHost: x\r\n${OFFER}\r\n`, last)
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 404'])
})

test('every one of many requests in a row is answered, each offering another protocol', async () => {
  const urls = Array.from({ length: 50 }, (_, index) => `/${index}`)
  const offers = urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: x\r\n${OFFER}\r\n`)
  const plain = 'GET /plain HTTP/1.1\r\nHost: x\r\n\r\n'
  const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const received = await exchange(await given(), [plain, plain, ...offers, plain, last].join(''))
  expect(bodiesOf(received).map(({ url }) => url)).toEqual(['/plain', '/plain', ...urls, '/plain', '/last'])
})
