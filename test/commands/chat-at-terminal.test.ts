import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'
const UP = '\u001b[A'
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

type Message = { readonly role: string; readonly content: string }

/** A service with one character, who answers as `answer` says, and the conversation so far. */
const serviceWith = (answer: (socket: Socket, text: string) => void, messages: readonly Message[] = []) =>
  fakeRealtime(
    (socket) => {
      welcome(socket)
      socket.on('text', ({ text }) => answer(socket, text))
    },
    ({ url }) => ({ body: url.includes('/messages') ? { messages } : { id: ID, name: 'Mira' } }),
  )

/** What is typed so far, and the status beneath it. */
const typing = (text = '', status = 'connected') => `\nyou> ${text} *\n\\[${status} · [^\n]*\\]$`

let replies = 0
const say = (socket: Socket, text: string, is_final = true, message_id = `m${++replies}`) =>
  socket.emit('bot_response', { message_id, text, is_final, is_interjection: false })
const echo = (socket: Socket, text: string) => say(socket, `You said ${text}`)

const chat = (baseUrl: string, env = {}) => parleyAtTerminal(['chat', ID, '--base-url', baseUrl], env)

test('a conversation: prompt, streaming reply, actions, Ctrl-D leaves with 0', async () => {
  const { baseUrl } = await serviceWith((socket, text) => {
    const wave = { message_id: text, name: 'wave', arguments: { hand: 'left' } }
    socket.emit('client_action', wave)
    say(socket, 'Hello', false, text)
    say(socket, ' there', false, text)
    say(socket, 'Hello there', true, text)
  })
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('hi\r')
  await terminal.shows(`Hello there${typing()}`)
  terminal.type(CTRL_D)
  expect(await terminal.exit).toBe(0)
  expect(terminal.lines()).toEqual([
    'Talking to Mira. Ctrl-C stops a reply, Ctrl-D leaves, /help tells more.',
    'you> hi',
    '* wave hand=left',
    'Mira: Hello there',
    'you>',
  ])
})

test('the conversation so far is shown, and its lines are there for the arrow keys', async () => {
  const { baseUrl, requests } = await serviceWith(echo, [
    { role: 'user', content: 'My name is Grace' },
    { role: 'assistant', content: 'Hello Grace' },
  ])
  const terminal = chat(baseUrl, { NO_COLOR: '1' })
  await terminal.shows(`Mira: Hello Grace${typing()}`)
  terminal.type(UP)
  await terminal.shows(typing('My name is Grace'))
  terminal.type('!\r')
  await terminal.shows(`Mira: You said My name is Grace!${typing()}`)
  terminal.type(`${UP}${UP}\r`)
  await terminal.shows(`Mira: You said My name is Grace${typing()}`)
  expect(requests.at(-1)?.url).toMatch(/\/messages\?limit=6$/)
})

test('Ctrl-C during a reply stops the reply only; twice at an empty line it leaves with 130', async () => {
  const { baseUrl } = await serviceWith((socket, text) => {
    if (text !== 'story') return echo(socket, text)
    socket.on('client_interrupt', () => socket.emit('interrupt', { message_id: 'story' }))
    return say(socket, 'Once upon a time', false, 'story')
  })
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('story\r')
  await terminal.shows('Mira: Once upon a time')
  terminal.type(CTRL_C)
  await terminal.shows(`Mira: Once upon a time …${typing()}`)
  terminal.type('again\r')
  await terminal.shows(`Mira: You said again${typing()}`)
  terminal.type(CTRL_C)
  await terminal.shows(`\\(Press Ctrl-C again to leave\\.\\)${typing()}`)
  terminal.type(CTRL_C)
  expect(await terminal.exit).toBe(130)
})

test('a second Ctrl-C leaves, even when the server does not stop the reply', async () => {
  const { baseUrl } = await serviceWith((socket) => {
    socket.on('client_interrupt', () => say(socket, ' and on', false, 'story'))
    say(socket, 'On', false, 'story')
  })
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('story\r')
  await terminal.shows('Mira: On')
  terminal.type(CTRL_C)
  await terminal.shows('On and on')
  terminal.type(CTRL_C)
  expect(await terminal.exit).toBe(130)
})

test('what is typed during a reply does not mix with it, and is kept for the prompt', async () => {
  let finish = () => undefined as unknown
  const { baseUrl } = await serviceWith((socket, text) => {
    if (text !== 'one') return echo(socket, text)
    finish = () => say(socket, 'First reply', true, 'one')
    return say(socket, 'First', false, 'one')
  })
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('one\r')
  await terminal.shows('Mira: First')
  terminal.type('two\rthr')
  finish()
  await terminal.shows(`Mira: You said two${typing('thr')}`)
  terminal.type('ee\r')
  await terminal.shows('You said three')
  expect(terminal.lines().slice(1, 7)).toEqual([
    'you> one',
    'Mira: First reply',
    'you> two',
    'Mira: You said two',
    'you> three',
    'Mira: You said three',
  ])
})

