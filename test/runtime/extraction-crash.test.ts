import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Check } from '../../src/cli/doctor/check.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { type ServerProcess, startServerProcess } from '../support/servers/store-server.js'
import { connectPlayer, sendTextAndWait } from '../support/servers/test-server.js'

/** A server whose rules fail on certain words: see the file. */
const poisoned = (dataDir: string) =>
  startServerProcess(dataDir, [], {
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('../support/memories/poison/poison.cjs', import.meta.url))}`,
  })

async function givenCharacter(server: ServerProcess): Promise<string> {
  return (await server.call<{ id: string }>('POST', '/characters', { persona: { name: 'Ada' } })).id
}

/** Says the lines and waits for the answers; the end of the session has them read. */
async function talk(
  server: ServerProcess,
  auth: { character_id: string; player_id: string },
  lines: string[],
) {
  const player = connectPlayer(server, { api_key: server.ready.apiKey, ...auth })
  await player.next('session_info')
  for (const line of lines) await sendTextAndWait(player, line)
  await player.leave()
}

async function contentsOf(server: ServerProcess, character: string, player: string): Promise<string[]> {
  const path = `/characters/${character}/players/${player}/memories`
  const { memories } = await server.call<{ memories: { content: string }[] }>('GET', path)
  return memories.map(({ content }) => content).sort()
}

const remembered = (server: ServerProcess, character: string, player: string) =>
  expect.poll(() => contentsOf(server, character, player))

async function doctor(server: ServerProcess, dataDir: string): Promise<Check[]> {
  const { stdout } = await parley([
    'doctor',
    '--json',
    '--data-dir',
    dataDir,
    '--base-url',
    server.ready.baseUrl,
  ])
  return (JSON.parse(stdout) as { checks: Check[] }).checks
}

test('a message on which a rule never ends stops neither the server nor what else is remembered', async () => {
  const dataDir = scratchFolder()
  const server = await poisoned(dataDir)
  const character_id = await givenCharacter(server)
  await talk(server, { character_id, player_id: 'ada' }, [
    'I live in Lyon.',
    'This rule never ends today.',
    'I am allergic to nuts.',
  ])
  await talk(server, { character_id, player_id: 'ben' }, ['I live in Rome.'])
  await remembered(server, character_id, 'ben').toEqual(['The player lives in Rome'])
  await remembered(server, character_id, 'ada').toEqual([
    'The player is allergic to nuts',
    'The player lives in Lyon',
  ])
  await talk(server, { character_id, player_id: 'ada' }, ['I work as a nurse.'])
  await remembered(server, character_id, 'ada').toContain('The player works as a nurse')

  const check = (await doctor(server, dataDir)).find(({ name }) => name === 'memories')
  expect(check).toMatchObject({ status: 'warn' })
  expect(check?.message).toContain(`of character ${character_id} and player ada`)
  expect(check?.message).toContain('took too much processor time')
  expect(check?.hint).toContain('parley players messages')
})

test('a message that ends the process is skipped by the second start after it, and nothing else is lost', async () => {
  const dataDir = scratchFolder()
  const first = await poisoned(dataDir)
  const character_id = await givenCharacter(first)
  const lines = ['I live in Lyon.', 'This rule ends the process today.', 'I am allergic to nuts.']
  await talk(first, { character_id, player_id: 'ada' }, lines).catch(() => undefined)
  await first.ended

  // It reads the messages one by one, up to the one that ends it: perhaps before it is ready.
  const second = await poisoned(dataDir).catch(() => undefined)
  await second?.ended

  const third = await poisoned(dataDir)
  await remembered(third, character_id, 'ada').toEqual([
    'The player is allergic to nuts',
    'The player lives in Lyon',
  ])
  const check = (await doctor(third, dataDir)).find(({ name }) => name === 'memories')
  expect(check).toMatchObject({ status: 'warn' })
  expect(check?.message).toContain('twice ended the server process')
})
