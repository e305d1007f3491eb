import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Character } from '../../src/contract/characters.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { createTestServer } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const at = () => ({
  PARLEY_BASE_URL: server.ready.baseUrl,
  PARLEY_LOCAL_SECRET: server.ready.localSecret,
  PARLEY_API_KEY: server.ready.apiKey,
})
const run = (args: readonly string[], options: Parameters<typeof parley>[1] = {}) =>
  parley(args, { ...options, env: at() })

async function json(args: readonly string[], options: Parameters<typeof parley>[1] = {}) {
  const { stdout, stderr, exitCode } = await run([...args, '--json'], options)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return JSON.parse(stdout)
}

test('a character made of flags is what the service says it is, and get shows the same', async () => {
  const created: Character = await json([
    ...['characters', 'create', '--name', 'Flag', '--personality', 'Warm', '--temperature', '1.2'],
    ...['--action', 'wave', '--action', 'sit(place:string!): Sits', '--public', '--no-text-only'],
  ])
  expect(created).toMatchObject({
    name: 'Flag',
    personality: 'Warm',
    llm_temperature: 1.2,
    is_public: true,
    text_only: false,
    actions: [
      { name: 'wave' },
      { name: 'sit', description: 'Sits', parameters: [{ name: 'place', type: 'string', required: true }] },
    ],
  })
  expect(await json(['characters', 'get', created.id])).toEqual(created)
  expect(await json(['characters', 'get', 'flag'])).toEqual(created)
})

test('a person sees the fields under each other, and what is not set not at all', async () => {
  const { stdout } = await run(['characters', 'create', '--name', 'Plain', '--tagline', 'A line'])
  expect(
    stdout
      .replace(/[0-9a-f-]{36}/, 'ID')
      .replaceAll(/\d{4}-.*Z/g, 'TIME')
      .split('\n'),
  ).toEqual([
    'id              ID',
    'name            Plain',
    'tagline         A line',
    'language model  default/default, temperature 0.7, at most 2048 tokens, medium',
    'voice           none (text only)',
    'recogniser      en (default)',
    'public          no',
    'status          stopped',
    'created         TIME',
    'updated         TIME',
  ])
})

test('a configuration comes from YAML, from JSON, or from standard input; flags win', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'mira.yaml'), 'persona:\n  name: Yaml\n  tagline: kept\nverbose: true\n')
  await writeFile(join(cwd, 'mira.json'), JSON.stringify({ persona: { name: 'Json' } }))
  await writeFile(join(cwd, 'life.txt'), 'Born by\nthe sea.\n')
  const create = (args: readonly string[], input = '') =>
    json(['characters', 'create', ...args], { cwd, input })
  expect(await create(['--file', 'mira.yaml', '--background', '@life.txt'])).toMatchObject({
    name: 'Yaml',
    tagline: 'kept',
    background: 'Born by\nthe sea.',
    verbose: true,
  })
  expect(await create(['-f', 'mira.json', '--name', 'Flag wins'])).toMatchObject({ name: 'Flag wins' })
  expect(await create(['-f', '-'], 'persona: {name: Piped}')).toMatchObject({ name: 'Piped' })
  expect(await create(['--personality', '@-'], 'Piped text')).toMatchObject({ personality: 'Piped text' })
  expect(await create(['--personality', '@@home'])).toMatchObject({ personality: '@home' })
})

test('names that the service would silently ignore are warned about, with what may be meant', async () => {
  const input = JSON.stringify({ llm: { modle: 'x' }, persona: { nmae: 'Typo' }, id: 'c1', updated_at: 'x' })
  const { stderr, exitCode } = await run(['characters', 'create', '--file', '-'], { input })
  expect({ stderr, exitCode }).toEqual({
    stderr: [
      'Warning: standard input: llm.modle: the service does not know it; did you mean model? (ignored)',
      'Warning: standard input: persona.nmae: the service does not know it; did you mean name? (ignored)',
      'Warning: standard input: id, updated_at: cannot be set (ignored)',
    ].join('\n'),
    exitCode: 0,
  })
})

test.each([
  ['create', ['characters', 'create']],
  ['update', ['characters', 'update', 'Mira']],
])('%s --strict refuses them', async (_, words) => {
  const input = JSON.stringify({ persona: { nmae: 'Typo' }, id: 'c1' })
  const { stdout, stderr, exitCode } = await run([...words, '--file', '-', '--strict'], { input })
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain(
    '  persona.nmae: the service does not know it; did you mean name?\n  id: cannot be set',
  )
})

