import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RunningServer, ServerOptions } from '../../../src/runtime/create-server.js'
import { createTestServer, rest } from '../servers/test-server.js'
import { scratchFolder } from './cli.js'

export const MIRA = {
  persona: {
    name: 'Mira',
    tagline: 'Keeper of the lamp',
    personality: 'Warm and calm.',
    background: 'The tower has 142 steps.',
  },
  actions: [{ name: 'wave', description: 'Waves' }],
}

/** A server with Mira, a folder with `grumpy.yaml`, and the environment with which commands find both. */
export async function givenMira(options: ServerOptions = {}) {
  const server = await createTestServer({ logLevel: 'silent', ...options })
  onTestFinished(() => server.stop())
  const { id } = (await rest(server, 'POST', '/api/v1/characters', MIRA)).body as { id: string }
  const cwd = scratchFolder()
  await writeFile(
    join(cwd, 'grumpy.yaml'),
    'persona: { tagline: Keeper of the inn., personality: Grumpy and short. }',
  )
  const { baseUrl, apiKey, localSecret } = server.ready
  const env = { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_LOCAL_SECRET: localSecret }
  return { server, id, cwd, env }
}

/** Everything that a comparison could leave on the server: characters, and the players and memories of this one. */
export async function leftOn(server: RunningServer, id: string) {
  const read = async (path: string) => (await rest(server, 'GET', `/api/v1/characters${path}`)).body
  const { characters } = (await read('')) as { characters: { id: string }[] }
  const { conversations } = (await read(`/${id}/players`)) as { conversations: { playerId: string }[] }
  return { characters: characters.map((one) => one.id), players: conversations.map((one) => one.playerId) }
}

/** As it was before: Mira, whom nobody has talked to. */
export const nothingBut = (id: string) => ({ characters: [id], players: [] })
