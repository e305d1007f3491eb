import { expect, test } from 'vitest'
import type { ServerEvents } from '../../../src/contract/events.js'
import { WEBRTC_NOT_SUPPORTED } from '../../../src/contract/webrtc.js'
import type { MessageRecord } from '../../../src/domain/conversations/record.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { KEY } from '../../support/sessions/given-sessions.js'
import { openRawSocket } from '../../support/sessions/raw-socket.js'

const WAVE = { name: 'wave', description: 'Wave a hand', parameters: [{ name: 'at', required: true }] }

async function given(settings: Partial<Parameters<typeof givenServer>[0]> = {}) {
  const model = createControlledModel()
  const server = await givenServer({ model: model.model, ...settings })
  return { ...server, model }
}

const textsOf = (events: readonly ServerEvents['bot_response'][]) =>
  events.filter(({ is_final }) => !is_final).map(({ text }) => text)

test.each([{ text: 'Hi', textOnly: true }, { text: 'Hi', text_only: true }, { text: 'Hi' }])(
  'text %j is answered by chunks and one final that is the chunks joined',
  async (payload) => {
    const { model, ...server } = await given()
    const { socket, events } = await connectSession(server)
    socket.emit('text', payload)
    for (const [at, text] of ['It', ' is', ' late', '.'].entries()) {
      model.say(text)
      await events.count('bot_response', at + 1)
    }
    model.end()
    const final = await events.final()
    expect(events.names()).toEqual(['session_info', ...Array(5).fill('bot_response')])
    expect(final.text).toBe(textsOf(events.all('bot_response')).join(''))
    expect(final.text).toBe('It is late.')
  },
)

test('every frame is a text frame with one JSON object behind the name', async () => {
  const { model, port } = await given({ character: { actions: [WAVE] } })
  const socket = await openRawSocket(port)
  const shown = { api_key: KEY, character_id: 'c1', player_id: 'p1', capabilities: { client_action: true } }
  socket.send(`40/sdk,${JSON.stringify(shown)}`)
  await socket.frame('42/sdk,["session_info"')
  model.act('wave', { at: 'you' })
  model.say('Hello')
  socket.send('42/sdk,["text",{"text":"Hi"}]')
  await socket.frame('42/sdk,["bot_response"')
  socket.send('42/sdk,["client_interrupt"]')
  socket.send('42/sdk,["livekit_token",null]')
  socket.send('42/sdk,["start_voice"]')
  await socket.frame('42/sdk,["voice_started"')
  socket.send('42/sdk,["say_line",{"text":7}]')
  await socket.frame('42/sdk,["error"')

  const events = socket.frames
    .filter((frame) => frame.startsWith('42'))
    .map((frame) => {
      const [name, payload, ...rest] = JSON.parse(frame.slice('42/sdk,'.length))
      return [name, typeof payload, rest.length]
    })
  expect(events).toEqual(
    [
      'session_info',
      'client_action',
      'bot_response',
      'interrupt',
      'livekit_token',
      'livekit_error',
      'voice_started',
      'error',
    ].map((name) => [name, 'object', 0]),
  )
})

test.each([[{}], [{ message_id: '' }], [{ message_id: null }], [null], [''], [undefined]])(
  'client_interrupt %j stops the reply: one interrupt with its id, then silence',
  async (payload) => {
    const { model, ...server } = await given()
    const { socket, events } = await connectSession(server)
    await socket.emitWithAck('client_interrupt', payload)
    socket.emit('text', { text: 'Hi' })
    model.say('Well')
    await events.count('bot_response', 1)
    model.say(' then')
    const [chunk] = await events.count('bot_response', 2)
    socket.emit('client_interrupt', payload)
    await events.count('interrupt', 1)
    model.say(' more')
    await socket.emitWithAck('client_interrupt', payload)
    expect(events.heard.slice(3)).toEqual([
      ['interrupt', { message_id: chunk?.message_id, reason: 'client_interrupt' }],
    ])
  },
)

