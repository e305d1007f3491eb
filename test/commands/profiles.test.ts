import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { clearRegistry, registerFakeServer } from '../support/providers/fake-registry-entry.js'
import { fakeRest } from '../support/providers/fake-service.js'

const NO_CHARACTERS = { characters: [], total: 0, limit: 20, offset: 0 }

/** A home folder, a service that takes one key, and a way to run commands there. */
async function studio(key = 'svc_secret_of_the_studio') {
  const home = scratchFolder()
  const { baseUrl, requests } = await fakeRest(({ headers }) =>
    headers['x-api-key'] === key
      ? { body: NO_CHARACTERS }
      : { status: 401, body: { detail: 'Invalid API key' } },
  )
  const run = (args: readonly string[], options: { input?: string; env?: Record<string, string> } = {}) =>
    parley(args, { cwd: home, ...options, env: { HOME: home, ...options.env } })
  const login = (...args: string[]) =>
    run(['login', '--base-url', baseUrl, '--api-key-stdin', ...args], { input: `${key}\n` })
  return { home, baseUrl, requests, key, run, login, file: join(home, '.config/parley/profiles.json') }
}

test('after login every command asks that service with that key; the file is for its owner only', async () => {
  const { baseUrl, requests, key, run, login, file } = await studio()
  const { stdout, exitCode } = await login('--profile', 'studio')
  expect({ stdout, exitCode }).toEqual({ stdout: `Commands use studio from now on: ${baseUrl}`, exitCode: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await run(['characters', 'list'])).exitCode).toBe(0)
  expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual([key, key])
})

test('a key that the service refuses is not kept', async () => {
  const { run, baseUrl, file } = await studio()
  const words = ['login', '--base-url', baseUrl, '--api-key-stdin']
  const { exitCode, stderr } = await run(words, { input: 'svc_wrong' })
  expect(exitCode).toBe(4)
  expect(stderr).toContain('Error: Invalid API key')
  await expect(stat(file)).rejects.toThrow('ENOENT')
  expect((await run([...words, '--no-check'], { input: 'svc_wrong' })).exitCode).toBe(0)
})

