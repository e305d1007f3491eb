import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCOPES } from '../../src/contract/scopes.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { createTestServer } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const run = (args: readonly string[]) =>
  parley(args, {
    env: { PARLEY_BASE_URL: server.ready.baseUrl, PARLEY_LOCAL_SECRET: server.ready.localSecret },
  })

test('token prints an ID token that the other commands take', async () => {
  const { stdout, exitCode } = await run(['token', '--email', 'ada@example.org', '--expires-in', '60'])
  expect(exitCode).toBe(0)
  const listed = await run(['keys', 'list', '--id-token', stdout, '--json'])
  expect(JSON.parse(listed.stdout)).toEqual({ keys: [] })
  const issued = JSON.parse((await run(['token', '--email', 'ada@example.org', '--json'])).stdout)
  expect(issued).toEqual({
    idToken: expect.stringMatching(/^ey/),
    expiresAt: expect.any(String),
    account: { id: expect.any(String), email: 'ada@example.org' },
  })
})

test('a key is created, listed, used and revoked', async () => {
  const account = ['--email', 'keys@example.org']
  const { stdout: key, stderr } = await run(['keys', 'create', 'my game', ...account])
  expect(key).toMatch(/^svc_/)
  expect(stderr).toMatch(/^Key \S+ for "my game". Store it: it is not shown again.$/)
  const reader = JSON.parse(
    (await run(['keys', 'create', 'r', '--scope', 'characters:read', '--json', ...account])).stdout,
  )
  expect(reader).toMatchObject({ name: 'r', scopes: ['characters:read'] })

  const { keys } = JSON.parse((await run(['keys', 'list', '--json', ...account])).stdout)
  expect(keys.map((one: { name: string; scopes: unknown[] }) => [one.name, one.scopes.length])).toEqual([
    ['r', 1],
    ['my game', SCOPES.length],
  ])
  expect((await run(['characters', 'list', '--api-key', reader.key])).exitCode).toBe(0)
  const refused = await run(['characters', 'create', '--name', 'Ada', '--api-key', reader.key])
  expect(refused).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/characters:write[\s\S]*Use a key with that scope/),
    exitCode: 4,
  })

  expect((await run(['keys', 'revoke', reader.id, '--yes', '--json', ...account])).stdout).toBe(
    JSON.stringify({ revoked: true, id: reader.id }, null, 2),
  )
  expect((await run(['characters', 'list', '--api-key', reader.key])).exitCode).toBe(4)
})

test('keys fit a line of eighty columns', async () => {
  await run([
    'keys',
    'create',
    'a name that is longer than its column',
    '--scope',
    'memories:read',
    '--email',
    'w@x',
  ])
  const { stdout } = await run(['keys', 'list', '--email', 'w@x'])
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('an unknown scope is wrong usage', async () => {
  expect(await run(['keys', 'create', 'x', '--scope', 'everything'])).toMatchObject({ exitCode: 2 })
})

test('another host is never asked for an ID token: exit code 4', async () => {
  const { stderr, exitCode } = await parley(['keys', 'list', '--base-url', 'https://service.example'])
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'Error: This command needs the ID token of an account.\nPass it with --id-token or PARLEY_ID_TOKEN.',
    exitCode: 4,
  })
})

test('status tells what a ready file names', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'ready.json'), JSON.stringify(server.ready))
  const { stdout } = await parley(['status', '--json', '--ready-file', 'ready.json'], { cwd })
  const { baseUrl, apiKey, account, dataDir, pid, version, providers } = server.ready
  expect(JSON.parse(stdout)).toEqual({
    ...{ baseUrl, status: 'ok', service: 'parley', apiKey, account, dataDir, pid, version, providers },
    // In files, by one process.
    ...{ database: null, workers: null },
    servers: [],
  })
  const human = await parley(['status', '--ready-file', 'ready.json'], { cwd })
  expect(human.stdout.split('\n').slice(0, 2)).toEqual([`address     ${baseUrl}`, 'status      ok'])
})

test('status of a service that is not local has less to tell', async () => {
  const { stdout } = await run(['status'])
  expect(stdout).toBe(`address  ${server.ready.baseUrl}\nstatus   ok\nservice  parley`)
})

test('wait ends as soon as the service answers', async () => {
  let tries = 0
  const { baseUrl } = await fakeRest(() =>
    ++tries < 3
      ? { status: 503, body: { detail: 'starting' } }
      : { body: { status: 'ok', service: 'parley' } },
  )
  expect(await parley(['wait', '--base-url', baseUrl])).toEqual({
    stdout: `${baseUrl} answers`,
    stderr: '',
    exitCode: 0,
  })
  expect(tries).toBe(3)
})

test.each([
  ['no server', ['--base-url', 'http://127.0.0.1:1'], 'No server answers at http://127.0.0.1:1'],
  ['no ready file', ['--ready-file', 'nowhere.json'], 'nowhere.json names no running server'],
])('wait gives up when the time is over: %s', async (_, args, message) => {
  const { stderr, exitCode } = await parley(['wait', '--timeout', '0.3', ...args])
  expect(exitCode).toBe(7)
  expect(stderr).toContain(message)
})
