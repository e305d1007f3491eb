import { once } from 'node:events'
import { connect as connectNet } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openPolling } from '../support/polling.js'
import { connect, connectSession, givenServer } from '../support/servers/realtime-server.js'
import { createControlledModel } from '../support/sessions/controlled-model.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { BINARY, openRawSocket, TEXT } from '../support/sessions/raw-socket.js'

const given = (settings: Partial<Parameters<typeof givenServer>[0]> = {}) =>
  givenServer({ model: createControlledModel().model, ...settings })

const shown = { api_key: KEY, character_id: 'c1', player_id: 'p1' }
const JOIN = `40/sdk,${JSON.stringify(shown)}`
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const joinsIn = (packets: readonly string[]) => packets.filter((packet) => packet.startsWith('40/sdk'))

test('a second join closes the connection, and only the first is served', async () => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  socket.send('40/sdk,')
  socket.send('40/sdk,')
  await socket.closed()
  expect(joinsIn(socket.frames).length).toBeLessThanOrEqual(1)
})

test('of a polling payload full of joins not one is served', async () => {
  const server = await given()
  const client = await openPolling(server)
  await client.post(...Array.from({ length: 64 * 128 }, () => '40/sdk,'))
  expect(joinsIn(await client.poll())).toEqual([])
})

test('a polling payload of two joins opens one socket at most, and closes the connection', async () => {
  const server = await given()
  const client = await openPolling(server)
  await client.post('40/sdk,', '40/sdk,')
  expect(joinsIn(await client.poll()).length).toBeLessThanOrEqual(1)
  expect(await client.poll()).toEqual(['400'])
})

test('joins of other namespaces are refused four times, then the connection is closed', async () => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  for (let join = 0; join < 5; join += 1) socket.send('40')
  await socket.closed()
  expect(socket.frames.filter((frame) => frame.startsWith('44')).length).toBeLessThanOrEqual(4)
})

test('a client that has left its session may join again on the same connection', async () => {
  const { port, sessions } = await given()
  const socket = await openRawSocket(port)
  for (let time = 1; time <= 3; time += 1) {
    socket.send(JOIN)
    await socket.until(() => socket.frames.filter((frame) => frame.includes('session_info')).length === time)
    socket.send('41/sdk,')
    await expect.poll(() => sessions.count()).toBe(0)
  }
  expect(socket.isEnded()).toBe(false)
})

test('a message over 64 KB before authentication closes the connection as the WebSocket protocol says', async () => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  socket.sendBytes(TEXT, Buffer.from(`40/sdk,{"padding":"${'a'.repeat(2 ** 16)}"}`))
  expect(await socket.closed()).toBe(1009)
  expect(joinsIn(socket.frames)).toEqual([])
})

test('a message over 64 KB is too large on a connection that upgrades before it authenticates', async () => {
  const { url, port } = await given()
  const opened = await (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).text()
  const { sid } = JSON.parse(opened.slice(1))
  const socket = await openRawSocket(port, `EIO=4&transport=websocket&sid=${sid}`)
  socket.send('2probe')
  await socket.frame('3probe')
  socket.send('5')
  socket.sendBytes(TEXT, Buffer.from(`40/sdk,{"padding":"${'a'.repeat(2 ** 16)}"}`))
  expect(await socket.closed()).toBe(1009)
})

test('a polling payload over 64 KB before authentication is 413', async () => {
  const client = await openPolling(await given())
  expect(await client.post(`40/sdk,{"padding":"${'a'.repeat(2 ** 16)}"}`)).toBe('413')
})

test('large messages are taken once the client has authenticated, by polling and after an upgrade too', async () => {
  const server = await given()
  const large = { any: 'a'.repeat(2 ** 20) }
  for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']] as const) {
    const client = connect(server, { auth: shown, transports: [...transports] })
    await client.events.count('session_info', 1)
    expect(await client.socket.emitWithAck('anything', large)).toEqual({})
  }
})

test('of 64 packets and more before authentication the connection is closed', async () => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  socket.send('40/sdk,')
  await socket.frame('40/sdk,')
  for (let packet = 1; packet <= 64; packet += 1) socket.send(`42/sdk,${packet}["hello"]`)
  await socket.closed()
})