test.each([
  ['no address', ['--api-key-stdin'], 4],
  ['no key', ['--base-url', 'http://127.0.0.1:1'], 4],
  ['the reserved name', ['--base-url', 'http://127.0.0.1:1', '--api-key-stdin', '--profile', 'local'], 2],
  ['a name with a slash', ['--base-url', 'http://127.0.0.1:1', '--api-key-stdin', '--profile', '../x'], 2],
  ['a service that is not there', ['--base-url', 'http://127.0.0.1:1', '--api-key-stdin'], 7],
])('login with %s fails, and keeps nothing', async (_, args, exitCode) => {
  const { run, file } = await studio()
  expect((await run(['login', ...args], { input: 'svc_key' })).exitCode).toBe(exitCode)
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

/** Where the address of a command comes from, as `profiles list` tells. */
async function fromWhere(
  run: Awaited<ReturnType<typeof studio>>['run'],
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const { stdout } = await run(['profiles', 'list', '--json', ...args], { env })
  const values: { name: string; value: string | null; from: string }[] = JSON.parse(stdout).values
  const of = (wanted: string) => values.find(({ name }) => name === wanted)
  return { address: of('base-url'), key: of('api-key') }
}

test('a flag wins over a variable, that over a profile, that over a running local server', async () => {
  const { home, run, login, baseUrl } = await studio()
  const address = 'http://127.0.0.1:5000'
  const server = { baseUrl: address, apiKey: 'svc_of_the_local', account: {}, providers: {} }
  await registerFakeServer(join(home, '.parley'), server)
  onTestFinished(() => clearRegistry())
  const serverFile = join(home, '.parley/server.json')
  const local = {
    address: { name: 'base-url', value: address, from: serverFile },
    key: { name: 'api-key', value: 'svc_of_t…', from: serverFile },
  }
  expect(await fromWhere(run)).toEqual(local)

  await login('--profile', 'studio')
  const profile = {
    address: { name: 'base-url', value: baseUrl, from: 'profile studio' },
    key: { name: 'api-key', value: 'svc_secr…', from: 'profile studio' },
  }
  expect(await fromWhere(run)).toEqual(profile)

  const env = { PARLEY_BASE_URL: 'http://127.0.0.1:7', PARLEY_API_KEY: 'svc_variable' }
  expect(await fromWhere(run, [], env)).toEqual({
    address: { name: 'base-url', value: 'http://127.0.0.1:7', from: 'PARLEY_BASE_URL' },
    key: { name: 'api-key', value: 'svc_vari…', from: 'PARLEY_API_KEY' },
  })
  expect(await fromWhere(run, ['--base-url', 'http://127.0.0.1:8'], env)).toMatchObject({
    address: { value: 'http://127.0.0.1:8', from: '--base-url' },
  })
  expect(await fromWhere(run, ['--profile', 'local'])).toEqual(local)
  expect(await fromWhere(run, ['--data-dir', '.parley'])).toEqual(local)
  expect(await fromWhere(run, ['--data-dir', '.parley', '--profile', 'studio'])).toEqual(profile)
})

test('the key of a profile never goes to another address', async () => {
  const { run, login } = await studio()
  await login('--profile', 'studio')
  const elsewhere = await fakeRest(() => ({ body: NO_CHARACTERS }))
  await run(['characters', 'list', '--base-url', elsewhere.baseUrl])
  expect(elsewhere.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined])
})

test('list shows no key, and warns when others may read the file', async () => {
  const { run, login, key, file, baseUrl } = await studio()
  await login('--profile', 'studio')
  const before = await run(['profiles', 'list'])
  expect(before).toMatchObject({ exitCode: 0, stderr: '' })
  expect(before.stdout).toContain(`* studio  ${baseUrl}`)
  expect(before.stdout).not.toContain(key)
  await chmod(file, 0o644)
  expect((await run(['profiles', 'list'])).stderr).toContain('accessible to other users')
})

test('use and remove choose and forget; a name that is not there is told', async () => {
  const { run, login, file } = await studio()
  await login('--profile', 'one')
  await login('--profile', 'two', '--no-use')
  const current = async () => JSON.parse(await readFile(file, 'utf8')).current
  expect(await current()).toBe('one')
  expect((await run(['profiles', 'use', 'two'])).exitCode).toBe(0)
  expect(await current()).toBe('two')
  expect((await run(['profiles', 'use', 'local'])).exitCode).toBe(0)
  expect(await current()).toBe(null)
  await run(['profiles', 'use', 'two'])
  expect((await run(['profiles', 'remove', 'two'])).exitCode).toBe(4)
  expect((await run(['profiles', 'remove', 'two', '--yes'])).exitCode).toBe(0)
  expect(await current()).toBe(null)
  const { exitCode, stderr } = await run(['profiles', 'use', 'two'])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'Error: There is no profile two\nProfiles: one.',
  })
})

test('a damaged file is told with its name, and not overwritten', async () => {
  const { run, login, file } = await studio()
  await login()
  await writeFile(file, '{"profiles":')
  const { exitCode, stderr } = await run(['characters', 'list'])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(file)
  expect((await login()).exitCode).toBe(1)
  expect(await readFile(file, 'utf8')).toBe('{"profiles":')
})

test('at a terminal login asks for what is missing, and does not show the key', async () => {
  const { baseUrl, key, home, file } = await studio()
  const terminal = parleyAtTerminal(['login'], { HOME: home })
  await terminal.shows('Address of the service')
  terminal.type(`${baseUrl}\r`)
  await terminal.shows('API key')
  terminal.type(`${key}\r`)
  await terminal.shows('Name of the profile')
  terminal.type('\u0015studio\r')
  expect(await terminal.exit).toBe(0)
  expect(terminal.lines().join('\n')).not.toContain(key)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    current: expect.any(String),
    profiles: [{ name: expect.any(String), baseUrl, apiKey: key, orgId: null }],
  })
})
