import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { scratchFolder } from '../support/commands/cli.js'
import { folderOfPrograms } from '../support/commands/programs.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { fakeRealtime, type SeenRequest, welcome } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'
const UP = '\u001b[A'
const CTRL_D = '\u0004'
const ALT_ENTER = '\u001b\r'
const paste = (text: string) => `\u001b[200~${text}\u001b[201~`

const MESSAGES = [
  { id: 1, role: 'user', content: 'My name is Ada' },
  { id: 2, role: 'assistant', content: 'Hello Ada' },
].map((message) => ({
  ...message,
  conversationId: 'c',
  speaker: null,
  timestamp: null,
  imageUrl: null,
  imageDescription: null,
}))
const MEMORY = { id: 'aaaaaaaa-1', memoryType: 'fact', memoryLayer: 'ltm', createdAt: '2030-01-02T00:00:00Z' }
const FACT = {
  sourceMemoryId: 'aaaaaaaa-1',
  factKey: 'home',
  factValue: 'Lyon',
  createdAt: '2030-01-02T00:00:00Z',
}

function rest({ url, method }: SeenRequest) {
  if (url.includes('/memories/search')) {
    return { body: { results: [{ memoryId: 'aaaaaaaa-1', similarity: 0.9, content: 'Ada lives in Lyon' }] } }
  }
  if (url.includes('/core-facts')) return { body: { coreFacts: [FACT] } }
  if (url.includes('/memories')) {
    const memories = [{ ...MEMORY, content: 'Ada lives in Lyon' }]
    return url.includes('/bo/')
      ? { status: 403, body: { detail: 'insufficient_scope' } }
      : { body: { memories, total: 30 } }
  }
  if (url.includes('/messages')) {
    return url.includes('/ada/')
      ? { body: { messages: MESSAGES, pagination: { hasMore: false } } }
      : { status: 404, body: { detail: 'Conversation not found' } }
  }
  if (url.includes('/players?')) {
    return {
      body: { conversations: [{ playerId: 'bo' }, { playerId: 'bob' }], total: 2, limit: 100, offset: 0 },
    }
  }
  return { body: { id: ID, name: 'Mira', text_only: false }, status: method === 'GET' ? 200 : 404 }
}

/** A character who repeats what is said, and tells what it sees and what it is given to say. */
async function givenService() {
  const heard: unknown[] = []
  const service = await fakeRealtime((socket: Socket) => {
    const { player_id, capabilities, realtime_memory } = socket.handshake.auth
    heard.push(['joined', player_id, capabilities?.microphone, realtime_memory])
    if (player_id === 'nobody') {
      socket.emit('auth_error', { error: 'Character not found' })
      return socket.disconnect(true)
    }
    welcome(socket)
    let replies = 0
    socket.onAny((name, payload, done) => {
      const { text, image } = payload ?? {}
      if (['text', 'say_line', 'camera_image'].includes(name)) {
        heard.push([name, text])
        const reply = image === undefined ? `<${text}>` : `I see ${Buffer.from(image, 'base64')}`
        const message_id = `${socket.id} ${++replies}`
        socket.emit('bot_response', { message_id, text: reply, is_final: true, is_interjection: false })
      }
      if (text === 'learn') socket.emit('memory_updated', { memories_extracted: 2, new_memories: [{}, {}] })
      if (typeof done === 'function') done({})
    })
    return undefined
  }, rest)
  return { ...service, heard }
}

const asks = (status: string, text = '') => `\nyou> ${text} *\n\\[${status}\\]$`

