import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { createTestServer } from '../support/servers/test-server.js'

const ID = '11111111-1111-4111-8111-111111111111'
const EVIL = 'evil\u001b[2J\nid\u009b31m'
const LONG = 'p'.repeat(128)
const AT = '2030-01-02T03:04:05.678Z'

const said = (...contents: readonly string[]) =>
  contents.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
const spoke = (player_id: string, ...contents: readonly string[]) => ({
  player_id,
  messages: said(...contents),
})
const knows = (player_id: string, ...contents: readonly string[]) => ({
  player_id,
  memories: contents.map((content) => ({ content, memoryType: 'fact' })),
})
const WORLD = {
  characters: [
    {
      key: 'mira',
      persona: { name: 'Mira' },
      conversations: [
        spoke('ada', 'Hello', `It is ${'very '.repeat(20)}late`, '\u001b[31mred'),
        spoke(EVIL, 'one', 'two'),
        spoke(LONG, 'one'),
        spoke('stats', 'I am a player'),
        spoke('bob', ...Array.from({ length: 450 }, (_, index) => `line ${index}`)),
        spoke('silent'),
      ],
    },
    {
      key: 'crowd',
      persona: { name: 'Crowd' },
      conversations: Array.from({ length: 230 }, (_, index) => spoke(`player ${index}`, 'Hi')),
    },
    { key: 'twin', persona: { name: 'Twin' }, conversations: [spoke('ada', 'x'), spoke('eve', 'x', 'y')] },
    { key: 'twin two', persona: { name: 'Twin' } },
    {
      key: 'keeper',
      persona: { name: 'Keeper' },
      conversations: [spoke('m', 'Hello', 'Hi'), spoke('z', 'Hello')],
      memories: [knows('m', 'Likes tea'), knows('q', 'Keeps bees', 'Lives in Lyon'), knows('b', 'Sails')],
    },
    {
      key: 'archive',
      persona: { name: 'Archive' },
      memories: Array.from({ length: 230 }, (_, index) => knows(`reader ${index}`, 'Likes tea')),
    },
  ],
}

let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-players-'))
  const file = join(folder, 'world.yaml')
  await writeFile(file, stringify(WORLD))
  server = await createTestServer({ worldFiles: [file], clock: AT, logLevel: 'silent' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const at = () => ({
  PARLEY_BASE_URL: server.ready.baseUrl,
  PARLEY_LOCAL_SECRET: server.ready.localSecret,
  PARLEY_API_KEY: server.ready.apiKey,
})
const run = (...args: string[]) => parley(['players', ...args], { env: at() })

async function json(...args: string[]) {
  const { stdout, stderr, exitCode } = await run(...args, '--json')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return JSON.parse(stdout)
}
const playersOf = (page: { players: { playerId: string }[] }) => page.players.map(({ playerId }) => playerId)

test('the list fits eighty columns: times are readable, long ids cut, control characters escaped', async () => {
  const { stdout, stderr, exitCode } = await run('list', 'mira', '--sort-by', 'message_count')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout.split('\n')).toEqual([
    'MESSAGES  MEMORIES  SINCE       LAST ACTIVITY         PLAYER',
    '450       0         2030-01-02  2030-01-02 03:04:05Z  bob',
    '3         0         2030-01-02  2030-01-02 03:04:05Z  ada',
    '2         0         2030-01-02  2030-01-02 03:04:05Z  evil\\u001b[2J id\\u009b31m',
    expect.stringMatching(/^1 {9}0 {9}2030-01-02 {2}2030-01-02 03:04:05Z {2}(p{25}…|stats)$/),
    expect.stringMatching(/^1 {9}0 {9}2030-01-02 {2}2030-01-02 03:04:05Z {2}(p{25}…|stats)$/),
    '0         0         2030-01-02  2030-01-02 03:04:05Z  silent',
  ])
})

test('the list takes a page, an order, a search and a least number of messages', async () => {
  const page = await json('list', 'mira', '--sort-by', 'player_id', '--sort-order', 'asc', '--limit', '2')
  expect(page).toMatchObject({ total: 6, limit: 2, offset: 0, sortBy: 'player_id', sortOrder: 'asc' })
  expect(playersOf(page)).toEqual(['ada', 'bob'])
  expect(playersOf(await json('list', 'mira', '--search', 'AD'))).toEqual(['ada'])
  expect(playersOf(await json('list', 'mira', '--min-messages', '4'))).toEqual(['bob'])
  expect(await run('list', 'mira', '--limit', '2', '--offset', '2')).toMatchObject({
    stderr: '2 of 6; continue with --offset 4, or --all',
    exitCode: 0,
  })
})

test('--all lists every player over all pages, as one page', async () => {
  const page = await json('list', 'crowd', '--all', '--search', 'player', '--min-messages', '1')
  expect(new Set(playersOf(page)).size).toBe(230)
  expect(page).toMatchObject({
    total: 230,
    limit: 230,
    offset: 0,
    sortBy: 'last_activity',
    sortOrder: 'desc',
  })
  const human = await run('list', 'crowd', '--all')
  expect(human.stdout.split('\n')).toHaveLength(231)
  expect(human.stderr).toBe('')
})

test('players of whom there are only memories are listed, too, in the order asked for', async () => {
  const { stdout, stderr, exitCode } = await run('list', 'keeper', '--sort-by', 'message_count')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout.split('\n')).toEqual([
    'MESSAGES  MEMORIES  SINCE       LAST ACTIVITY         PLAYER',
    '2         1         2030-01-02  2030-01-02 03:04:05Z  m',
    '1         0         2030-01-02  2030-01-02 03:04:05Z  z',
    '0         1                                           b',
    '0         2                                           q',
  ])
  const ordered = async (...flags: string[]) => playersOf(await json('list', 'keeper', ...flags))
  expect(await ordered('--sort-by', 'player_id', '--sort-order', 'asc')).toEqual(['b', 'm', 'q', 'z'])
  expect(await ordered('--sort-by', 'player_id')).toEqual(['z', 'q', 'm', 'b'])
  expect(await ordered('--sort-by', 'message_count', '--sort-order', 'asc')).toEqual(['b', 'q', 'z', 'm'])
  expect((await ordered()).slice(2)).toEqual(['b', 'q'])
  expect(await ordered('--search', 'Q')).toEqual(['q'])
  expect(await ordered('--min-messages', '1', '--sort-by', 'player_id')).toEqual(['z', 'm'])
})

