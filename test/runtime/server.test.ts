import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../src/runtime/create-server.js'
import {
  connectPlayer,
  idTokenOf,
  rest,
  sendTextAndWait,
  startTestServer,
  temporaryFolder,
} from '../support/servers/test-server.js'

const PLAYER = 'player-1'

async function newCharacter(server: Awaited<ReturnType<typeof startTestServer>>): Promise<string> {
  const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Ada' } })
  return (body as { id: string }).id
}

test('a conversation goes on where it ended, after the server was stopped and started again', async () => {
  const dataDir = await temporaryFolder()
  const first = await createServer({ dataDir, logLevel: 'silent' })
  const character_id = await newCharacter(first)
  const auth = { api_key: first.ready.apiKey, character_id, player_id: PLAYER }
  const before = connectPlayer(first, auth)
  const { conversation_id } = await before.next<{ conversation_id: string }>('session_info')
  await sendTextAndWait(before, 'My name is Grace.')
  await first.stop()

  const second = await startTestServer({ dataDir })
  expect(second.ready.apiKey).toBe(first.ready.apiKey)
  expect(second.ready.account).toEqual(first.ready.account)
  const after = connectPlayer(second, auth)
  expect(await after.next('session_info')).toMatchObject({ conversation_id, character_id, player_id: PLAYER })
  expect(await sendTextAndWait(after, 'What is my name?')).toContain('Grace')

  const { body } = await rest(second, 'GET', `/api/v1/characters/${character_id}/players/${PLAYER}/messages`)
  expect(body).toMatchObject({
    messages: [
      { id: 1, role: 'user', content: 'My name is Grace.' },
      { id: 2, role: 'assistant' },
      { id: 3, role: 'user', content: 'What is my name?' },
      { id: 4, role: 'assistant' },
    ],
    pagination: { page: 1, limit: 100, total: 4, hasMore: false },
  })
})

test('the ready line is true and server.json lives exactly as long as the server', async () => {
  const dataDir = await temporaryFolder()
  const readyFile = join(await temporaryFolder(), 'ready.json')
  const server = await createServer({ dataDir, readyFile, logLevel: 'silent' })
  const serverFile = join(dataDir, 'server.json')

  expect(JSON.parse(await readFile(serverFile, 'utf8'))).toEqual(server.ready)
  expect(JSON.parse(await readFile(readyFile, 'utf8'))).toEqual(server.ready)
  expect((await stat(serverFile)).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(server.ready).toMatchObject({
    event: 'ready',
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    account: { email: 'dev@parley.local' },
    dataDir,
    pid: process.pid,
    providers: {
      llm: 'stub',
      tts: 'builtin',
      stt: 'stub',
      embeddings: 'hash',
      vision: 'stub',
      model3d: 'stub',
    },
  })
  expect(await rest(server, 'GET', '/api/health')).toEqual({
    status: 200,
    body: { status: 'ok', service: 'parley' },
  })

  await server.stop()
  expect(await readdir(dataDir)).not.toContain('server.json')
})

test('a port in use is one sentence, and nothing is changed on disk', async () => {
  const other = createNetServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const folder = await temporaryFolder()

  await expect(createServer({ port, dataDir: join(folder, 'data') })).rejects.toMatchObject({
    name: 'StartError',
    message: `Port ${port} on 127.0.0.1 is already in use.`,
  })
  expect(await readdir(folder)).toEqual([])
})

test('a data folder that is already served is refused, and the first server goes on', async () => {
  const dataDir = await temporaryFolder()
  const first = await startTestServer({ dataDir })
  await expect(createServer({ dataDir, logLevel: 'silent' })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(`${process.pid}`),
  })
  expect((await rest(first, 'GET', '/api/v1/characters')).status).toBe(200)
  expect(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))).toEqual(first.ready)
})

test('a configuration that names an unknown key is refused by that name, and nothing is changed on disk', async () => {
  const folder = await temporaryFolder()
  const configFile = join(folder, 'parley.yaml')
  await writeFile(configFile, 'llm:\n  defualt: stub\n')
  await expect(createServer({ configFile, dataDir: join(folder, 'data') })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/parley\.yaml:2: llm\.defualt is not a known key; did you mean default\?/),
  })
  expect(await readdir(folder)).toEqual(['parley.yaml'])
})

test('a data folder that cannot be made is one sentence with its reason', async () => {
  const dataDir = join(await temporaryFolder(), 'file', 'data')
  await writeFile(join(dataDir, '..'), '')
  await expect(createServer({ dataDir, logLevel: 'silent' })).rejects.toMatchObject({
    name: 'StartError',
    message: `The data folder ${dataDir} cannot be written: a file is in its place.`,
    hint: 'Choose another with --data-dir, or keep records in memory with --ephemeral.',
  })
})

test.each([
  ['whose folder does not exist', 'nowhere/ready.json', 'its folder does not exist'],
  ['that is a folder', '.', 'a folder is in its place'],
])('a ready file %s is refused, and nothing is left behind', async (_, name, reason) => {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const place = join(folder, 'place')
  await mkdir(place)
  const readyFile = join(place, name)
  await expect(createServer({ dataDir, readyFile, logLevel: 'silent' })).rejects.toMatchObject({
    name: 'StartError',
    message: `The ready file ${readyFile} cannot be written: ${reason}.`,
  })
  expect(await readdir(dataDir).catch(() => [])).not.toContain('server.json')
  expect((await readdir(folder)).filter((left) => left !== 'data')).toEqual(['place'])
})