test('each command does what it says, one that fails is told, and only what is said is sent', async () => {
  const { baseUrl, heard } = await givenService()
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'my cat.png'), 'a cat')
  const args = ['chat', ID, '--base-url', baseUrl, '--player-id', 'ada', '--transcript', 'all.txt']
  const terminal = parleyAtTerminal(args, { NO_COLOR: '1' }, { cwd })
  const does = async (typed: string, shows: string | RegExp) => {
    terminal.type(typed)
    await terminal.shows(shows)
    await terminal.shows(asks('connected[^\n]*'))
  }
  await terminal.shows(`you> My name is Ada\nMira: Hello Ada${asks('connected · 0 memories learned · ada')}`)

  await does(
    '/he\t\r',
    /\/memories \[QUERY\] +What is remembered of you[\s\S]*\/quit +Leaves, as Ctrl-D does/,
  )
  await does('/memries\r', '\\(There is no command /memries; nothing was sent. Did you mean /memories\\?\\)')
  await does(
    '/memories\r',
    /aaaaaaaa +fact +ltm +2030-01-02 +Ada lives in Lyon\n\(29 more: parley memories list\)/,
  )
  await does('/memories where?\r', /SIMILARITY +MEMORY\naaaaaaaa +0\.900 +Ada lives in Lyon/)
  await does('/facts\r', /aaaaaaaa +2030-01-02 +home +Lyon/)
  await does('/retry\r', 'Mira: <My name is Ada>')
  await does('/say Welcome aboard!\r', 'Mira: <Welcome aboard!>')
  terminal.type('/image my\t')
  await terminal.shows(asks('connected[^\n]*', '/image my\\\\ cat.png'))
  await does('What is it?\r', 'Mira: I see a cat')
  await does('/image nothing.png\r', '\\(Cannot read the file nothing.png\\)')
  await does('/image\r', '\\(Name the file of a picture\\)\n\\(/image FILE \\[TEXT\\]\\)')
  await does('//shrug\r', 'Mira: </shrug>')
  await does('/retry\r', 'Mira: </shrug>\nyou> /retry\nMira: </shrug>')
  await does('/save said.md\r', '\\(Saved 2 messages to said.md\\)')
  await does(
    '/save said.md\r',
    '\\(The file said.md already exists\\)\n\\(Overwrite it with --force, or choose another with /save.\\)',
  )
  await does('/save said.md --force\r', /--force\n\(Saved 2 messages/)
  await does('learn\r', asks('connected · \\d+ ms · 2 memories learned · ada'))
  await does('/player\r', '\\(ada talks to Mira\\)')
  await does(`/player ${'x'.repeat(129)}\r`, '\\(The id of a player has at most 128 characters\\)')
  await does('/player nobody\r', '\\(Character not found\\)')
  terminal.type('/player \t')
  await terminal.shows(asks('connected[^\n]*', '/player bo'))
  terminal.type('\t')
  await terminal.shows(`\nbo  bob${asks('connected[^\n]*', '/player bo')}`)
  await does('\r', `\\(You are bo now\\)${asks('connected · \\d+ ms · 0 memories learned · bo')}`)
  // What ada said once is not there for the arrow keys of bo.
  terminal.type(`My${UP}!`)
  await terminal.shows(asks('connected[^\n]*', 'My!'))
  terminal.type('\u0015')
  await does('/memories\r', '\\(insufficient_scope\\)')
  await does('/retry\r', '\\(Nothing was said yet\\)')
  await does('hello\r', 'Mira: <hello>')
  terminal.type(`${UP}${UP}${UP}`)
  await terminal.shows(asks('connected[^\n]*', '/memories'))
  terminal.type('\u0015/quit\r')
  expect(await terminal.exit).toBe(0)

  expect(heard).toEqual([
    ['joined', 'ada', false, true],
    ['text', 'My name is Ada'],
    ['say_line', 'Welcome aboard!'],
    ['camera_image', 'What is it?'],
    ['text', '/shrug'],
    ['text', '/shrug'],
    ['text', 'learn'],
    ['joined', 'nobody', false, true],
    ['joined', 'bo', false, true],
    ['text', 'hello'],
  ])
  expect(await readFile(join(cwd, 'said.md'), 'utf8')).toMatch(
    /^# Mira and ada\n\n\*\*ada\*\*\n\nMy name is Ada\n/,
  )
  expect(await readFile(join(cwd, 'all.txt'), 'utf8')).toContain(
    '\nMira: <Welcome aboard!>\nYou: What is it? [image: my cat.png]\n',
  )
  for (const row of terminal.lines()) expect(row.length).toBeLessThanOrEqual(80)
  // Nothing is coloured, and the terminal is left as it was.
  expect(
    terminal
      .sent()
      .split('\u001b')
      .filter((part) => /^\[[\d;]*m/.test(part)),
  ).toEqual([])
  expect(terminal.sent().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
    terminal.sent().lastIndexOf('\u001b[?2004h'),
  )
})

