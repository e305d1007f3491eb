import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  DOCUMENTED_PROXIES,
  isInstalled,
  MINIMAL_PROXIES,
  requestThroughProxy,
  startProxy,
} from '../support/providers/proxies.js'
import { idTokenOf, rest, startTestServer } from '../support/servers/test-server.js'

const CONTROL = '/api/control/v1'
const LOCAL_ROUTES = [
  ['GET', `${CONTROL}/me`],
  ['GET', `${CONTROL}/local/clock`],
  ['POST', `${CONTROL}/local/reset`],
  ['GET', '/api/staff/v1/admin/health'],
  ['GET', '/api/staff/v1/system-metrics'],
  ['GET', '/api/system-metrics'],
] as const

const FROM_HERE = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' }

describe.each(DOCUMENTED_PROXIES)('behind $program as docs/deploy has it', (proxy) => {
  const there = test.skipIf(!isInstalled(proxy.program))

  async function world() {
    const server = await startTestServer({ trustProxies: ['127.0.0.1'] })
    const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Ada' } })
    const address = await startProxy(proxy, server.ready.baseUrl)
    return { server, address, id: (body as { id: string }).id, key: { 'x-api-key': server.ready.apiKey } }
  }

  there('REST works, links lead through the proxy, and a large body comes through', async () => {
    const { address, id, key } = await world()
    const listed = await requestThroughProxy(`${address}/api/v1/characters`, { headers: key })
    expect([listed.status, listed.body.total]).toEqual([200, 1])
    const share = { characterId: id, mode: 'permanent' }
    const bearer = { authorization: `Bearer ${key['x-api-key']}` }
    const made = await requestThroughProxy(`${address}/api/v1/share`, {
      method: 'POST',
      headers: bearer,
      json: share,
    })
    expect(JSON.stringify(made.body)).toContain(`${address}/s/`)

    const form = new FormData()
    form.append('model', new Blob([new Uint8Array(3 * 2 ** 20)]), 'body.glb')
    const sent = await requestThroughProxy(`${address}/api/v1/characters/${id}/model-file`, {
      method: 'PUT',
      headers: key,
      form,
    })
    // Refused by parley, which has read it: three megabytes of nothing are no model.
    expect([sent.status, 'x-request-id' in sent.headers]).toEqual([400, true])
  })

  there.each(['websocket', 'polling'] as const)('the socket works by %s', async (transport) => {
    const { address, id, server } = await world()
    const auth = { api_key: server.ready.apiKey, character_id: id, player_id: 'ada' }
    const socket = io(`${address}/sdk`, {
      ...{ auth, transports: [transport], reconnection: false, forceNew: true },
      rejectUnauthorized: false,
    })
    onTestFinished(() => void socket.disconnect())
    const reply = await new Promise<string>((resolve, reject) => {
      socket.on('connect_error', reject)
      socket.on('session_info', () => void socket.emit('text', { text: 'Hello!', textOnly: true }))
      socket.on('bot_response', ({ text, is_final }) => is_final && resolve(text))
    })
    expect(reply).not.toBe('')
    expect(socket.io.engine.transport.name).toBe(transport)
  })

  there(
    'control and staff routes are refused, and no token can be had, whatever a client claims',
    async () => {
      const { address, server } = await world()
      const asStaff = { authorization: `Bearer ${await idTokenOf(server)}` }
      for (const claimed of [{}, FROM_HERE]) {
        for (const [method, path] of LOCAL_ROUTES) {
          const { status, body } = await requestThroughProxy(`${address}${path}`, {
            method,
            headers: { ...asStaff, ...claimed },
          })
          expect([path, status, body]).toEqual([
            path,
            403,
            { detail: expect.stringMatching(/^Control routes/) },
          ])
        }
        const token = await requestThroughProxy(`${address}${CONTROL}/identity/token`, {
          method: 'POST',
          headers: { 'x-parley-local': server.ready.localSecret, ...claimed },
          json: { email: server.ready.account.email },
        })
        expect(token.status).toBe(403)
      }
      // Here they are answered as before.
      const { status } = await requestThroughProxy(`${server.ready.baseUrl}${CONTROL}/me`, {
        headers: asStaff,
      })
      expect(status).toBe(200)
    },
  )
})

describe.each(MINIMAL_PROXIES)('behind $program with nothing but the address of parley', (proxy) => {
  test.skipIf(!isInstalled(proxy.program))('nobody outside gets a token', async () => {
    const server = await startTestServer()
    const address = await startProxy(proxy, server.ready.baseUrl)
    const token = await requestThroughProxy(`${address}${CONTROL}/identity/token`, {
      method: 'POST',
      json: { email: server.ready.account.email },
    })
    // nginx adds nothing that tells of the client, Caddy does.
    expect(token.status).toBe(proxy.program === 'nginx' ? 401 : 403)
  })
})