test('the page of the list counts everyone; of a player without a conversation it says so', async () => {
  const page = await json('list', 'keeper', '--sort-by', 'message_count', '--limit', '2', '--offset', '1')
  expect(page).toEqual({
    players: [
      { playerId: 'z', memoryCount: 0, conversation: expect.objectContaining({ playerId: 'z' }) },
      { playerId: 'b', memoryCount: 1, conversation: null },
    ],
    conversations: [expect.objectContaining({ playerId: 'z', messageCount: 1 })],
    total: 4,
    limit: 2,
    offset: 1,
    sortBy: 'message_count',
    sortOrder: 'desc',
    complete: true,
  })
})

test('--all lists every player of whom there are only memories, over all pages', async () => {
  const { players, total } = await json('list', 'archive', '--all')
  expect(total).toBe(230)
  expect(new Set(players.map(({ playerId }: { playerId: string }) => playerId)).size).toBe(230)
})

test('a player sees of the list only themselves, also when there are only memories of them', async () => {
  for (const player of ['q', 'm']) {
    expect(playersOf(await json('list', 'keeper', '--player-id', player))).toEqual([player])
  }
  expect(playersOf(await json('list', 'keeper', '--player-id', 'nobody'))).toEqual([])
})

test('a key that may not read memories lists who has talked, and the command says that there may be others', async () => {
  const made = await parley(
    ['keys', 'create', 'talks', '--scope', 'conversations:read', '--scope', 'characters:read', '--json'],
    { env: at() },
  )
  const env = { ...at(), PARLEY_API_KEY: JSON.parse(made.stdout).key }
  const listed = await parley(['players', 'list', 'keeper', '--sort-by', 'message_count'], { env })
  expect(listed.stdout.split('\n').map((line) => line.split(/ +/).at(-1))).toEqual(['PLAYER', 'm', 'z'])
  expect(listed.stderr).toBe(
    'Only players who have talked to the character are listed: this server, or this API key, does not give access to others.',
  )
  const { stdout } = await parley(['players', 'list', 'keeper', '--json'], { env })
  expect(JSON.parse(stdout)).toMatchObject({ complete: false, total: 2 })
})

test("another account's character has no players", async () => {
  const { stdout } = await parley(['characters', 'get', 'keeper', '--json'], { env: at() })
  const { id } = JSON.parse(stdout)
  const made = await parley(['keys', 'create', 'foreign', '--email', 'guest@example.org', '--json'], {
    env: at(),
  })
  const env = { ...at(), PARLEY_API_KEY: JSON.parse(made.stdout).key }
  expect(await parley(['players', 'list', id], { env })).toMatchObject({
    stdout: '',
    stderr: 'Error: Character not found',
    exitCode: 1,
  })
})

