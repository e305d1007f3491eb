import type { Socket } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, type ReplyStream } from '../../../src/client/create-client.js'
import { fakeRealtime, welcome } from '../../support/providers/fake-service.js'

type Heard = { readonly text: string }

/** A session with a character that answers as `answer` says. */
async function sessionWith(answer: (socket: Socket, heard: Heard) => void) {
  const { baseUrl } = await fakeRealtime((socket) => {
    welcome(socket)
    socket.on('text', (heard) => answer(socket, heard))
    socket.on('say_line', ({ text }) => final(socket, `line ${text}`, text))
    socket.on('client_interrupt', () => socket.emit('interrupt', { message_id: 'm1' }))
  })
  const session = await createClient({ baseUrl }).connect({
    characterId: 'c',
    playerId: 'p',
    autoReconnect: false,
  })
  onTestFinished(session.disconnect)
  return session
}

const chunk = (socket: Socket, message_id: string, text: string) =>
  socket.emit('bot_response', { message_id, text, partial: text, is_final: false, is_interjection: false })
const final = (socket: Socket, message_id: string, text: string) =>
  socket.emit('bot_response', { message_id, text, partial: '', is_final: true, is_interjection: false })

async function partsOf(stream: ReplyStream) {
  const parts: unknown[] = []
  for await (const part of stream) parts.push(part.type === 'text' ? part.text : part.action.name)
  return parts
}

const plain = { actions: [], isInterrupted: false, error: null }

test('the chunks of a reply are added up and the final text replaces the sum', async () => {
  const session = await sessionWith((socket) => {
    chunk(socket, 'm1', 'Good')
    chunk(socket, 'm1', ' [bad word]')
    final(socket, 'm1', 'Good morning')
  })
  const stream = session.ask('hello')
  expect(await partsOf(stream)).toEqual(['Good', ' [bad word]'])
  expect(await stream).toEqual({ ...plain, messageId: 'm1', text: 'Good morning' })
})

test('what only the final text has is the last part', async () => {
  const session = await sessionWith((socket) => {
    chunk(socket, 'm1', 'Good')
    final(socket, 'm1', 'Good morning')
  })
  expect(await partsOf(session.ask('hello'))).toEqual(['Good', ' morning'])
})

test('actions belong to the reply, wherever they stand in it', async () => {
  const wave = {
    message_id: 'm1',
    name: 'wave',
    arguments: { hand: 'left' },
    chunk_index: 0,
    timestamp: 'now',
  }
  const session = await sessionWith((socket) => {
    socket.emit('client_action', wave)
    final(socket, 'm1', 'Hi')
  })
  const stream = session.ask('hello')
  expect(await partsOf(stream)).toEqual(['wave', 'Hi'])
  expect(await stream).toEqual({ ...plain, messageId: 'm1', text: 'Hi', actions: [wave] })
})

test('a remark on the side is not the reply', async () => {
  const session = await sessionWith((socket) => {
    socket.emit('bot_response', {
      message_id: 'side',
      text: 'Let me look',
      is_final: true,
      is_interjection: true,
    })
    final(socket, 'm1', 'A tree')
  })
  expect(await session.ask('what is this?')).toEqual({ ...plain, messageId: 'm1', text: 'A tree' })
})

test('an interrupted reply ends with what had arrived', async () => {
  const session = await sessionWith((socket) => chunk(socket, 'm1', 'Once upon'))
  const stream = session.ask('tell me a story')
  for await (const _ of stream) session.sendInterrupt()
  expect(await stream).toEqual({ ...plain, messageId: 'm1', text: 'Once upon', isInterrupted: true })
})

test('a new text interrupts the reply before it, and each gets its own', async () => {
  const session = await sessionWith((socket, { text }) => {
    if (text === 'first') return
    socket.emit('interrupt', { message_id: 'm1' })
    chunk(socket, 'm1', 'too late')
    final(socket, 'm2', 'Second')
  })
  const [first, second] = await Promise.all([session.ask('first'), session.ask('second')])
  expect(first).toEqual({ ...plain, messageId: 'm1', text: '', isInterrupted: true })
  expect(second).toEqual({ ...plain, messageId: 'm2', text: 'Second' })
})

test('a reply to sendText is not taken for the reply to a later ask', async () => {
  const session = await sessionWith((socket, { text }) => final(socket, `reply to ${text}`, text))
  session.sendText('one')
  expect(await session.ask('two')).toEqual({ ...plain, messageId: 'reply to two', text: 'two' })
})

test('a scripted line is answered by the line', async () => {
  const session = await sessionWith(() => undefined)
  expect(await session.sayLine('Curtain')).toEqual({ ...plain, messageId: 'line Curtain', text: 'Curtain' })
})

test('a message that the server refuses rejects, and the session goes on', async () => {
  const session = await sessionWith((socket, { text }) =>
    text === 'too much'
      ? socket.emit('error', { error: 'rate_limited', message: 'Too many messages' })
      : final(socket, 'm1', 'Hi'),
  )
  await expect(session.ask('too much')).rejects.toMatchObject({
    name: 'MessageRefusedError',
    code: 'rate_limited',
    message: 'Too many messages',
  })
  expect(await session.ask('hello')).toEqual({ ...plain, messageId: 'm1', text: 'Hi' })
})

test('a failure before the first word is told with the reply, which is empty', async () => {
  const session = await sessionWith((socket) => {
    socket.emit('error', { error: 'model_failed', message: 'The model failed' })
    final(socket, 'm1', 'Sorry')
  })
  expect(await session.ask('hello')).toEqual({
    ...plain,
    messageId: 'm1',
    text: '',
    error: 'The model failed',
  })
})

test('a failure after some words is told with these', async () => {
  const session = await sessionWith((socket) => {
    chunk(socket, 'm1', 'The tow')
    socket.emit('error', { error: 'model_failed', message: 'The model failed' })
    final(socket, 'm1', 'The tow')
  })
  expect(await session.ask('hello')).toMatchObject({ text: 'The tow', error: 'The model failed' })
})

test.each([
  ['a connection that breaks', (socket: Socket) => socket.conn.close(), 'lost'],
  ['a server that leaves', (socket: Socket) => socket.disconnect(true), 'server'],
])('%s fails the reply, for those who await and those who iterate', async (_, leave, reason) => {
  const session = await sessionWith((socket) => {
    chunk(socket, 'm1', 'Once')
    setImmediate(() => leave(socket))
  })
  const stream = session.ask('tell me')
  await expect(partsOf(stream)).rejects.toMatchObject({ name: 'SessionClosedError', reason })
  await expect(stream).rejects.toMatchObject({ name: 'SessionClosedError', reason })
})

test.each(['', '  \n'])('a blank text is refused here, since it would never be answered', async (text) => {
  const session = await sessionWith(() => undefined)
  expect(() => session.ask(text)).toThrow(RangeError)
})
