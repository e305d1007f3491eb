import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { bin, cleanEnv, jsonLines, parley, parleyProcess, scratchFolder } from '../support/commands/cli.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'
const character = { id: ID, name: 'Mira', tagline: null }

/** A service with one character, who answers as `answer` says. */
const serviceWith = (answer: (socket: Socket, text: string) => void, greet = welcome) =>
  fakeRealtime(
    (socket) => {
      greet(socket)
      socket.on('text', ({ text }) => answer(socket, text))
    },
    ({ url }) => ({ body: url.includes('?') ? { characters: [character], total: 1 } : character }),
  )

const say = (socket: Socket, text: string, is_final = true, message_id = 'm1') =>
  socket.emit('bot_response', { message_id, text, is_final, is_interjection: false })
const echo = (socket: Socket, text: string) => say(socket, `You said ${text}`, true, `reply to ${text}`)
const wave = { message_id: 'm1', name: 'wave', arguments: { hand: 'left' }, chunk_index: 0, timestamp: 'now' }

test('--message prints the reply, and what the character does', async () => {
  const { baseUrl, sockets } = await serviceWith((socket) => {
    say(socket, 'Hello', false)
    socket.emit('client_action', wave)
    say(socket, ' there', false)
    say(socket, 'Hello there')
  })
  expect(
    await parley(['chat', 'Mira', '--message', 'hi', '--base-url', baseUrl, '--api-key', 'svc_k']),
  ).toEqual({
    stdout: 'Hello\n* wave hand=left\nthere',
    stderr: '',
    exitCode: 0,
  })
  expect(sockets[0]?.handshake.auth).toEqual({
    api_key: 'svc_k',
    character_id: ID,
    player_id: `cli-${userInfo().username}`,
    audio_sample_rate: 24000,
    capabilities: { version: '1', client_action: true, camera: false, microphone: false, speaker: false },
  })
})

test('the player is no header: it would hide the characters of the account', async () => {
  const { baseUrl, requests, sockets } = await serviceWith(echo)
  await parley(['chat', 'Mira', '-m', 'hi', '--base-url', baseUrl, '--player-id', 'ada'])
  expect(requests.map(({ headers }) => headers['x-player-id'])).toEqual(requests.map(() => undefined))
  expect(sockets[0]?.handshake.auth['player_id']).toBe('ada')
})

test('lines that are piped in are a turn each, blank ones none', async () => {
  const { baseUrl } = await serviceWith(echo)
  const { stdout, exitCode } = await parleyProcess(['chat', ID, '--base-url', baseUrl], {
    input: 'one\n\n  \ntwo\r\nthree',
  })
  expect({ stdout, exitCode }).toEqual({ stdout: 'You said one\nYou said two\nYou said three', exitCode: 0 })
})

test('--json tells the session and each turn on a line', async () => {
  const { baseUrl, sockets } = await serviceWith((socket, text) => {
    socket.emit('client_action', { ...wave, message_id: text })
    say(socket, 'Hi', true, text)
  })
  const { stdout, stderr } = await parley(
    ['chat', 'Mira', '--json', '--base-url', baseUrl, '--player-id', 'p'],
    {
      input: 'one\ntwo\n',
    },
  )
  const turn = {
    reply: 'Hi',
    actions: [{ name: 'wave', arguments: { hand: 'left' } }],
    interrupted: false,
    error: null,
  }
  expect(stderr).toBe('')
  expect(jsonLines(stdout)).toEqual([
    {
      event: 'session',
      session_id: `session of ${sockets[0]?.id}`,
      conversation_id: 'conversation',
      character_id: ID,
      player_id: 'p',
    },
    { event: 'turn', input: 'one', messageId: 'one', ...turn },
    { event: 'turn', input: 'two', messageId: 'two', ...turn },
  ])
})

/** A service that writes down what it is shown, and says what was said with it. */
async function gallery() {
  const shown: object[] = []
  const service = await serviceWith(echo, (socket) => {
    socket.on('camera_image', (payload: { text?: string }) => {
      shown.push(payload)
      say(socket, `You showed ${payload.text ?? 'it'}`, true, `reply ${shown.length}`)
    })
    return welcome(socket)
  })
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'cat.png'), 'PNG')
  return { ...service, shown, cwd }
}
const image = Buffer.from('PNG').toString('base64')

