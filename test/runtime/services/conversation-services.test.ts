import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import {
  connectPlayer,
  idTokenOf,
  rest,
  sendTextAndWait,
  startTestServer,
} from '../../support/servers/test-server.js'
import { copyFolder, temporaryFolder } from '../../support/stores/store-folder.js'

/** The configuration of a server whose stop waits for what a busy machine does slowly. */
async function patientConfig(): Promise<string> {
  const configFile = join(await temporaryFolder(), 'parley.yaml')
  await writeFile(configFile, 'stopSeconds: 600\n')
  return configFile
}

async function givenTalk(dataDir: string) {
  const server = await createServer({ dataDir, configFile: await patientConfig(), logLevel: 'silent' })
  const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Ada' } })
  const character_id = (body as { id: string }).id
  const auth = { api_key: server.ready.apiKey, character_id, player_id: 'p1' }
  const player = connectPlayer(server, auth)
  await player.next('session_info')
  return { server, player, auth, path: `/api/v1/characters/${character_id}/players/p1` }
}

async function contentsOf(server: RunningServer, path: string): Promise<string[]> {
  const { body } = await rest(server, 'GET', `${path}/memories`)
  return (body as { memories: { content: string }[] }).memories.map(({ content }) => content)
}

/** Resolves when memories were made of what was said. */
async function extracted(server: RunningServer, path: string): Promise<void> {
  for (let body: unknown; ; ) {
    body = (await rest(server, 'GET', path)).body
    if ((body as { lastMemoryExtractionAt: unknown }).lastMemoryExtractionAt !== null) return
  }
}

test('a session that the stop of the server ends leaves its memories', async () => {
  const dataDir = await temporaryFolder()
  const { server, player, path } = await givenTalk(dataDir)
  await sendTextAndWait(player, 'I live in Lyon.')
  expect(await contentsOf(server, path)).toEqual([])
  await server.stop()
  const next = await startTestServer({ dataDir })
  expect(await contentsOf(next, path)).toEqual(['The player lives in Lyon'])
})

test('what was said before the server was killed is remembered after the next start, once', async () => {
  const dataDir = await temporaryFolder()
  const { server, player, path } = await givenTalk(dataDir)
  await sendTextAndWait(player, 'I live in Lyon.')
  const copy = await copyFolder(dataDir)
  await server.stop()

  for (const _ of ['after the crash', 'and again']) {
    const next = await createServer({ dataDir: copy, logLevel: 'silent' })
    await extracted(next, path)
    expect(await contentsOf(next, path)).toEqual(['The player lives in Lyon'])
    await next.stop()
  }
})

test('a reset forgets what was extracted since the start', async () => {
  const server = await startTestServer({ worldFiles: ['fixtures/worlds/demo.yaml'] })
  const { body } = await rest(server, 'GET', '/api/v1/characters')
  const [{ id = '' } = {}] = (body as { characters: { id: string }[] }).characters
  const player = connectPlayer(server, { api_key: server.ready.apiKey, character_id: id, player_id: 'p1' })
  await player.next('session_info')
  await sendTextAndWait(player, 'I live in Lyon.')
  await player.leave()
  const path = `/api/v1/characters/${id}/players/p1`
  await extracted(server, path)

  const idToken = await idTokenOf(server)
  const answer = await fetch(`${server.ready.baseUrl}/api/control/v1/local/reset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  })
  expect(answer.status).toBe(204)
  expect(await contentsOf(server, path)).toEqual([])
})

const chatter = Array.from({ length: 22 }, (_, at) => `The sea is calm, the wind is at ${at}.`)

test('a character knows what it was told long ago, also after a restart, until that is deleted', async () => {
  const dataDir = await temporaryFolder()
  const options = { dataDir, limits: 'off', logLevel: 'silent' } as const
  const first = await createServer({ ...options, configFile: await patientConfig() })
  const { body } = await rest(first, 'POST', '/api/v1/characters', { persona: { name: 'Ada' } })
  const character_id = (body as { id: string }).id
  const auth = { api_key: first.ready.apiKey, character_id, player_id: 'p1' }
  const path = `/api/v1/characters/${character_id}/players/p1`
  const player = connectPlayer(first, auth)
  await player.next('session_info')
  await sendTextAndWait(player, 'I live in Lyon. I am allergic to nuts.')
  for (const line of chatter) await sendTextAndWait(player, line)
  await first.stop()

  const next = await startTestServer({ dataDir, limits: 'off' })
  const back = connectPlayer(next, auth)
  await back.next('session_info')
  expect(await sendTextAndWait(back, 'Where do I live?')).toContain('You told me that you live in Lyon.')
  expect(await sendTextAndWait(back, 'What am I allergic to?')).toContain(
    'You told me that you are allergic to nuts.',
  )

  const stranger = connectPlayer(next, { ...auth, player_id: 'p2' })
  await stranger.next('session_info')
  expect(await sendTextAndWait(stranger, 'Where do I live?')).not.toContain('Lyon')

  const { memories } = (await rest(next, 'GET', `${path}/memories`)).body as {
    memories: { content: string; accessCount: number }[]
  }
  expect(memories.find(({ content }) => content.includes('nuts'))).toMatchObject({ accessCount: 1 })

  await rest(next, 'DELETE', `${path}/memories?confirm=true`)
  expect(await sendTextAndWait(back, 'Where do I live?')).not.toContain('Lyon')
  expect(await sendTextAndWait(back, 'What am I allergic to?')).not.toContain('nuts.')
})