test('get shows the conversation of one player, also of one called stats', async () => {
  const found = await json('get', 'mira', 'stats')
  expect(found).toMatchObject({ playerId: 'stats', messageCount: 1, createdAt: AT })
  const { stdout } = await run('get', 'mira', 'ada')
  expect(stdout.replaceAll(/[\da-f-]{36}/g, 'ID').split('\n')).toEqual([
    'player         ada',
    'conversation   ID',
    'character      ID',
    'messages       3',
    'since          2030-01-02 03:04:05Z',
    'last activity  2030-01-02 03:04:05Z',
  ])
  expect((await run('get', 'mira', EVIL)).stdout).toMatch(/^player +evil\\u001b\[2J id\\u009b31m\n/)
})

test('--player-id says for whom the command acts, the argument whose conversation is meant', async () => {
  expect(await json('get', 'mira', 'ada', '--player-id', 'ada')).toMatchObject({ playerId: 'ada' })
  expect(playersOf(await json('list', 'mira', '--player-id', 'ada'))).toEqual(['ada'])
  for (const player of ['bob', 'stats']) {
    expect(await run('get', 'mira', player, '--player-id', 'ada')).toEqual({
      stdout: '',
      stderr: 'Error: Conversation not found',
      exitCode: 1,
    })
  }
})

test('messages are a transcript as wide as the terminal, with the ids that other commands take', async () => {
  const { stdout, stderr, exitCode } = await run('messages', 'mira', 'ada')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  const ids: string[] = (await json('messages', 'mira', 'ada')).messages.map(({ id }: { id: string }) => id)
  expect(stdout.split('\n')).toEqual([
    `ada  2030-01-02 03:04:05Z  ${ids[0]}`,
    '  Hello',
    '',
    `Mira  2030-01-02 03:04:05Z  ${ids[1]}`,
    `  It is ${'very '.repeat(13)}very`,
    `  ${'very '.repeat(6)}late`,
    '',
    `ada  2030-01-02 03:04:05Z  ${ids[2]}`,
    '  \\u001b[31mred',
  ])
})

test('a page of messages counts from the newest; --all is everything, the oldest first', async () => {
  const contents = (page: { messages: { content: string }[] }) => page.messages.map(({ content }) => content)
  expect(contents(await json('messages', 'mira', 'bob', '--limit', '2', '--page', '2'))).toEqual([
    'line 446',
    'line 447',
  ])
  expect((await run('messages', 'mira', 'bob', '--limit', '2')).stderr).toBe(
    '2 of 450; older ones with --page 2, or --all',
  )
  const all = await json('messages', 'mira', 'bob', '--all')
  expect(contents(all)).toEqual(Array.from({ length: 450 }, (_, index) => `line ${index}`))
  expect(all.pagination).toEqual({ page: 1, limit: 450, total: 450, hasMore: false })
})

test('a page without anything is said to be empty, on standard error', async () => {
  expect(await run('messages', 'mira', 'zoe')).toEqual({ stdout: '', stderr: 'No messages', exitCode: 0 })
  expect(await run('list', 'mira', '--search', 'zoe')).toMatchObject({ stderr: 'No players', exitCode: 0 })
})

test('stats count the players and messages of a character', async () => {
  expect(await json('stats', 'crowd')).toEqual({
    totalConversations: 230,
    totalMessages: 230,
    firstActivity: AT,
    lastActivity: AT,
  })
  expect((await run('stats', 'crowd')).stdout.split('\n')).toEqual([
    'players         230',
    'messages        230',
    'first activity  2030-01-02 03:04:05Z',
    'last activity   2030-01-02 03:04:05Z',
  ])
})

const twin = async () => {
  const { stdout } = await parley(['characters', 'list', '--search', 'Twin', '--json'], { env: at() })
  const ids: string[] = JSON.parse(stdout).characters.map(({ id }: { id: string }) => id)
  const talked = await Promise.all(ids.map(async (id) => (await json('list', id)).total as number))
  return ids[talked.findIndex((total) => total > 0)] ?? ''
}

test('at a terminal delete says what goes, and a no changes nothing', async () => {
  const id = await twin()
  const terminal = parleyAtTerminal(['players', 'delete', id, 'eve'], at())
  await terminal.shows(/Delete the conversation of eve with Twin: 2 messages, all memories that\s+Twin/)
  terminal.type('n\r')
  expect(await terminal.exit).toBe(1)
  expect(playersOf(await json('list', id))).toContain('eve')
})

test('delete forgets one player and no other', async () => {
  const id = await twin()
  expect(await json('delete', id, 'ada', '--yes')).toEqual({
    deleted: true,
    characterId: id,
    playerId: 'ada',
    memoriesLeft: 0,
  })
  expect(playersOf(await json('list', id))).toEqual(['eve'])
  expect(await run('delete', id, 'ada', '--yes')).toEqual({
    stdout: '',
    stderr: 'Error: There is no conversation with ada\nNo memories of ada are left.',
    exitCode: 1,
  })
})

test('delete of a player who never talked says what is remembered, and what removes it', async () => {
  const id = await twin()
  await parley(['memories', 'add', id, 'lou', 'Likes tea'], { env: at() })
  expect(await run('delete', id, 'lou', '--yes')).toEqual({
    stdout: '',
    stderr: `Error: There is no conversation with lou\n1 memory of lou is left; \`parley memories clear ${id} lou\` deletes it.`,
    exitCode: 1,
  })
})

test('delete says on success that no memories are left, and how many when the service has left some', async () => {
  const memories = (status: string | null) => ({ memories: [], total: status === 'active' ? 2 : 0 })
  const { baseUrl } = await fakeRest(({ method, url }) =>
    method === 'DELETE'
      ? { status: 204 }
      : { body: memories(new URL(url, 'http://x').searchParams.get('status')) },
  )
  expect(await parley(['players', 'delete', ID, 'ada', '--yes', '--base-url', baseUrl])).toEqual({
    stdout: `Deleted the conversation of ada. 2 memories of ada are left; \`parley memories clear ${ID} ada\` deletes them.`,
    stderr: '',
    exitCode: 0,
  })
  const { stdout } = await parley(['characters', 'create', '--name', 'Forgetful', '--json'], { env: at() })
  const { id } = JSON.parse(stdout)
  await parley(['chat', id, '--player-id', 'kim', '--message', 'My name is Kim.'], { env: at() })
  expect(await run('delete', id, 'kim', '--yes')).toEqual({
    stdout: 'Deleted the conversation of kim. No memories of kim are left.',
    stderr: '',
    exitCode: 0,
  })
})

test('delete with a key that may not read memories says that it cannot tell, and what removes them', async () => {
  const { baseUrl } = await fakeRest(({ method }) =>
    method === 'DELETE'
      ? { status: 404, body: { detail: 'Conversation not found' } }
      : { status: 403, body: { detail: 'no' } },
  )
  const flags = ['--yes', '--json', '--base-url', baseUrl]
  const { stdout, exitCode } = await parley(['players', 'delete', ID, 'ada', ...flags])
  expect({ ...JSON.parse(stdout).error, exitCode }).toMatchObject({
    code: 'no_conversation',
    message: 'There is no conversation with ada',
    hint: `This API key cannot read whether memories of ada are left; \`parley memories clear ${ID} ada\` deletes them.`,
    exitCode: 1,
  })
})

test.each([
  ['a name that two have', ['list', 'Twin'], 1, 'matches several characters'],
  ['a character that nobody has', ['stats', 'nobody'], 1, 'Character not found'],
  ['the beginning of a name, to delete', ['delete', 'mir', 'ada', '--yes'], 1, 'Character not found'],
  ['a player that nobody is', ['get', 'mira', 'zoe'], 1, 'Conversation not found'],
  ['a page of none', ['messages', 'mira', 'ada', '--page', '0'], 1, 'page: Input should be greater'],
  ['a page too large', ['list', 'mira', '--limit', '101'], 1, 'limit: Input should be less'],
  ['everything and a page', ['messages', 'mira', 'ada', '--all', '--page', '2'], 2, '--all'],
  ['everything and a limit', ['list', 'mira', '--all', '--limit', '2'], 2, '--all'],
  ['an order that is none', ['list', 'mira', '--sort-by', 'mood'], 2, 'mood'],
  ['a player id that would be another path', ['get', 'mira', '..'], 2, 'cannot be an id'],
  ['no player', ['get', 'mira'], 2, 'Missing 1 required arg'],
])('%s is refused', async (_, args, exitCode, message) => {
  const refused = await run(...args)
  expect({ stdout: refused.stdout, exitCode: refused.exitCode }).toEqual({ stdout: '', exitCode })
  expect(refused.stderr).toContain(message)
})

test('delete without a terminal and without --yes exits with 4, and asks the service nothing', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500 }))
  const { stderr, exitCode } = await parley(['players', 'delete', ID, 'ada', '--base-url', baseUrl])
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: This cannot be undone and needs a confirmation.\nAdd --yes.',
    exitCode: 4,
  })
  expect(requests).toEqual([])
})
