import { EventEmitter } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { importLoadTest } from '../../src/loadtest/import/import-load-test.js'
import { scratchFolder } from '../support/commands/cli.js'
import { createTestServer } from '../support/servers/test-server.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/deploy/artillery-engine-parley')
const script = parse(readFileSync(join(folder, 'rush.yml'), 'utf8'))

/** What Artillery's runner calls: an engine with a scenario for each in the script. */
type Engine = {
  createScenario(
    spec: object,
    ee: EventEmitter,
  ): (context: object, callback: (error: unknown) => void) => void
}

/** The engine as it is loaded from beside parley in `node_modules`. */
function loadEngine(): new (script: object) => Engine {
  const modules = join(scratchFolder(), 'node_modules')
  mkdirSync(modules)
  cpSync(folder, join(modules, 'artillery-engine-parley'), { recursive: true })
  symlinkSync(root, join(modules, 'parley'))
  return createRequire(join(modules, 'runner.js'))('artillery-engine-parley')
}

/** Runs one virtual user as the runner of Artillery does, and gives what was emitted and how it ended. */
async function runUser(flow: object[]) {
  const demo = join(root, 'fixtures/worlds/demo.yaml')
  const server = await createTestServer({ worldFiles: [demo], limits: 'off', pace: 'instant' })
  onTestFinished(() => server.stop())
  const { baseUrl, apiKey } = server.ready
  const answer = await fetch(`${baseUrl}/api/v1/characters?search=maren`, {
    headers: { 'x-api-key': apiKey },
  })
  const { characters } = (await answer.json()) as { characters: { id: string }[] }
  const maren = characters[0]?.id
  const config = { ...script.config, target: baseUrl, engines: { parley: { character: maren } } }
  const ee = new EventEmitter()
  const emitted: string[] = []
  for (const event of ['started', 'counter', 'histogram', 'error'])
    ee.on(event, (name = '') => void emitted.push(`${event} ${name}`.trim()))
  const engine = new (loadEngine())({ ...script, config })
  const user = engine.createScenario({ ...script.scenarios[0], flow }, ee)
  const context = { vars: { target: baseUrl, $env: { PARLEY_API_KEY: apiKey } }, _uid: 'u1' }
  const error = await new Promise((resolve) => user(context, resolve))
  return { emitted, error }
}

test('a virtual user of Artillery talks to the character, and its times and checks are reported', async () => {
  const { emitted, error } = await runUser([
    { text: 'Hello!' },
    { think: 0 },
    { text: 'How many steps has the tower?', expect: '142' },
    { text: 'How many steps has the tower?', expect: 'ten thousand' },
  ])
  expect(error).toBeNull()
  const turn = (outcome: string) => ['histogram parley.turn.complete', `counter parley.turn.${outcome}`]
  expect(emitted).toEqual([
    ...['started', 'histogram parley.session.connect'],
    ...[...turn('expected'), ...turn('expected'), ...turn('unexpected')],
  ])
})

test('a step that the engine does not know fails the virtual user', async () => {
  const { emitted, error } = await runUser([{ dance: true }])
  expect(error).toMatchObject({ message: 'There is no step dance: use text or think' })
  expect(emitted.at(-1)).toBe('error Error')
})

test('without a character there is no engine, and the example can be imported', () => {
  expect(() => new (loadEngine())({ config: { target: 'http://127.0.0.1:1' } })).toThrow(
    'character is missing',
  )
  const { scenario, character, notes } = importLoadTest(script)
  expect(character).toBe(script.config.engines.parley.character)
  expect(scenario.steps).toEqual([
    { text: 'Hello!' },
    { think: '1s' },
    { text: 'How many steps has the tower?', expect: '142' },
  ])
  expect(notes).toEqual(['config.target: give the address with --base-url'])
})
