import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatKeptRecord, type KeptRecord } from '../../../src/runtime/world/seed-differences.js'
import { WorldMemoriesSchema } from '../../../src/runtime/world/seed-memories.js'
import { createTestServer, temporaryFolder } from '../../support/servers/test-server.js'

const WORLD = {
  accounts: [
    {
      email: 'ana@example.com',
      keys: [{ name: 'ci', key: 'svc_0123456789abcdef0123', scopes: ['characters:read'] }],
    },
  ],
  organizations: [
    { key: 'night', name: 'Night Shift', owner: 'ana@example.com', members: ['dev@parley.local'] },
  ],
  characters: [
    {
      key: 'bram',
      persona: { name: 'Bram', tagline: 'Keeps bees' },
      tts: { voice: 'v1' },
      actions: [{ name: 'wave', parameters: [{ name: 'hand' }] }],
      conversations: [
        {
          player_id: 'p1',
          messages: [{ role: 'user', content: 'Hello', timestamp: '2030-01-01T00:00:00.000Z' }],
        },
      ],
      memories: [
        {
          player_id: 'p1',
          memories: [{ content: 'The player lives in Delft', memoryType: 'fact' }],
        },
      ],
      shares: [{ id: 'abcdefghijklmnopqrstuvwxyz012345', maxInteractions: 5 }],
    },
  ],
}

/** Two starts in the same folder, and what the second one tells. */
async function secondStart(first: object, second: object): Promise<string[]> {
  const folder = await temporaryFolder()
  const told: KeptRecord[] = []
  for (const [name, world] of Object.entries({ first, second })) {
    const file = join(folder, `${name}.json`)
    await writeFile(file, JSON.stringify(world))
    const server = await createTestServer({
      dataDir: join(folder, 'data'),
      worldFiles: [file],
      logLevel: 'silent',
      onKept: (record) => told.push(record),
    })
    await server.stop()
  }
  return told.map(formatKeptRecord)
}

test('a world that is there as it says is not worth a word', async () => {
  expect(await secondStart(WORLD, WORLD)).toEqual([])
})

test('what a file leaves out, it does not mind', async () => {
  const [bram] = WORLD.characters
  const less = {
    characters: [{ key: 'bram', persona: { name: 'Bram' }, shares: [{ id: bram?.shares[0]?.id }] }],
  }
  expect(await secondStart(WORLD, less)).toEqual([])
})

test('a record of each kind that is there and not as the file says is named with its fields', async () => {
  const changed = structuredClone(WORLD) as typeof WORLD & { accounts: { staff?: boolean }[] }
  const [ana] = changed.accounts
  const [night] = changed.organizations
  const [bram] = changed.characters
  if (!ana || !night || !bram) throw new Error('The world lacks its records')
  Object.assign(ana, { staff: true })
  Object.assign(ana.keys[0] ?? {}, { name: 'other', scopes: ['memories:read'] })
  Object.assign(night, { name: 'Day Shift', members: ['ben@example.com'] })
  Object.assign(bram, {
    persona: { name: 'Bram', tagline: 'Sells honey' },
    tts: { voice: 'v2' },
    actions: [{ name: 'wave' }],
    player_id: 'p9',
    conversations: [{ player_id: 'p1', messages: [{ role: 'user', content: 'Good day' }] }],
    memories: [{ player_id: 'p1', memories: [{ content: 'The player lives in Ghent', memoryType: 'fact' }] }],
  })
  Object.assign(bram.shares[0] ?? {}, { maxInteractions: 6 })
  expect(await secondStart(WORLD, changed)).toEqual([
    'kept account ana@example.com as it is; 1 field differs: staff',
    'kept key other as it is; 2 fields differ: name, scopes',
    'kept organization night as it is; 2 fields differ: name, members',
    'kept character bram as it is; 4 fields differ: tagline, tts_voice, actions, player_id',
    'kept conversation p1 as it is; 1 field differs: messages.0.content',
    'kept memories p1 as it is; 1 field differs: memories.0.content',
    'kept share abcdefghijklmnopqrstuvwxyz012345 as it is; 1 field differs: maxInteractions',
  ])
})

const REMEMBERED = {
  content: 'Lives in Lyon',
  memoryType: 'fact',
  importance: 0.4,
  confidence: 0.9,
  memoryLayer: 'ltm',
  createdAt: '2030-01-01T00:00:00.000Z',
  slot: { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' },
  entities: [{ name: 'Lyon', entityType: 'place' }],
  relations: [{ from: 'Vera', to: 'Lyon', relationshipType: 'lives_in' }],
}
const remembering = (memory: object) => ({
  characters: [
    { key: 'bram', persona: { name: 'Bram' }, memories: [{ player_id: 'p1', memories: [memory] }] },
  ],
})

test.each([
  ['content', { content: 'Lives in Nice' }],
  ['memoryType', { memoryType: 'event' }],
  ['importance', { importance: 0.8 }],
  ['confidence', { confidence: 0.5 }],
  ['memoryLayer', { memoryLayer: 'stm' }],
  ['createdAt', { createdAt: '2030-01-02T00:00:00.000Z' }],
  ['slot', { slot: { attribute: 'home', value: 'Nice' } }],
  ['entities', { entities: [{ name: 'Nice', entityType: 'place' }] }],
  ['relations', { relations: [] }],
])('a memory that differs from the file in its %s is named with it', async (field, change) => {
  expect(await secondStart(remembering(REMEMBERED), remembering({ ...REMEMBERED, ...change }))).toEqual([
    `kept memories p1 as it is; 1 field differs: memories.0.${field}`,
  ])
})

test('every field of a memory that a file can set has its row', () => {
  const { properties } = WorldMemoriesSchema as unknown as {
    properties: { memories: { items: { properties: object } } }
  }
  expect(Object.keys(properties.memories.items.properties).sort()).toEqual(Object.keys(REMEMBERED).sort())
})

test('a memory that says the same in another way has not changed', async () => {
  const same = {
    ...REMEMBERED,
    createdAt: '2030-01-01T01:00:00+01:00',
    slot: { value: 'Lyon', attribute: 'home' },
    entities: [{ entityType: 'place', name: 'Lyon' }],
  }
  expect(await secondStart(remembering(REMEMBERED), remembering(same))).toEqual([])
})

test('who went on talking and remembers more has not changed what the file says', async () => {
  const [bram] = WORLD.characters
  const [conversation] = bram?.conversations ?? []
  const longer = {
    ...WORLD,
    characters: [
      {
        ...bram,
        conversations: [
          {
            ...conversation,
            messages: [...(conversation?.messages ?? []), { role: 'assistant', content: 'Welcome' }],
          },
        ],
      },
    ],
  }
  expect(await secondStart(longer, WORLD)).toEqual([])
})