test('what get prints can be edited and given back to update, and to create', async () => {
  const args = ['--name', 'Round', '--voice', 'v1', '--llm-model', 'm', '--action', 'wave: Waves', '--public']
  const created: Character = await json(['characters', 'create', ...args])
  const edited = { ...created, name: 'Edited', llm_temperature: 1.5 }
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'round.json'), JSON.stringify(edited))
  const { stdout, stderr, exitCode } = await run(
    ['characters', 'update', created.id, '--file', 'round.json', '--json'],
    { cwd },
  )
  expect(exitCode).toBe(0)
  expect(stderr).toMatch(/^Warning: round\.json: id, .*launch_status.*updated_at: cannot be set \(ignored\)$/)
  const { updated_at: _, ...rest } = edited
  expect(JSON.parse(stdout)).toMatchObject(rest)
  const copy = await run(['characters', 'create', '--file', 'round.json', '--json'], { cwd })
  const { id: _id, created_at: _created, ...fields } = rest
  expect(JSON.parse(copy.stdout)).toMatchObject(fields)
})

test('a field with two values in one file is wrong usage, named in both forms', async () => {
  const input = 'name: A\npersona: { name: B }'
  const { stderr, exitCode } = await run(['characters', 'create', '--file', '-'], { input })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('  name: contradicts persona.name: the same field with another value')
})

test.each([
  ['a file that is not there', ['--file', 'nowhere.yaml'], '', 'Cannot read the file nowhere.yaml'],
  [
    'a text file that is not there',
    ['--background', '@nowhere'],
    '',
    '--background: Cannot read the file nowhere',
  ],
  ['a file that is no object', ['--file', '-'], '- one', 'standard input does not contain an object'],
  ['a file that is no YAML', ['--file', '-'], 'a: [', 'standard input: it is neither YAML nor JSON'],
  ['an action that is none', ['--action', ': x'], '', '--action: ": x" is not an action'],
  ['a number that is none', ['--temperature', 'hot'], '', '--temperature: "hot" is not a number'],
])('%s is wrong usage', async (_, args, input, message) => {
  const { stderr, exitCode } = await run(['characters', 'create', ...args], { input })
  expect(exitCode).toBe(2)
  expect(stderr).toContain(message)
})

test('an update changes the given fields only, and --clear empties one', async () => {
  const before = await json([
    'characters',
    'create',
    '--name',
    'Upd',
    '--tagline',
    'old',
    '--background',
    'kept',
  ])
  const after = await json(['characters', 'update', before.id, '--name', 'Updated', '--clear', 'tagline'])
  expect(after).toEqual({ ...before, name: 'Updated', tagline: null, updated_at: after.updated_at })
})

test('an update without anything to change, and one that contradicts itself, are wrong usage', async () => {
  const [nothing, both] = await Promise.all([
    run(['characters', 'update', 'x']),
    run(['characters', 'update', 'x', '--tagline', 'y', '--clear', 'tagline']),
  ])
  expect(nothing).toMatchObject({ stderr: expect.stringContaining('Nothing to change'), exitCode: 2 })
  expect(both).toMatchObject({ stderr: expect.stringContaining('contradict each other'), exitCode: 2 })
})

test('list pages, searches, and says when there is more', async () => {
  for (const name of ['Page one', 'Page two']) await json(['characters', 'create', '--name', name])
  const { stdout, stderr } = await run(['characters', 'list', '--search', 'page', '--limit', '1'])
  expect(stdout).toMatch(/^ID {36}NAME +TAGLINE\n[0-9a-f-]{36} {2}Page two$/)
  expect(stderr).toBe('1 of 2; continue with --offset 1')
  expect(await json(['characters', 'list', '--search', 'page', '--offset', '1'])).toMatchObject({
    characters: [{ name: 'Page one' }],
    total: 2,
    limit: 20,
    offset: 1,
  })
})

test('delete takes an id or a whole name, never the beginning of one', async () => {
  const { id } = await json(['characters', 'create', '--name', 'Doomed'])
  const part = await run(['characters', 'delete', 'Doom', '--yes'])
  const hint = `This command needs the complete name or the id. Did you mean Doomed (${id})?`
  expect(part).toEqual({ stdout: '', stderr: `Error: Character not found\n${hint}`, exitCode: 1 })
  expect(await run(['characters', 'delete', 'Nobody', '--yes'])).toEqual({
    stdout: '',
    stderr: 'Error: Character not found',
    exitCode: 1,
  })
  expect(await json(['characters', 'delete', 'doomed', '--yes'])).toEqual({ deleted: true, id })
  expect(await run(['characters', 'get', id])).toMatchObject({
    stderr: 'Error: Character not found',
    exitCode: 1,
  })
})

test('every problem of a refused body is told at once', async () => {
  const { stderr, exitCode } = await run(['characters', 'create', '--temperature', '9', '--max-tokens', '0'])
  expect(exitCode).toBe(1)
  expect(
    stderr
      .split('\n')
      .slice(1)
      .map((line) => line.split(':')[0]),
  ).toEqual(['  llm.temperature', '  llm.max_tokens'])
})
