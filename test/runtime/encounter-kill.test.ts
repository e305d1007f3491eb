import { expect, test } from 'vitest'
import type { ServerEvents } from '../../src/contract/events.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { connectPlayer, createTestServer, rest, startTestServer } from '../support/servers/test-server.js'
import { copyFolder, temporaryFolder } from '../support/stores/store-folder.js'

type Line = ServerEvents['encounter_message']

const start = async (server: RunningServer, ids: readonly string[], maxTurns: number) => {
  const [characterAId, characterBId] = ids
  const body = { characterAId, characterBId, prompt: 'They meet at the harbour', maxTurns }
  const started = await rest(server, 'POST', '/api/v1/encounters', body)
  return (started.body as { encounterId: string }).encounterId
}

async function listen(server: RunningServer, character_id: string, encounterId: string) {
  const player = connectPlayer(server, { api_key: server.ready.apiKey, character_id, player_id: 'p1' })
  await player.next('session_info')
  player.send('subscribe_encounter', { encounterId })
  const lines = () =>
    player.heard.flatMap(([name, payload]) => (name === 'encounter_message' ? [payload as Line] : []))
  return { player, lines }
}

const memoriesOf = async (server: RunningServer, id: string, other: string) => {
  const path = `/api/v1/characters/${id}/players/${encodeURIComponent(`character:${other}`)}/memories`
  const { body } = await rest(server, 'GET', path)
  return (body as { memories: { content: string }[] }).memories.map(({ content }) => content)
}

test('an encounter that the server was killed in has ended after the next start, with all that was said', async () => {
  const dataDir = await temporaryFolder()
  const server = await createTestServer({ dataDir, logLevel: 'silent', pace: 'natural' })
  const ids: string[] = []
  for (const name of ['Mira', 'Bram']) {
    const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name } })
    ids.push((body as { id: string }).id)
  }
  const [mira = '', bram = ''] = ids
  const encounterId = await start(server, ids, 20)
  const before = await listen(server, mira, encounterId)
  for (const turnIndex of [0, 1])
    await before.player.next<Line>('encounter_message', (line) => line.turnIndex === turnIndex)
  // What is on the disk at this moment is what a killed server leaves.
  const copy = await copyFolder(dataDir)
  await server.stop()

  const next = await startTestServer({ dataDir: copy, pace: 'instant' })
  const after = await listen(next, mira, encounterId)
  const end = await after.player.next<ServerEvents['encounter_end']>('encounter_end')
  expect(end).toMatchObject({ reason: 'error', turnsEmitted: after.lines().length })
  expect(after.lines().slice(0, 2)).toEqual(before.lines().slice(0, 2))
  while ((await memoriesOf(next, bram, mira)).length === 0) await new Promise((wait) => setTimeout(wait, 10))
  expect(await memoriesOf(next, mira, bram)).toContainEqual(
    'Met Bram, another character. The scene: They meet at the harbour',
  )

  const again = await listen(next, mira, await start(next, ids, 2))
  expect(await again.player.next('encounter_end')).toMatchObject({
    reason: 'max_turns_reached',
    turnsEmitted: 2,
  })
})