test('--image shows a picture with the first thing that is said, and once', async () => {
  const { baseUrl, shown, cwd } = await gallery()
  const chat = ['chat', 'Mira', '--image', 'cat.png', '--base-url', baseUrl]
  expect(await parley([...chat, '-m', 'my cat'], { cwd })).toMatchObject({ stdout: 'You showed my cat' })
  const piped = await parley([...chat, '--transcript', 'log.txt'], { cwd, input: 'my cat\nand now\n' })
  expect(piped.stdout).toBe('You showed my cat\nYou said and now')
  expect(shown).toEqual([
    { image, text: 'my cat' },
    { image, text: 'my cat' },
  ])
  expect(await readFile(join(cwd, 'log.txt'), 'utf8')).toMatch(/^You: my cat \[image: cat\.png\]\n/)
})

test('--image with nothing to say shows the picture alone', async () => {
  const { baseUrl, shown, cwd } = await gallery()
  const { stdout } = await parley(['chat', 'Mira', '--image', 'cat.png', '--json', '--base-url', baseUrl], {
    cwd,
  })
  expect(shown).toEqual([{ image }])
  expect(jsonLines(stdout)[1]).toMatchObject({ input: '', image: 'cat.png', reply: 'You showed it' })
})

test.each([
  ['is not there', 'dog.png', 'Cannot read the file dog.png'],
  ['is larger than 10 MB', 'large.png', 'more than 10 MB'],
])('an image that %s is a usage error, before anything is said', async (_, name, problem) => {
  const { baseUrl, shown, sockets, cwd } = await gallery()
  await writeFile(join(cwd, 'large.png'), Buffer.alloc(10 * 2 ** 20 + 1))
  const refused = await parley(['chat', 'Mira', '-m', 'hi', '--image', name, '--base-url', baseUrl], { cwd })
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(problem) })
  expect([shown, sockets]).toEqual([[], []])
})

test('--text-only asks for no audio', async () => {
  const heard: unknown[] = []
  const { baseUrl } = await serviceWith(echo, (socket) => {
    socket.on('text', (payload) => heard.push(payload))
    return welcome(socket)
  })
  await parley(['chat', 'Mira', '-m', 'hi', '--text-only', '--base-url', baseUrl])
  await parley(['chat', 'Mira', '-m', 'hi', '--base-url', baseUrl])
  expect(heard).toEqual([{ text: 'hi', textOnly: true }, { text: 'hi' }])
})

test('--transcript adds what is said to a file, as text or as JSON lines', async () => {
  const { baseUrl } = await serviceWith((socket, text) => {
    socket.emit('client_action', { ...wave, message_id: text })
    say(socket, `You said ${text}`, true, text)
  })
  const cwd = scratchFolder()
  const chat = (file: string, input: string) =>
    parley(['chat', 'Mira', '--base-url', baseUrl, '--transcript', file], { input, cwd })
  await chat('talk.txt', 'one\ntwo')
  await chat('talk.txt', 'three')
  await chat('talk.jsonl', 'one')
  expect(await readFile(join(cwd, 'talk.txt'), 'utf8')).toBe(
    ['one', 'two', 'three'].map((it) => `You: ${it}\nMira: You said ${it}\n  * wave hand=left\n`).join(''),
  )
  expect(jsonLines(await readFile(join(cwd, 'talk.jsonl'), 'utf8'))).toEqual([
    {
      input: 'one',
      reply: 'You said one',
      messageId: 'one',
      actions: [{ name: 'wave', arguments: { hand: 'left' } }],
      interrupted: false,
      error: null,
    },
  ])
})

test('a transcript that cannot be written is found before anything is said', async () => {
  const { baseUrl, sockets } = await serviceWith(echo)
  const { stderr, exitCode } = await parley([
    'chat',
    'Mira',
    '-m',
    'x',
    '--base-url',
    baseUrl,
    '--transcript',
    '/',
  ])
  expect({ stderr, exitCode }).toEqual({ stderr: 'Error: Cannot write the transcript /', exitCode: 2 })
  expect(sockets).toEqual([])
})

test('a refused handshake exits with 4, and is not tried again', async () => {
  const { baseUrl, sockets } = await serviceWith(echo, (socket) => {
    socket.emit('auth_error', { error: 'Invalid API key' })
    return Boolean(socket.disconnect(true))
  })
  const { stderr, exitCode } = await parley(['chat', 'Mira', '-m', 'hi', '--base-url', baseUrl])
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: Invalid API key\nPass valid credentials with --api-key or PARLEY_API_KEY.',
    exitCode: 4,
  })
  expect(sockets).toHaveLength(1)
})

test('a server that goes away during a reply: exit code 7', async () => {
  const { baseUrl } = await serviceWith((socket) => {
    say(socket, 'Once upon', false)
    setImmediate(() => socket.conn.close())
  })
  const { stdout, exitCode } = await parley(['chat', 'Mira', '-m', 'hi', '--json', '--base-url', baseUrl])
  expect(exitCode).toBe(7)
  expect(jsonLines(stdout).at(-1)).toEqual({
    error: {
      code: 'session_lost',
      message: 'The connection to the server is lost',
      hint: null,
      status: null,
    },
  })
})

