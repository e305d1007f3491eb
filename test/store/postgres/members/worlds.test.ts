import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../src/contract/conversations.js'
import type { KeptRecord } from '../../../../src/runtime/world/seed-differences.js'
import { rest, startTestServer } from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

const CHARACTERS = 4
const LINES = 10

const lines = Array.from(
  { length: LINES },
  (_, at) => `          - { role: ${at % 2 === 0 ? 'user' : 'assistant'}, content: Line ${at} }`,
).join('\n')

const characters = Array.from(
  { length: CHARACTERS },
  (_, at) => `
  - key: character-${at}
    persona: { name: Character ${at} }
    conversations:
      - player_id: ada
        messages:
${lines}
    memories:
      - player_id: ada
        memories:
          - { content: The player lives in Porto, memoryType: fact }
    shares:
      - { id: 00000000-0000-4000-8000-00000000000${at} }`,
).join('')

const WORLD = `
accounts:
  - email: ana@example.com
    keys:
      - { name: ci, key: svc_0123456789abcdef0123 }
organizations:
  - { key: harbour, name: Harbour, members: [ana@example.com] }
characters:${characters}
`

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('servers that start at the same moment on an empty database put a world in place once', async () => {
    const [dataDir, store] = [await temporaryFolder(), await postgres.database()]
    const path = join(await temporaryFolder(), 'world.yaml')
    await writeFile(path, WORLD)
    const kept: KeptRecord[] = []
    const start = () =>
      startTestServer({
        ...{ dataDir, store, members: true, limits: 'off', worldFiles: [path] },
        onKept: (record) => void kept.push(record),
      })
    const servers = await Promise.all([start(), start(), start()])
    expect(kept).toEqual([])
    for (const server of servers) {
      const { body } = await rest(server, 'GET', '/api/v1/characters?limit=100')
      const found = (body as { characters: { id: string; name: string }[] }).characters
      expect(found.map(({ name }) => name).sort()).toEqual(
        Array.from({ length: CHARACTERS }, (_, at) => `Character ${at}`),
      )
      for (const { id } of found) {
        const pair = `/api/v1/characters/${id}/players/ada`
        const { messages } = (await rest(server, 'GET', `${pair}/messages?limit=100`)).body as {
          messages: Message[]
        }
        expect(messages.map(({ content }) => content)).toEqual(
          Array.from({ length: LINES }, (_, at) => `Line ${at}`),
        )
        const memories = (await rest(server, 'GET', `${pair}/memories`)).body as { total: number }
        expect(memories.total).toBe(1)
      }
    }
  })
})
