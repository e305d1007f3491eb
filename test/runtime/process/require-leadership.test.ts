import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requireLeadership } from '../../../src/runtime/process/require-leadership.js'

/** A server that tells who it is, while `uncertain` says what a request has to wait for. */
async function given(uncertain: () => Promise<void> | undefined) {
  const answered: (string | undefined)[] = []
  const server = createServer((request, response) => {
    answered.push(request.url)
    response.end('served')
  })
  server.on('upgrade', (request, socket) => {
    answered.push(request.url)
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  })
  requireLeadership(server, { confirm: uncertain }, { refusal: () => undefined })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const upgrade = async () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write('GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [head] = (await once(socket, 'data')) as [Buffer]
    return head.toString('utf8').split('\r\n', 1)[0]
  }
  return { answered, upgrade, ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

test('a server that is certain answers at once', async () => {
  const { ask, upgrade } = await given(() => undefined)
  expect(await (await ask('/any')).text()).toBe('served')
  expect(await upgrade()).toBe('HTTP/1.1 101 Switching Protocols')
})

test('a server that becomes certain answers what has waited', async () => {
  let become = () => {}
  const certain = new Promise<void>((resolve) => {
    become = resolve
  })
  const { ask, upgrade, answered } = await given(() => certain)
  const waiting = [ask('/any').then((response) => response.text()), upgrade()]
  // Health says nothing of the records.
  expect(await (await ask('/api/health')).text()).toBe('served')
  expect(answered).toEqual(['/api/health'])
  become()
  expect(await Promise.all(waiting)).toEqual(['served', 'HTTP/1.1 101 Switching Protocols'])
})

test('a server that another has replaced refuses requests and sockets', async () => {
  const { ask, upgrade, answered } = await given(() => Promise.reject(new Error('replaced')))
  const response = await ask('/any')
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '1',
    { detail: 'This server does not know whether it still has the records' },
  ])
  expect(await upgrade()).toBe('HTTP/1.1 503 Service Unavailable')
  expect(answered).toEqual([])
})