test('seventeen packets in one polling payload before authentication close the connection', async () => {
  const client = await openPolling(await given())
  await client.post(...Array.from({ length: 17 }, () => '3'))
  expect(await client.poll()).toEqual(['400'])
})

test('a session takes a thousand packets in one polling payload, but no multitude', async () => {
  const client = await openPolling(await given())
  await client.post(JOIN)
  for (let heard = ''; !heard.includes('session_info'); ) heard += await client.poll()
  expect(await client.post(...Array.from({ length: 1024 }, () => '42/sdk,["hello"]'))).toBe('ok')
  expect(await client.post('42/sdk,7["hello"]')).toBe('ok')
  expect(await client.poll()).toEqual(['43/sdk,7[{}]'])
  await client.post(...Array.from({ length: 1025 }, () => '3'))
  expect(await client.poll()).toEqual(['400'])
})

test.each([
  ['a join', `40/sdk,{"api_key":${deep(33)}}`],
  ['a join in an object', `40/sdk,${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
])('%s that is nested too deep closes the connection', async (_what, join) => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  socket.send(join)
  await socket.closed()
  expect(joinsIn(socket.frames)).toEqual([])
})

test.each([
  ['that is nested too deep', `42/sdk,["text",{"text":${deep(33)}}]`],
  ['of too many values', `42/sdk,["text",{"text":[${'0,'.repeat(50_000)}0]}]`],
])('an event %s is answered with an error, and the connection is closed', async (_what, event) => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.send(event)
  await socket.closed()
  expect(socket.frames.at(-1)).toBe(
    '42/sdk,["error",{"error":"invalid_payload","message":"The packet could not be read"}]',
  )
})

test('an event with brackets and quotes inside its text is not nested', async () => {
  const { socket, events } = await connectSession(await given())
  socket.emit('say_line', { text: '\\"[[{{"\\'.repeat(100) })
  expect((await events.final()).text).toBe('\\"[[{{"\\'.repeat(100))
})

test('attachments count as one message', async () => {
  const { port } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.send('459-/sdk,["text",{"_placeholder":true,"num":0}]')
  for (let time = 0; time < 2; time += 1) socket.sendBytes(BINARY, Buffer.alloc(11 * 2 ** 20))
  await socket.closed()
})

test('of 300 connections that never authenticate the oldest are closed until 256 are left', async () => {
  const { port } = await given()
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openRawSocket(port)))
  const open = () => sockets.filter((socket) => !socket.isEnded())
  await Promise.all(sockets.slice(0, 44).map((socket) => socket.closed()))
  expect(open()).toHaveLength(256)
  open()[0]?.send(JOIN)
  await open()[0]?.frame('42/sdk,["session_info"')
})

test('300 sessions of one address are opened at once', async () => {
  const { port, sessions } = await given()
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openRawSocket(port)))
  await Promise.all(
    sockets.map((socket) => {
      socket.send(JOIN)
      return socket.frame('42/sdk,["session_info"')
    }),
  )
  expect(sessions.count()).toBe(300)
})

test('a client that never reads is dropped before it holds 16 MB of outgoing data', async () => {
  const { port, sessions, logged } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.pause()
  // Each unknown event is acknowledged with a few bytes, which nobody reads.
  const events = Array.from({ length: 1000 }, (_, id) => `42/sdk,${id}["hello"]`)
  while (sessions.count() > 0) await socket.sendAll(events)
  expect(logged).toEqual([])
})

test('a client that never polls is dropped before it holds 16 MB of outgoing data', async () => {
  const { sessions, ...server } = await given()
  const client = await openPolling(server)
  await client.post(JOIN)
  for (let heard = ''; !heard.includes('session_info'); ) heard += await client.poll()
  const events = Array.from({ length: 1000 }, (_, id) => `42/sdk,${id}["hello"]`)
  let posts = 0
  for (; sessions.count() > 0; posts += 1) await client.post(...events)
  expect(posts).toBeLessThan(200)
})

test('WebSocket pings whose answers nobody reads end in a closed connection', async () => {
  const { port } = await given()
  const socket = connectNet(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await once(socket, 'readable')
  const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125, 'a')])
  const pings = Buffer.concat(Array.from({ length: 500 }, () => ping))
  const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  while (!isClosed) await new Promise((resolve) => socket.write(pings, resolve))
})