test('several lines are one message, wide letters keep their places, and a resize leaves no ghost', async () => {
  const { baseUrl, heard } = await givenService()
  const terminal = parleyAtTerminal(['chat', ID, '--base-url', baseUrl, '--player-id', 'bo'])
  const told = 'Talking to Mira. Ctrl-C stops a reply, Ctrl-D leaves, /help tells more.'
  const status = 'connected · 0 memories learned · bo'
  await terminal.shows(asks(status))
  terminal.type(`${paste('first\r\nsecond\r\n')} 灯台${ALT_ENTER}fourth\\\rfifth`)
  await terminal.shows(/\.\.\.> fifth\n\[connected/)
  const typed = ['you> first', '...> second 灯台', '...> fourth', '...> fifth']
  expect(terminal.lines()).toEqual([told, ...typed, `[${status}]`])
  terminal.type(`${UP}${UP}\u0001x`)
  await terminal.shows('\\.\\.\\.> xsecond')
  expect(terminal.beforeCursor()).toBe('...> x')
  terminal.type('\u007f\u0005!\r')
  await terminal.shows(/\.\.\.> fifth\nMira: <first\nsecond 灯台!\nfourth\nfifth>\nyou> /)
  terminal.type(UP)
  await terminal.shows(/\.\.\.> fifth\n\[connected/)
  terminal.type(
    '\u0015\u0008\u0008\u0008 a tail that goes on 灯台 until it is longer than half of a terminal',
  )
  await terminal.shows('terminal\n\\[')
  const [above, below] = [terminal.lines().slice(0, 9), terminal.lines().slice(9)]
  expect(below).toEqual([
    'you> first',
    '...> second 灯台!',
    '...> four a tail that goes on 灯台 until it is longer than half of a terminal',
    expect.stringMatching(/^\[connected · \d+ ms · 0 memories learned · bo\]$/),
  ])
  terminal.resize(40)
  await terminal.shows('unti\nl it is longer than half of a terminal\n\\[connected[^\n]*…$')
  expect(terminal.lines().slice(-5, -1)).toEqual([
    'you> first',
    '...> second 灯台!',
    '...> four a tail that goes on 灯台 unti',
    'l it is longer than half of a terminal',
  ])
  terminal.resize(120)
  await terminal.shows('longer than half of a terminal\n\\[connected[^\n]*\\]$')
  expect(terminal.lines()).toEqual([...above, ...below])
  terminal.resize(80)
  await terminal.shows('longer than half of a terminal\n\\[connected[^\n]*\\]$')
  expect(terminal.lines()).toEqual([...above, ...below])
  terminal.type('\r')
  await terminal.shows(/Mira: <first\nsecond 灯台!\nfour a tail[^>]*>\nyou> /)
  expect(terminal.lines().filter((row) => row === 'you> first')).toHaveLength(2)
  // Nobody is there who could wake it, so it does not sleep.
  terminal.type('goes\u001a')
  await terminal.shows(/\nyou> goes\nyou> goes\n\[connected/)
  terminal.type(' on\r')
  await terminal.shows(/Mira: <goes on>/)
  terminal.type(CTRL_D)
  expect(await terminal.exit).toBe(0)
  expect(heard.slice(1)).toEqual([
    ['text', 'first\nsecond 灯台!\nfourth\nfifth'],
    ['text', 'first\nsecond 灯台!\nfour a tail that goes on 灯台 until it is longer than half of a terminal'],
    ['text', 'goes on'],
  ])
})

test('a terminal that cannot move its cursor gets lines only', async () => {
  const { baseUrl, heard, sockets, close } = await givenService()
  const args = ['chat', ID, '--base-url', baseUrl, '--player-id', 'bo']
  const terminal = parleyAtTerminal(args, { TERM: 'dumb' })
  await terminal.shows(/\[connected · 0 memories learned · bo\]\nyou> *$/)
  terminal.type('one\\\r')
  await terminal.shows(/\.\.\.> *$/)
  terminal.type('two\r')
  await terminal.shows(/Mira: <one\ntwo>\n\[connected · \d+ ms · 0 memories learned · bo\]\nyou> *$/)
  terminal.type('/voice\r')
  await terminal.shows(/\(This terminal cannot move its cursor[^)]*\)\nyou> *$/)
  close()
  sockets[0]?.conn.close()
  await terminal.shows(/you> *\n\(connection lost; reconnecting …\)\nyou> *$/)
  terminal.type(CTRL_D)
  expect(await terminal.exit).toBe(0)
  expect(heard).toContainEqual(['text', 'one\ntwo'])
  expect(terminal.sent()).not.toContain('\u001b')
})

test('/voice goes on aloud in the same conversation, q comes back to writing', async () => {
  const { baseUrl, heard } = await givenService()
  const PATH = await folderOfPrograms({
    arecord: 'while :; do /usr/bin/head -c 3200 /dev/zero; /bin/sleep 0.05; done',
    aplay: 'exec /bin/cat > /dev/null',
  })
  const args = ['chat', ID, '--base-url', baseUrl, '--player-id', 'bo']
  const terminal = parleyAtTerminal(args, { PATH, NO_COLOR: '1' })
  await terminal.shows(asks('connected[^\n]*'))
  terminal.type('/voice\r')
  await terminal.shows(/Talking to Mira: hold the space bar[\s\S]*\[ *\]$/)
  terminal.type('q')
  await terminal.shows(`\\(Back to writing\\)${asks('connected[^\n]*')}`)
  terminal.type('and now?\r')
  await terminal.shows(`Mira: <and now\\?>${asks('connected[^\n]*')}`)
  terminal.type(CTRL_D)
  expect(await terminal.exit).toBe(0)
  expect(heard).toEqual([
    ['joined', 'bo', false, true],
    ['joined', 'bo', true, true],
    ['joined', 'bo', false, true],
    ['text', 'and now?'],
  ])
})