test('a broken connection is reconnected, and the line that is being typed stays', async () => {
  const { baseUrl, sockets, close } = await serviceWith(echo)
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('hal')
  await terminal.shows(typing('hal'))
  const open = close()
  sockets[0]?.conn.close()
  await terminal.shows(`\\(connection lost; reconnecting …\\)${typing('hal', 'reconnecting …')}`)
  open()
  await terminal.shows(`\\(connected again\\)${typing('hal')}`)
  terminal.type('lo\r')
  await terminal.shows('You said hallo')
})

test('a reply that a lost connection cuts off ends on its own line, and the next one is whole', async () => {
  const { baseUrl, sockets } = await serviceWith((socket, text) =>
    text === 'story' ? say(socket, 'Once upon', false, 'story') : echo(socket, text),
  )
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('story\r')
  await terminal.shows('Mira: Once upon')
  sockets[0]?.conn.close()
  await terminal.shows(`\\(connected again\\)${typing()}`)
  terminal.type('again\r')
  await terminal.shows(`You said again${typing()}`)
  expect(terminal.lines().slice(1)).toEqual([
    'you> story',
    'Mira: Once upon …',
    '(The connection was lost before the reply was complete; /retry asks again.)',
    '(connected again)',
    'you> again',
    'Mira: You said again',
    'you> ',
    expect.stringMatching(/^\[connected · \d+ ms · 0 memories learned · cli-/),
  ])
})

test('a server that ends the session ends the conversation: exit code 7', async () => {
  const { baseUrl, sockets } = await serviceWith(echo)
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  sockets[0]?.disconnect(true)
  expect(await terminal.exit).toBe(7)
  expect(terminal.lines().at(-1)).toBe('Error: The server ended the session')
})

test('a refused message is told, and the conversation goes on', async () => {
  const { baseUrl } = await serviceWith((socket, text) =>
    text === 'much'
      ? socket.emit('error', { error: 'rate_limited', message: 'Too many' })
      : echo(socket, text),
  )
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('much\r')
  await terminal.shows(`\\(Too many\\)${typing()}`)
  terminal.type('less\r')
  await terminal.shows('You said less')
})

test.each([
  ['CI', { CI: 'true' }, []],
  ['--no-input', {}, ['--no-input']],
  ['--json', {}, ['--json']],
])('with %s there is no prompt, even at a terminal: exit code 4', async (_, env, flags) => {
  const { baseUrl, sockets } = await serviceWith(echo)
  const terminal = parleyAtTerminal(['chat', ID, '--base-url', baseUrl, ...flags], env)
  expect(await terminal.exit).toBe(4)
  expect(terminal.lines().join('\n')).toContain('There is no input.')
  expect(sockets).toEqual([])
})

test('a deletion asks at a terminal; no changes nothing, and Ctrl-C leaves with 130', async () => {
  const { baseUrl, requests } = await serviceWith(echo)
  const remove = () => parleyAtTerminal(['characters', 'delete', ID, '--base-url', baseUrl])
  const first = remove()
  await first.shows(`Delete Mira \\(${ID}\\) and all its conversations\\?`)
  first.type('n\r')
  expect(await first.exit).toBe(1)
  expect(first.lines().at(-1)).toBe('Error: Nothing was changed.')
  const second = remove()
  await second.shows('and all its conversations')
  second.type(CTRL_C)
  expect(await second.exit).toBe(130)
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  const third = remove()
  await third.shows('and all its conversations')
  third.type('y\r')
  expect(await third.exit).toBe(0)
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('Ctrl-C empties a line that is being typed, and any other key takes its hint back', async () => {
  const { baseUrl } = await serviceWith(echo)
  const terminal = chat(baseUrl)
  await terminal.shows(typing())
  terminal.type('not this')
  await terminal.shows(typing('not this'))
  terminal.type(CTRL_C)
  await terminal.shows(`tells more\\.${typing()}`)
  terminal.type(CTRL_C)
  await terminal.shows(`again to leave\\.\\)${typing()}`)
  terminal.type('\u0019')
  await terminal.shows(`tells more\\.${typing('not this')}`)
  terminal.type('\r')
  await terminal.shows(`you> not this\nMira: You said not this${typing()}`)
})
