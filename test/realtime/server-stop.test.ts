import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { createConditionVariable } from '../support/condition-variable.js'
import { connect, givenServer } from '../support/servers/realtime-server.js'
import { createTestServer, rest, temporaryFolder } from '../support/servers/test-server.js'
import { createControlledModel } from '../support/sessions/controlled-model.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { givenRawSession } from '../support/sessions/raw-session.js'

// SDKs take the packet 41 for the server's wish and stay away; a transport that closes without it they reconnect.

test('a server that stops closes the transport without a 41, in the middle of a reply too', async () => {
  const { model, send, untilReceived, client, server } = await givenRawSession()
  send('text', { text: 'Hi' })
  model.say('Once upon a time')
  await untilReceived('bot_response', 1)
  await server.realtime.close()
  await client.closed()
  expect(client.frames.filter((frame) => frame.startsWith('41'))).toEqual([])
})

test.each(['websocket', 'polling'] as const)(
  'a client over %s sees a transport that closed',
  async (transport) => {
    const server = await givenServer({ model: createControlledModel().model })
    const auth = { api_key: KEY, character_id: 'c1', player_id: 'p1' }
    const client = connect(server, { auth, transports: [transport] })
    await client.events.count('session_info', 1)
    await server.realtime.close()
    expect(await client.disconnected).toMatch(/^transport (close|error)$/)
  },
)

test('after a restart on the same port a client is back by itself in the same conversation', async () => {
  const dataDir = await temporaryFolder()
  const first = await createTestServer({ dataDir, logLevel: 'silent' })
  onTestFinished(first.stop)
  const { body } = await rest(first, 'POST', '/api/v1/characters', { persona: { name: 'Ada' } })
  const { id } = body as { id: string }
  const client = stockClient(first.ready, { character_id: id, player_id: 'grace' })
  await client.until(() => client.sessions.length === 1)
  client.socket.emit('text', { text: 'Hello', textOnly: true })
  await client.until(() => client.finals.length === 1)
  await first.stop()
  await client.until(() => client.reasons.length === 1)
  expect(client.reasons).toEqual(['transport close'])

  const second = await createTestServer({
    dataDir,
    port: Number(new URL(first.ready.baseUrl).port),
    logLevel: 'silent',
  })
  onTestFinished(second.stop)
  await client.until(() => client.sessions.length === 2)
  const [before, after] = client.sessions
  expect(after?.conversation_id).toBe(before?.conversation_id)
  expect(after?.session_id).not.toBe(before?.session_id)
  const { body: history } = await rest(second, 'GET', `/api/v1/characters/${id}/players/grace/messages`)
  expect((history as { messages: { content: string }[] }).messages.map(({ content }) => content)).toEqual([
    'Hello',
    client.finals[0],
  ])
})

type Info = { readonly session_id: string; readonly conversation_id: string }

/** The stock client library as it comes, but for how soon it tries again. */
function stockClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }, whom: object) {
  const socket = io(`${baseUrl}/sdk`, {
    auth: { api_key: apiKey, ...whom },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
  })
  onTestFinished(() => void socket.disconnect())
  const { until, wake } = createConditionVariable()
  const sessions: Info[] = []
  const finals: string[] = []
  const reasons: string[] = []
  const note = <T>(list: T[], value: T) => {
    list.push(value)
    wake()
  }
  socket.on('session_info', (info: Info) => note(sessions, info))
  socket.on('bot_response', ({ is_final, text }) => is_final && note(finals, text))
  socket.on('disconnect', (reason) => note(reasons, reason))
  return { socket, sessions, finals, reasons, until }
}