test('a reply that stands still runs into --timeout', async () => {
  const { baseUrl } = await serviceWith((socket) => say(socket, 'Once upon', false))
  const { stderr, exitCode } = await parley([
    'chat',
    'Mira',
    '-m',
    'hi',
    '--timeout',
    '0.5',
    '--base-url',
    baseUrl,
  ])
  expect(exitCode).toBe(7)
  expect(stderr).toContain(`${baseUrl} did not answer in time`)
})

test('a message that the service refuses exits with 1', async () => {
  const { baseUrl } = await serviceWith((socket) =>
    socket.emit('error', { error: 'rate_limited', message: 'Too many messages' }),
  )
  const { stderr, exitCode } = await parley(['chat', 'Mira', '-m', 'hi', '--base-url', baseUrl])
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'Error: Too many messages\nWait a minute; a local server started with --limits off sets no limit.',
    exitCode: 1,
  })
})

test('what goes wrong with the reply to a message fails the command', async () => {
  const { baseUrl } = await serviceWith((socket) => {
    socket.emit('error', { error: 'model_failed', message: 'The model failed' })
    say(socket, 'Sorry')
  })
  expect(await parley(['chat', 'Mira', '-m', 'hi', '--base-url', baseUrl])).toEqual({
    stdout: '',
    stderr:
      'Error: The model failed\n`parley doctor` checks the models, `parley turns show m1` shows what was asked.',
    exitCode: 1,
  })
})

test('SIGINT during a reply interrupts it; what had come is kept, and the exit code is 130', async () => {
  const { baseUrl } = await serviceWith((socket) => {
    socket.on('client_interrupt', () => socket.emit('interrupt', { message_id: 'm1' }))
    say(socket, 'Once upon', false)
    running.kill('SIGINT')
  })
  const running = execa(process.execPath, [bin, 'chat', 'Mira', '--json', '--base-url', baseUrl], {
    reject: false,
    env: cleanEnv(),
    extendEnv: false,
    input: 'tell me a story\nand another',
  })
  const { stdout, exitCode } = await running
  expect(exitCode).toBe(130)
  const [, ...rest] = jsonLines(stdout)
  expect(rest).toEqual([
    {
      event: 'turn',
      input: 'tell me a story',
      reply: 'Once upon',
      messageId: 'm1',
      actions: [],
      interrupted: true,
      error: null,
    },
    { error: { code: 'interrupted', message: 'Interrupted', hint: null, status: null } },
  ])
})

test('a second SIGINT leaves at once', async () => {
  const { baseUrl } = await serviceWith((socket) => {
    socket.on('client_interrupt', () => running.kill('SIGINT'))
    say(socket, 'Once upon', false)
    running.kill('SIGINT')
  })
  const running = execa(process.execPath, [bin, 'chat', 'Mira', '-m', 'hi', '--base-url', baseUrl], {
    reject: false,
    env: cleanEnv(),
    extendEnv: false,
  })
  expect((await running).exitCode).toBe(130)
})

test('a reader that has gone ends the conversation', async () => {
  const { baseUrl } = await serviceWith(echo)
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n')
  const command = `"${process.execPath}" "${bin}" chat Mira --base-url ${baseUrl} | head -1`
  const { stdout, stderr } = await execa(command, {
    shell: true,
    env: cleanEnv(),
    extendEnv: false,
    input: lines,
  })
  expect({ stdout, stderr }).toEqual({ stdout: 'You said line 0', stderr: '' })
})

test('control characters of a reply are written out', async () => {
  const { baseUrl } = await serviceWith((socket) => say(socket, 'Hi\u001b[2J\u0007 there\nfriend'))
  const { stdout } = await parley(['chat', 'Mira', '-m', 'hi', '--base-url', baseUrl])
  expect(stdout).toBe('Hi\\u001b[2J\\u0007 there\nfriend')
})

test('a name that two characters share is not guessed', async () => {
  const twin = { ...character, id: ID.replace('1', '2') }
  const { baseUrl } = await fakeRealtime(welcome, () => ({
    body: { characters: [character, twin], total: 2 },
  }))
  const { stderr, exitCode } = await parley(['chat', 'mir', '-m', 'hi', '--base-url', baseUrl])
  expect(exitCode).toBe(1)
  expect(stderr).toBe(
    `Error: "mir" matches several characters:\n  ${ID}  Mira\n  ${twin.id}  Mira\nUse the id instead.`,
  )
})
