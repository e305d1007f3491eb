import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

const MIRA = {
  persona: { name: 'Mira', tagline: 'Keeper of the lamp', personality: 'Warm and calm' },
  actions: [{ name: 'wave', parameters: [{ name: 'hand' }] }],
}
const ADA = {
  persona: { ...MIRA.persona, name: 'Ada', tagline: 'Keeper of the books' },
  llm: { temperature: 1 },
}

/** A server with these two, and `characters diff` in a folder with these files. */
async function given(files: Readonly<Record<string, string>> = {}) {
  const server = await createTestServer({ logLevel: 'silent' })
  onTestFinished(() => server.stop())
  const create = async (body: object) =>
    ((await rest(server, 'POST', '/api/v1/characters', body)).body as { id: string }).id
  const ids = { mira: await create(MIRA), ada: await create(ADA) }
  const cwd = scratchFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  const env = { PARLEY_BASE_URL: server.ready.baseUrl, PARLEY_API_KEY: server.ready.apiKey }
  const diff = (a: string, b: string, ...more: string[]) =>
    parley(['characters', 'diff', a, b, ...more], { cwd, env })
  return { ids, diff, env, cwd }
}

test('two characters are compared field by field; the exit code tells whether they differ', async () => {
  const { diff, ids } = await given()
  expect(await diff('Mira', 'Ada')).toEqual({
    stdout: `--- Mira (${ids.mira})
+++ Ada (${ids.ada})
name
  - Mira
  + Ada
tagline
  - Keeper of the lamp
  + Keeper of the books
llm_temperature
  - 0.7
  + 1
actions
  - wave(hand:string)
  + (none)`,
    stderr: '',
    exitCode: 1,
  })
  expect(await diff('Mira', ids.mira)).toEqual({
    stdout: `Both sides are Mira (${ids.mira})`,
    stderr: '',
    exitCode: 0,
  })
})

test('a character equals the file that was made of it, and the one it could be made of', async () => {
  const { env, cwd, diff } = await given({ 'mira.yaml': JSON.stringify(MIRA) })
  const { stdout } = await parley(['characters', 'get', 'Mira', '--json'], { env, cwd })
  await writeFile(join(cwd, 'saved.json'), stdout)
  for (const file of ['saved.json', 'mira.yaml']) {
    const outcome = await diff('Mira', file, '--json')
    expect(outcome).toMatchObject({ stderr: '', exitCode: 0 })
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      same: true,
      b: { kind: 'file', file },
      differences: [],
    })
  }
})

test('what a file leaves out is not compared with a character, but with another file', async () => {
  const { diff } = await given({
    'a.yaml': 'tts_speed: 2\ntagline: Pilot',
    'b.yaml': 'persona: { tagline: Pilot, name: Bo }',
  })
  const differences = async (a: string, b: string) =>
    JSON.parse((await diff(a, b, '--json')).stdout).differences
  expect(await differences('a.yaml', 'Mira')).toEqual([
    { field: 'tagline', a: 'Pilot', b: 'Keeper of the lamp' },
    { field: 'tts_speed', a: 2, b: 1 },
  ])
  expect(await differences('a.yaml', 'b.yaml')).toEqual([
    { field: 'name', b: 'Bo' },
    { field: 'tts_speed', a: 2 },
  ])
})

test('what a terminal would act on is shown, not sent', async () => {
  const { diff } = await given({ 'evil.yaml': 'tagline: "Keeper \\e[31mof the lamp\\u202e"' })
  const { stdout } = await diff('Mira', 'evil.yaml')
  expect(stdout).toContain('  + Keeper \\u001b[31mof the lamp\\u202e')
})

test.each([
  ['a file that is not there', 'none.yaml', 'Error: Cannot read the file none.yaml: there is no such file'],
  [
    'an unknown field',
    'typo.yaml',
    'Error: typo.yaml has invalid fields:\n  perona: the service does not know it; did you mean persona?',
  ],
  [
    'a file without fields',
    'empty.yaml',
    'Error: empty.yaml names no field of a character\nFor example: persona: { personality: Grumpy }',
  ],
  [
    'a section that is none',
    'section.yaml',
    'Error: section.yaml: persona is not an object\nFor example: persona: { personality: Grumpy }',
  ],
  [
    'actions that are none',
    'actions.yaml',
    'Error: actions.yaml: actions is not a list of actions\nFor example: persona: { personality: Grumpy }',
  ],
])('%s is wrong usage', async (_, file, stderr) => {
  const { diff } = await given({
    'typo.yaml': 'perona: {}',
    'empty.yaml': '{}',
    'section.yaml': 'persona: 5',
    'actions.yaml': 'actions: [null]',
  })
  expect(await diff('Mira', file)).toEqual({ stdout: '', stderr, exitCode: 2 })
})

test('a character that is not there fails', async () => {
  const { diff } = await given()
  expect(await diff('Mira', '11111111-1111-4111-8111-111111111111')).toEqual({
    stdout: '',
    stderr: 'Error: Character not found',
    exitCode: 1,
  })
})

test('standard input can be one side, not both', async () => {
  const { diff, env, cwd } = await given()
  const piped = await parley(['characters', 'diff', '-', 'Mira'], {
    env,
    cwd,
    input: 'tagline: Keeper of the lamp',
  })
  expect(piped).toMatchObject({ exitCode: 0 })
  expect(await diff('-', '-')).toMatchObject({
    stderr: 'Error: Standard input can only be used once',
    exitCode: 2,
  })
})
