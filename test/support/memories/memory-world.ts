import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { ServerOptions } from '../../../src/runtime/config/settings.js'
import { parley } from '../commands/cli.js'
import { createTestServer } from '../servers/test-server.js'

/** Where the world of memories stands still. */
export const WORLD_TIME = '2030-01-31T09:00:00.000Z'

const said = (player_id: string) => ({ player_id, messages: [{ role: 'user', content: 'Hello' }] })
const entity = (name: string, entityType: 'person' | 'place' | 'thing') => ({ name, entityType })

/** What Mira knows of Ada, the oldest first. */
export const ADA_MEMORIES = [
  {
    content: 'Lives in Lyon',
    memoryType: 'fact',
    memoryLayer: 'ltm',
    slot: { attribute: 'home', value: 'Lyon' },
    entities: [entity('Lyon', 'place')],
    createdAt: '2029-12-30T10:00:00.000Z',
  },
  {
    content: 'Her sister Vera lives in Paris and keeps eleven bees that she names after winds of the sea',
    memoryType: 'relationship',
    entities: [entity('Vera', 'person'), entity('Paris', 'place')],
    relations: [{ from: 'Vera', to: 'Paris', relationshipType: 'lives_in' }],
    createdAt: '2030-01-28T10:00:00.000Z',
  },
  {
    content: 'Likes green tea',
    memoryType: 'preference',
    importance: 0.75,
    entities: [entity('tea', 'thing')],
    createdAt: '2030-01-30T10:00:00.000Z',
  },
  { content: '=2+3 is evil\u001b[2J', memoryType: 'event', createdAt: '2030-01-30T11:00:00.000Z' },
] as const

const livesIn = (value: string, createdAt: string) => ({
  content: `Lives in ${value}`,
  memoryType: 'fact',
  slot: { attribute: 'home', value },
  entities: [entity(value, 'place')],
  createdAt,
})
/** Two homes one after the other: the second takes the place of the first. */
const MOVES = [livesIn('Lyon', '2030-01-01T10:00:00.000Z'), livesIn('Nice', '2030-01-02T10:00:00.000Z')]

const WORLD = {
  characters: [
    {
      key: 'mira',
      persona: { name: 'Mira' },
      conversations: [said('ada'), said('太郎'), said('silent')],
      memories: [
        { player_id: 'ada', memories: ADA_MEMORIES },
        {
          player_id: '太郎',
          memories: [
            { content: '灯台の守り人は長い話をするのが毎晩のように好き🦊', memoryType: 'character_self' },
          ],
        },
        { player_id: 'mover', memories: MOVES },
        { player_id: 'victim', memories: ADA_MEMORIES },
        { player_id: 'other', memories: ADA_MEMORIES },
      ],
    },
  ],
}

/** A server that holds the world of memories, and the commands against it; `stop` ends it. */
export async function startMemoryWorld(options: ServerOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-memories-'))
  const file = join(folder, 'world.yaml')
  await writeFile(file, stringify(WORLD))
  const server = await createTestServer({
    seed: '7',
    worldFiles: [file],
    clock: WORLD_TIME,
    logLevel: 'silent',
    ...options,
  })
  const env = {
    PARLEY_BASE_URL: server.ready.baseUrl,
    PARLEY_LOCAL_SECRET: server.ready.localSecret,
    PARLEY_API_KEY: server.ready.apiKey,
  }
  const run = (...args: string[]) => parley(['memories', ...args], { env })
  return {
    server,
    env,
    run,
    /** The answer under `--json` of a command that succeeds. */
    json: async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await run(...args, '--json')
      if (exitCode !== 0 || stderr !== '')
        throw new Error(`${args.join(' ')}: ${exitCode} ${stdout}${stderr}`)
      return JSON.parse(stdout)
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
