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

const CHARACTER = '6f1f6a0e-7e55-4d3c-9d5f-0d5cf0a2a111'
const of = (player: string, what = '') => `/api/v1/characters/${CHARACTER}/players/${player}/memories${what}`

async function givenMemories(...lines: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(), 'world.yaml')
  const head = `characters:\n  - key: mira\n    id: ${CHARACTER}\n    memories:\n      - player_id: ada\n        memories:\n`
  await writeFile(path, `${head}${lines.map((line) => `          - ${line}\n`).join('')}`)
  return path
}

const TEA = "{ content: Likes tea, memoryType: preference, createdAt: '2030-01-01T00:00:00.000Z' }"
const home = (value: string) =>
  `{ content: Lives in ${value}, memoryType: fact, slot: { attribute: home, value: ${value} } }`
const contentsOf = async (server: RunningServer, query = '') => {
  const { body } = await rest(server, 'GET', of('ada', query))
  return (body as { memories: { content: string }[] }).memories.map(({ content }) => content)
}

test('a world file holds memories with the fields and defaults of a memory that is written by hand', async () => {
  const full = `{ content: Is shy, memoryType: character_self, importance: 0.25, confidence: 0.5, memoryLayer: ltm, createdAt: '2029-12-31T00:00:00.000Z' }`
  const worldFiles = [await givenMemories(TEA, full)]
  const server = await startTestServer({ worldFiles, clock: '2030-01-02T00:00:00.000Z' })
  const { body } = await rest(server, 'GET', of('ada'))
  expect(body).toMatchObject({
    total: 2,
    memories: [
      {
        content: 'Likes tea',
        memoryType: 'preference',
        importance: 0.5,
        confidence: 1,
        memoryLayer: 'stm',
        status: 'active',
        source: 'manual_dashboard',
        createdAt: '2030-01-01T00:00:00.000Z',
      },
      { content: 'Is shy', importance: 0.25, confidence: 0.5, memoryLayer: 'ltm' },
    ],
  })
  expect((await rest(server, 'GET', of('bob'))).body).toMatchObject({ total: 0 })
})

test('a one-valued slot of a world is a core fact, and a later one takes its place', async () => {
  const server = await startTestServer({ worldFiles: [await givenMemories(home('Lyon'), home('Nice'))] })
  expect(await contentsOf(server)).toEqual(['Lives in Nice'])
  expect(await contentsOf(server, '?status=superseded')).toEqual(['Lives in Lyon'])
  const { body } = await rest(server, 'GET', of('ada', '/core-facts'))
  expect(body).toMatchObject({ coreFacts: [{ factKey: 'home', factValue: 'Nice' }] })
})

test('a player who has any memory keeps what they have when the world is given again', async () => {
  const dataDir = await temporaryFolder()
  const start = async (...lines: string[]) =>
    createTestServer({ dataDir, worldFiles: [await givenMemories(...lines)], logLevel: 'silent' })
  const first = await start(home('Lyon'))
  const { body } = await rest(first, 'GET', of('ada'))
  const [memory] = (body as { memories: { id: string }[] }).memories
  expect((await rest(first, 'DELETE', of('ada', `/${memory?.id}`))).status).toBe(204)
  await first.stop()

  const second = await start(home('Lyon'), TEA)
  expect(await contentsOf(second)).toEqual([])
  expect(await contentsOf(second, '?status=deleted')).toEqual(['Lives in Lyon'])
  await second.stop()
})

test.each([
  ['a kind that is none', '{ content: x, memoryType: mood }'],
  ['a text that is empty', "{ content: '', memoryType: fact }"],
  ['a text too long', `{ content: ${'x'.repeat(2001)}, memoryType: fact }`],
  ['an importance over 1', '{ content: x, memoryType: fact, importance: 2 }'],
  ['a key that nobody knows', '{ content: x, memoryType: fact, mood: good }'],
  ['a time that is none', '{ content: x, memoryType: fact, createdAt: yesterday }'],
  ['a slot without a value', '{ content: x, memoryType: fact, slot: { attribute: home } }'],
])('a world whose memory has %s is refused with its line', async (_, line) => {
  const worldFiles = [await givenMemories(TEA, line)]
  await expect(startTestServer({ worldFiles })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/world\.yaml.*\b8\b/s),
  })
})
