import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import {
  createTestServer,
  rest,
  startTestServer,
  temporaryFolder,
} from '../../support/servers/test-server.js'

const WORLD = `
accounts:
  - email: Ana@example.com
    keys:
      - { name: ci, key: svc_0123456789abcdef0123, scopes: ['characters:read'] }
characters:
  - key: maren
    account: ana@example.com
    persona: { name: Maren }
    actions: [{ name: wave, parameters: [{ name: hand, type: string }] }]
    conversations:
      - player_id: p1
        messages:
          - { role: user, content: Hello, timestamp: '2030-01-01T00:00:00.000Z' }
          - { role: assistant, content: Welcome }
  - key: own
    id: 6f1f6a0e-7e55-4d3c-9d5f-0d5cf0a2a111
    player_id: p2
    persona: { name: Owned by a player }
`

async function givenWorldFile(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'world.yaml')
  await writeFile(path, text)
  return path
}

test('a world file puts accounts, keys, characters and conversations in place', async () => {
  const server = await startTestServer({ worldFiles: [await givenWorldFile(WORLD)] })

  const anas = await fetch(`${server.ready.baseUrl}/api/v1/characters`, {
    headers: { 'x-api-key': 'svc_0123456789abcdef0123' },
  })
  const { characters } = (await anas.json()) as { characters: { id: string; name: string }[] }
  expect(characters.map(({ name }) => name)).toEqual(['Maren'])

  const { body } = await rest(server, 'GET', '/api/v1/characters/6f1f6a0e-7e55-4d3c-9d5f-0d5cf0a2a111')
  expect(body).toMatchObject({ name: 'Owned by a player', player_id: 'p2' })
})

test('a second start with the same world file changes nothing', async () => {
  const dataDir = await temporaryFolder()
  const worldFiles = [await givenWorldFile(WORLD)]
  const read = async () => {
    const server = await createTestServer({ dataDir, worldFiles, logLevel: 'silent' })
    const { body } = await rest(server, 'GET', '/api/v1/characters')
    await server.stop()
    return body
  }
  const first = await read()
  expect(first).toMatchObject({ total: 1 })
  expect(await read()).toEqual(first)
})

const SHARED = `
organizations:
  - { key: night, name: Night Shift, owner: ana@example.com, members: [dev@parley.local] }
characters:
  - key: mira
    account: ana@example.com
    organization: night
    persona: { name: Mira }
`

test('a world file puts organizations in place, with their members and characters, once', async () => {
  const dataDir = await temporaryFolder()
  const worldFiles = [await givenWorldFile(SHARED)]
  const read = async () => {
    const server = await createTestServer({ dataDir, worldFiles, logLevel: 'silent' })
    const asDev = { authorization: `Bearer ${await idTokenOf(server)}` }
    const get = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${server.ready.baseUrl}${path}`, { headers: { ...asDev, ...headers } })).json()
    const { organizations } = (await get('/api/control/v1/organizations')) as {
      organizations: { id: string }[]
    }
    const inOrg = await get('/api/v1/characters', { 'x-org-id': organizations[0]?.id ?? '' })
    await server.stop()
    return { organizations, inOrg }
  }
  const first = await read()
  expect(first).toMatchObject({
    organizations: [{ name: 'Night Shift' }],
    inOrg: { total: 1, characters: [{ name: 'Mira' }] },
  })
  expect(await read()).toEqual(first)
})

test('a world with a character in an organization that is not its own is refused', async () => {
  const path = await givenWorldFile('characters:\n  - { key: mira, organization: night }\n')
  await expect(createTestServer({ worldFiles: [path] })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('in the organization night'),
  })
})

test.each([
  ['characters:\n  - persona: { name: X }\n', 'characters[0].key is missing'],
  [
    'characters:\n  - key: a\n    persnoa: {}\n',
    'characters[0].persnoa is not a known key; did you mean persona?',
  ],
  ["characters:\n  - key: a\n    actions: [{ name: 'Not Snake' }]\n", 'characters[0].actions[0].name'],
  ['accounts:\n  - email: nobody\n', 'accounts[0].email'],
  [
    'characters:\n  - key: a\n    persona: { nme: X }\n',
    'characters[0].persona.nme is not a known key; did you mean name?',
  ],
  [
    'characters:\n  - key: a\n    llm: { verbosity: chatty }\n',
    'characters[0].llm.verbosity must be one of: short, medium, long',
  ],
  ['- a\n- b\n', 'the file must be a mapping of keys to values'],
  ['characters:\n  - key: a\n  - { key: a, persona: { name: B } }\n', 'characters[1].key is there twice'],
  [
    `accounts:\n  - { email: a@b.c }\n  - { email: d@e.f, keys: [{ name: a, key: ${'svc_'.padEnd(20, '1')} }, { name: b, key: ${'svc_'.padEnd(20, '1')} }] }\n`,
    'accounts[1].keys[1].key is there twice',
  ],
  ['charcters: []\n', 'charcters is not a known key; did you mean characters?'],
])('a world file with a mistake is refused by its place: %s', async (text, sentence) => {
  const path = await givenWorldFile(text)
  await expect(createTestServer({ worldFiles: [path] })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(sentence),
  })
})

async function idTokenOf(server: RunningServer): Promise<string> {
  const { body } = await rest(server, 'POST', '/api/control/v1/identity/token', { email: 'dev@parley.local' })
  return (body as { idToken: string }).idToken
}