test('a script of three lines comes in order, with different ids and no interrupt', async () => {
  const server = await given()
  const { socket, events } = await connectSession(server)
  for (const [at, text] of ['One.', 'Two.', 'Three.'].entries()) {
    socket.emit('say_line', { text, text_only: true })
    await events.final(at + 1)
  }
  const finals = events.all('bot_response').filter(({ is_final }) => is_final)
  expect(finals.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.'])
  expect(new Set(finals.map(({ message_id }) => message_id)).size).toBe(3)
  expect(events.all('interrupt')).toEqual([])
})

test('with the capability an action is an event before the words, and no tag', async () => {
  const { model, clock, ...server } = await given({ character: { actions: [WAVE] } })
  const { socket, events } = await connectSession(server, {
    capabilities: { version: '1', client_action: true },
  })
  model.act('wave', { at: 'you', undeclared: 1 })
  model.act('wave', {})
  model.act('jump', { at: 'you' })
  model.say('Hello.')
  model.end()
  socket.emit('text', { text: 'wave to me' })
  const final = await events.final()
  expect(final.text).toBe('Hello.')
  expect(events.names().slice(1)).toEqual(['client_action', 'bot_response', 'bot_response'])
  expect(events.all('client_action')).toEqual([
    {
      name: 'wave',
      arguments: { at: 'you' },
      message_id: final.message_id,
      chunk_index: 0,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ])
})

test('without the capability an action is one tag, in the final only, and is not stored', async () => {
  const { model, store, ...server } = await given({ character: { actions: [WAVE] } })
  const { socket, events } = await connectSession(server)
  model.act('wave', { at: 'the "crew" <&>' })
  model.say('Hello.')
  model.end()
  socket.emit('text', { text: 'wave to me' })
  const final = await events.final()
  expect(events.names().slice(1)).toEqual(['bot_response', 'bot_response'])
  expect(textsOf(events.all('bot_response'))).toEqual(['Hello.'])
  expect(final.text).toBe('Hello. <action name="wave" at="the &quot;crew&quot; &lt;&amp;&gt;"/>')
  const [info] = events.all('session_info')
  const { messages } = await store.conversations.listMessages({
    conversationId: info?.conversation_id ?? '',
    limit: 10,
    skip: 0,
  })
  expect(messages.map(({ content }) => content)).toEqual(['wave to me', 'Hello.'])
})

test('a long frame that is not ASCII is escaped, and reads the same', async () => {
  const { model, ...server } = await given()
  const { socket, events } = await connectSession(server)
  const raw = await openRawSocket(server.port)
  raw.send(`40/sdk,${JSON.stringify({ api_key: KEY, character_id: 'c1', player_id: 'p2' })}`)
  await raw.frame('42/sdk,["session_info"')
  const verse = '白日依山尽，😀 é '.repeat(2000).trim()

  model.say(verse)
  model.end()
  raw.send('42/sdk,["text",{"text":"Sing"}]')
  await raw.until(() => raw.frames.some((frame) => frame.includes('"is_final":true')))
  const replies = raw.frames.filter((frame) => frame.includes('bot_response'))
  expect(replies.map((frame) => /[^\0-\x7f]/.test(frame))).toEqual([false, false])
  expect(JSON.parse(replies[1]?.slice('42/sdk,'.length) ?? '')[1].text).toBe(verse)

  model.say('é short')
  model.end()
  socket.emit('text', { text: 'Sing' })
  expect((await events.final()).text).toBe('é short')
})

test('two sockets of one pair each hear only their own replies, in one conversation', async () => {
  const { model, ...server } = await given()
  const one = await connectSession(server)
  const two = await connectSession(server)
  model.say('To one.')
  model.end()
  one.socket.emit('text', { text: 'From one' })
  await one.events.final()
  model.say('To two.')
  model.end()
  two.socket.emit('text', { text: 'From two' })
  await two.events.final()
  expect(one.events.all('session_info')[0]?.conversation_id).toBe(
    two.events.all('session_info')[0]?.conversation_id,
  )
  expect(textsOf(one.events.all('bot_response'))).toEqual(['To one.'])
  expect(textsOf(two.events.all('bot_response'))).toEqual(['To two.'])
  expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual([
    'From one',
    'To one.',
    'From two',
  ])
})

test('a message is on the disk before its answer begins, and the answer before its final', async () => {
  const order: string[] = []
  const { model, ...server } = await given({
    wrap: (conversations) => {
      const note = async (stored: Promise<MessageRecord | undefined>) => {
        const message = await stored
        await new Promise((resolve) => setImmediate(resolve))
        order.push(`durable ${message?.role}`)
        return message
      }
      return {
        ...conversations,
        append: (id, message) => note(conversations.append(id, message)),
        completeTurn: (turn) => note(conversations.completeTurn(turn)),
      }
    },
  })
  const { socket, events } = await connectSession(server)
  socket.onAny((name, { is_final }) => order.push(`${name} ${is_final ? 'final' : 'chunk'}`))
  model.say('Yes', '.')
  model.end()
  socket.emit('text', { text: 'Hi' })
  await events.final()
  expect(order).toEqual(['durable user', 'bot_response chunk', 'durable assistant', 'bot_response final'])
})

test('a client that leaves mid-reply stops the model, and what it got is stored', async () => {
  const { model, store, sessions, ...server } = await given()
  const { socket, events } = await connectSession(server)
  const [info] = events.all('session_info')
  socket.emit('text', { text: 'Hi' })
  model.say('Half', ' of it')
  await events.count('bot_response', 1)
  const aborted = new Promise((resolve) => model.signals[0]?.addEventListener('abort', resolve))
  socket.disconnect()
  await aborted
  await sessions.closeAll()
  const { messages } = await store.conversations.listMessages({
    conversationId: info?.conversation_id ?? '',
    limit: 10,
    skip: 0,
  })
  expect(messages.map(({ content }) => content)).toEqual(['Hi', 'Half of it'])
})

test('livekit_token is answered with a place that refuses, the reason, and a warning', async () => {
  const server = await given()
  const { socket, events } = await connectSession(server)
  expect(await socket.emitWithAck('livekit_token', null)).toEqual({})
  expect(events.names()).toEqual(['session_info', 'livekit_token', 'livekit_error'])
  expect(events.all('livekit_error')).toEqual([{ error: WEBRTC_NOT_SUPPORTED }])
  const word = expect.stringMatching(/./)
  const url = server.url.replace('http:', 'ws:')
  expect(events.all('livekit_token')).toEqual([{ token: word, url, room: word }])
  expect(server.logged.flat()).toContain(WEBRTC_NOT_SUPPORTED)
})

test('livekit_join, too, is told why there is no room', async () => {
  const { socket, events } = await connectSession(await given())
  expect(await socket.emitWithAck('livekit_join', { room: 'none' })).toEqual({})
  expect(events.names()).toEqual(['session_info', 'livekit_error'])
  expect(events.all('livekit_error')).toEqual([{ error: WEBRTC_NOT_SUPPORTED }])
})