test('the local secret is new at each start, in the ready line and in secrets.json, where the key stays', async () => {
  const dataDir = await temporaryFolder()
  const secretsFile = async () => JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
  const first = await createServer({ dataDir, logLevel: 'silent' })
  expect(first.ready.localSecret).toMatch(/^[\w-]{43}$/)
  expect(await secretsFile()).toMatchObject({ localSecret: first.ready.localSecret })
  await first.stop()
  const second = await startTestServer({ dataDir })
  expect(second.ready.localSecret).not.toBe(first.ready.localSecret)
  expect(second.ready.apiKey).toBe(first.ready.apiKey)
  const { apiKey, localSecret } = second.ready
  expect(await secretsFile()).toMatchObject({ apiKey, localSecret })
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test.each(['localhost', '127.0.0.1/33', '10.0.0.0/8/8', '1.2.3'])(
  'a trusted proxy that is no address (%s) is refused',
  async (proxy) => {
    await expect(createServer({ trustProxies: [proxy] })).rejects.toMatchObject({
      name: 'StartError',
      message: `--trust-proxy ${proxy} is not an address.`,
    })
  },
)

test('a proxy that is trusted may say that a client of this machine asks for the clock', async () => {
  const ask = async (trustProxies: readonly string[], forwarded: string) => {
    const server = await startTestServer({ trustProxies })
    const headers = { authorization: `Bearer ${await idTokenOf(server)}`, 'x-forwarded-for': forwarded }
    return (await fetch(`${server.ready.baseUrl}/api/control/v1/local/clock`, { headers })).status
  }
  expect(await ask(['127.0.0.0/8'], '127.0.0.1')).toBe(200)
  expect(await ask(['127.0.0.0/8'], '203.0.113.9')).toBe(403)
  expect(await ask([], '127.0.0.1')).toBe(403)
})

test('damaged secrets are named and left as they are', async () => {
  const dataDir = await temporaryFolder()
  const server = await createServer({ dataDir, logLevel: 'silent' })
  await server.stop()
  const path = join(dataDir, 'secrets.json')
  await writeFile(path, '{"apiKey":')
  await expect(createServer({ dataDir, logLevel: 'silent' })).rejects.toMatchObject({
    name: 'StartError',
    message: `${path} is damaged.`,
  })
  expect(await readFile(path, 'utf8')).toBe('{"apiKey":')
})

test('a clock that is no date and an address that is none are refused', async () => {
  await expect(createServer({ clock: 'yesterday' })).rejects.toMatchObject({ name: 'StartError' })
  await expect(createServer({ docsUrl: 'docs.example' })).rejects.toMatchObject({ name: 'StartError' })
})

test('the dates of the legacy routes are announced on them', async () => {
  const server = await startTestServer({
    deprecationDate: '2029-12-01',
    sunsetDate: '2030-06-01T12:00:00Z',
    docsUrl: 'https://docs.example/é/',
  })
  const answer = await fetch(`${server.ready.baseUrl}/api/agents`, {
    headers: { 'x-api-key': server.ready.apiKey, connection: 'close' },
  })
  const header = (name: string) => answer.headers.get(name)
  expect([answer.status, header('deprecation'), header('sunset'), header('link')]).toEqual([
    200,
    '@1890777600',
    'Sat, 01 Jun 2030 12:00:00 GMT',
    '<https://docs.example/%C3%A9/migration>; rel="deprecation"; type="text/html", ' +
      '</api/v1/characters>; rel="successor-version"',
  ])
})

test.each([
  [{ deprecationDate: 'soon' }, '--deprecation-date soon is not a date.'],
  [{ deprecationDate: '2030-01-01', sunsetDate: '2030-13-01' }, '--sunset-date 2030-13-01 is not a date.'],
  [{ sunsetDate: '2030-01-01' }, '--sunset-date 2030-01-01 does not follow a deprecation date.'],
  [
    { deprecationDate: '2030-01-02', sunsetDate: '2030-01-01' },
    '--sunset-date 2030-01-01 does not follow a deprecation date.',
  ],
])('legacy dates that make no sense are refused (%j)', async (dates, message) => {
  await expect(createServer(dates)).rejects.toMatchObject({ name: 'StartError', message })
})

test('reset goes back to the state right after the start, worlds included', async () => {
  const folder = await temporaryFolder()
  const worldFile = join(folder, 'world.yaml')
  await writeFile(worldFile, 'characters:\n  - key: kept\n    persona: { name: Kept }\n')
  const server = await startTestServer({ worldFiles: [worldFile], seed: '1' })
  const created = await newCharacter(server)
  const player = connectPlayer(server, {
    api_key: server.ready.apiKey,
    character_id: created,
    player_id: PLAYER,
  })
  await player.next('session_info')

  const { idToken } = (
    await rest(server, 'POST', '/api/control/v1/identity/token', { email: 'dev@parley.local' })
  ).body as { idToken: string }
  const reset = await fetch(`${server.ready.baseUrl}/api/control/v1/local/reset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  })

  expect(reset.status).toBe(204)
  const { body } = await rest(server, 'GET', '/api/v1/characters')
  expect((body as { characters: { name: string }[] }).characters.map(({ name }) => name)).toEqual(['Kept'])
  expect(await newCharacter(server)).toBe(created)
})

test('a player who connected but never spoke has no conversation to read yet', async () => {
  const server = await startTestServer()
  const character_id = await newCharacter(server)
  const player = connectPlayer(server, { api_key: server.ready.apiKey, character_id, player_id: PLAYER })
  const { conversation_id } = await player.next<{ conversation_id: string }>('session_info')
  const path = `/api/v1/characters/${character_id}/players/${PLAYER}`
  expect(await rest(server, 'GET', path)).toEqual({ status: 404, body: { detail: 'Conversation not found' } })

  await sendTextAndWait(player, 'Hello')
  expect(await rest(server, 'GET', path)).toMatchObject({
    status: 200,
    body: { id: conversation_id, messageCount: 2 },
  })
})
