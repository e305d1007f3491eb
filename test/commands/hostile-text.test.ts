import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

/** Clears the screen, sets a colour and a title, goes back in the line, in both forms, and turns the direction. */
const EVIL = 'evil\u001b[2J\u001b[31m\u001b]0;x\u0007\b\r\u009b2J\u0085\u202e\u2066\u200f\u061c'
/** What is part of a text. */
const FAMILY = '👩\u200d👧'
const UNSAFE = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const NAME = `Mira ${EVIL} ${FAMILY}`

let server: RunningServer
let env: Record<string, string>
let cwd: string
let id: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'parley-hostile-'))
  server = await createTestServer({ logLevel: 'silent', limits: 'off', pace: 'instant' })
  const { baseUrl, apiKey, localSecret } = server.ready
  env = { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_LOCAL_SECRET: localSecret }
  const persona = { name: NAME, tagline: EVIL, personality: EVIL, background: EVIL, system_prompt: EVIL }
  const actions = [{ name: 'wave', description: EVIL, parameters: [{ name: 'at', description: EVIL }] }]
  const made = await rest(server, 'POST', '/api/v1/characters', { persona, appearance: EVIL, actions })
  id = (made.body as { id: string }).id
  const memory = { content: `Likes ${EVIL} ${FAMILY}`, memoryType: 'preference' }
  await rest(server, 'POST', `/api/v1/characters/${id}/players/ada/memories`, memory)
  await run(['chat', id, '--player-id', 'ada', '--message', `My name is ${EVIL}`])
})
afterAll(async () => {
  await server?.stop()
  await rm(cwd, { recursive: true, force: true })
})

const run = (words: readonly string[]) =>
  parley(
    words.map((word) => (word === 'ID' ? id : word)),
    { env, cwd },
  )

const SHOWN = [
  'characters list',
  'characters get ID',
  'characters update ID --tagline x',
  'model status ID',
  'documents list ID',
  'memories list ID ada',
  'memories list ID ada --full',
  'memories list ID --all-players',
  'memories search ID ada likes',
  'memories timeline ID ada',
  'memories stats ID ada',
  'memories facts ID ada',
  'memories graph ID ada',
  'memories graph ID ada --dot',
  'memories explain ID ada likes',
  'memories fading ID ada',
  'memories prompt ID ada',
  'turns list',
  'turns show last --player-id ada',
  'turns show last --player-id ada --prompt',
  'turns show last --player-id ada --raw',
  'players list ID',
  'players get ID ada',
  'players messages ID ada',
  'players stats ID',
  'share create ID --permanent',
  'chat ID --player-id ada --message Hello',
  'status',
] as const

test.each(SHOWN)('`%s` shows nothing that a terminal takes for an order', async (line) => {
  const { stdout, stderr, exitCode } = await run(line.split(' '))
  expect([line, exitCode, stderr]).toEqual([line, 0, stderr])
  expect(stdout).not.toMatch(UNSAFE)
  expect(stderr).not.toMatch(UNSAFE)
})

test('what belongs to a text stays', async () => {
  expect((await run(['characters', 'get', 'ID'])).stdout).toContain(FAMILY)
  expect((await run(['memories', 'list', 'ID', 'ada', '--full'])).stdout).toContain(FAMILY)
})

test.each([
  'characters get ID --json',
  'memories list ID ada --json',
  'memories list ID ada --type preference --format ndjson',
])('`%s` says the very same text, escaped', async (line) => {
  const { stdout } = await run(line.split(' '))
  expect(stdout).not.toMatch(UNSAFE)
  expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(EVIL).slice(1, -1))
})

test('CSV that goes to a file is the data as they are', async () => {
  expect((await run(['memories', 'list', 'ID', 'ada', '--format', 'csv'])).stdout).toContain(EVIL)
})

test('an error, and what the user gave that it repeats, are escaped, too', async () => {
  const file = join(cwd, 'batch.json')
  await writeFile(file, JSON.stringify([{ customId: EVIL, [EVIL]: 1 }]))
  for (const words of [
    ['characters', 'get', `no${EVIL}`],
    ['memories', 'list', id, 'ada', '--type', `x${EVIL}`],
    ['batch', 'submit', file],
    ['chat', `no${EVIL}`, '--message', 'x'],
    ['turns', 'show', `no${EVIL}`],
    [`no${EVIL}`],
  ]) {
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr, exitCode } = await run([...words, ...flags])
      expect([words[0], exitCode === 0]).toEqual([words[0], false])
      expect(stdout).not.toMatch(UNSAFE)
      expect(stderr).not.toMatch(UNSAFE)
    }
  }
})
