import { expect, test } from 'vitest'
import { connect, connectSession, givenServer } from '../support/servers/realtime-server.js'
import { createControlledModel } from '../support/sessions/controlled-model.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { openRawSocket, TEXT } from '../support/sessions/raw-socket.js'

const shown = { api_key: KEY, character_id: 'c1', player_id: 'p1' }
const JOIN = `40/sdk,${JSON.stringify(shown)}`

async function given() {
  const model = createControlledModel()
  const server = await givenServer({ model: model.model })
  const calm = await connectSession(server, { player_id: 'calm' })
  return {
    ...server,
    model,
    /** Another session, opened before: it must not notice anything. */
    expectCalm: async () => {
      const before = calm.events.heard.length
      model.say('All well.')
      model.end()
      calm.socket.emit('text', { text: 'Still there?' })
      await calm.events.until(() => calm.events.all('bot_response').some(({ is_final }) => is_final))
      expect(calm.events.names().slice(before)).toEqual(['bot_response', 'bot_response'])
      expect(server.logged).toEqual([])
      expect(server.failures).toEqual([])
    },
  }
}

test.each([
  ['bad JSON', '42/sdk,["text",{"text":'],
  ['no event name', '42/sdk,[{"text":"Hi"}]'],
  ['no array', '42/sdk,{"text":"Hi"}'],
  ['a reserved event', '42/sdk,["disconnect"]'],
  ['an unknown packet type', '49/sdk,["text",{}]'],
])('a packet with %s is answered with an error, and the connection is closed', async (_what, frame) => {
  const { port, expectCalm } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.send(frame)
  await socket.closed()
  expect(socket.frames.slice(3)).toEqual([
    '42/sdk,["error",{"error":"invalid_payload","message":"The packet could not be read"}]',
  ])
  await expectCalm()
})

test('bytes that are not UTF-8 close the connection as the WebSocket protocol says', async () => {
  const { port, expectCalm } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.sendBytes(
    TEXT,
    Buffer.concat([Buffer.from('42/sdk,["text",{"text":"'), Buffer.from([0xff, 0xfe, 0xc0])]),
  )
  expect(await socket.closed()).toBe(1007)
  await expectCalm()
})

test('a frame over the limit closes the connection as the WebSocket protocol says', async () => {
  const { port, expectCalm } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.sendBytes(TEXT, Buffer.alloc(20 * 2 ** 20 + 1, 'a'))
  expect(await socket.closed()).toBe(1009)
  await expectCalm()
})

test('a text of 10 MB is cut, stored and answered', async () => {
  const { model, expectCalm, ...server } = await given()
  const { socket, events } = await connectSession(server)
  model.say('That is long.')
  model.end()
  socket.emit('text', { text: `${'long '.repeat(2 * 2 ** 20)}` })
  await events.final()
  expect(model.requests[0]?.messages.at(-1)?.content).toBe('long '.repeat(800))
  await expectCalm()
})

test.each([
  ['text', 7],
  ['text', ['Hi']],
  ['text', 'Hi'],
  ['text', { text: 7 }],
  ['text', { text: { toString: 'Hi' } }],
  ['text', { text: 'Hi', textOnly: 'yes' }],
  ['say_line', { text: ['Hi'] }],
  ['client_interrupt', { message_id: 7 }],
  ['stream_audio', { audio: 7 }],
])('%s %j is refused with an error, acknowledged, and the session goes on', async (name, payload) => {
  const { expectCalm, ...server } = await given()
  const { socket, events } = await connectSession(server)
  expect(await socket.emitWithAck(name, payload)).toEqual({})
  expect(events.heard.slice(1)).toEqual([
    ['error', { error: 'invalid_payload', message: expect.stringContaining(`Invalid payload of ${name}: `) }],
  ])
  socket.emit('say_line', { text: 'Onwards.' })
  expect((await events.final()).text).toBe('Onwards.')
  await expectCalm()
})

test('a payload of bytes is refused like any other wrong type', async () => {
  const { socket, events } = await connectSession(await given())
  await socket.emitWithAck('text', Buffer.from('Hi'))
  await socket.emitWithAck('text', { text: Buffer.from('Hi') })
  expect(events.names()).toEqual(['session_info', 'error', 'error'])
})

test('a payload deeper than any stack is refused', async () => {
  const { port, expectCalm } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  await socket.frame('42/sdk,["session_info"')
  socket.send(`42/sdk,["text",{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`)
  await socket.frame('42/sdk,["error"')
  await expectCalm()
})

test('unknown events, whatever their name, are ignored, and acknowledged when they ask for it', async () => {
  const { expectCalm, ...server } = await given()
  const { socket, events } = await connectSession(server)
  for (const name of [
    'device_pose',
    'constructor',
    '__proto__',
    'toString',
    'error',
    'connection',
    'message',
    '',
  ]) {
    socket.emit(name, { any: 'thing' })
    expect(await socket.emitWithAck(name, 'x', 1, null)).toEqual({})
  }
  expect(events.names()).toEqual(['session_info'])
  await expectCalm()
})

test('events before the session are acknowledged and otherwise ignored', async () => {
  const { expectCalm, ...server } = await given()
  const { socket, events, joined } = connect(server)
  await joined
  socket.emit('say_line', { text: 'Too early.' })
  socket.emit('text', 7)
  expect(await socket.emitWithAck('start_voice', null)).toEqual({})
  socket.emit('authenticate', shown)
  await events.count('session_info', 1)
  expect(events.names()).toEqual(['session_info'])
  await expectCalm()
})

test('of 1,000 messages in a burst twenty are taken and the others refused, one by one', async () => {
  const { expectCalm, ...server } = await given()
  const { socket, events } = await connectSession(server)
  for (let line = 0; line < 1000; line += 1) socket.emit('say_line', { text: `Line ${line}.` })
  const finals = () => events.all('bot_response').filter(({ is_final }) => is_final)
  await events.until(() => finals().some(({ text }) => text === 'Line 19.'))
  await events.count('error', 980)
  // A line that is not finished when the next one comes is cut off by it.
  const ends = [...finals(), ...events.all('interrupt')].map(({ message_id }) => message_id)
  expect(ends).toHaveLength(20)
  expect(new Set(ends).size).toBe(20)
  expect(new Set(events.all('error').map(({ error }) => error))).toEqual(new Set(['rate_limited']))
  await expectCalm()
})

test.each(['40', '40/other,', '40/sdk-v1,{}'])(
  'the join %j to another namespace is refused',
  async (join) => {
    const { port, expectCalm } = await given()
    const socket = await openRawSocket(port)
    socket.send(join)
    expect(await socket.frame('44')).toContain('Invalid namespace')
    socket.send(JOIN)
    await socket.frame('42/sdk,["session_info"')
    await expectCalm()
  },
)

test('packets before the join close the connection', async () => {
  const { port, expectCalm } = await given()
  const socket = await openRawSocket(port)
  socket.send('42/sdk,["text",{"text":"Hi"}]')
  await socket.closed()
  await expectCalm()
})

test('a client that breaks off in the middle of a frame or of a handshake harms nobody', async () => {
  const { port, expectCalm } = await given()
  const socket = await openRawSocket(port)
  socket.send(JOIN)
  socket.destroy()
  const half = await openRawSocket(port)
  half.sendBytes(TEXT, Buffer.from('42/sd'))
  half.destroy()
  await expectCalm()
})
