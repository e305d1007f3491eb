import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Check } from '../../src/cli/doctor/check.js'
import { createServer, type RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { clearRegistry, registerFakeServer } from '../support/providers/fake-registry-entry.js'
import { fakeRealtime, fakeRest } from '../support/providers/fake-service.js'

let server: RunningServer
beforeAll(async () => {
  server = await createServer({ logLevel: 'silent' })
})
afterAll(() => server.stop())

type Options = { readonly cwd?: string; readonly env?: Record<string, string> }

async function doctor(args: readonly string[], options: Options = {}) {
  const { stdout, stderr, exitCode } = await parley(['doctor', '--json', ...args], options)
  expect(stderr).toBe('')
  const { ok, baseUrl, checks } = JSON.parse(stdout) as { ok: boolean; baseUrl: string; checks: Check[] }
  expect(ok).toBe(exitCode === 0)
  const check = (name: string) => checks.find((one) => one.name === name)
  return { exitCode, stdout, baseUrl, check, names: checks.map(({ name }) => name) }
}
const at = () => ['--base-url', server.ready.baseUrl, '--local-secret', server.ready.localSecret]
const withKey = () => [...at(), '--api-key', server.ready.apiKey]

/** A folder in which our server seems to run. */
async function folderOf(ready: { readonly baseUrl: string }) {
  const cwd = scratchFolder()
  await registerFakeServer(join(cwd, '.parley'), ready)
  onTestFinished(() => clearRegistry())
  return cwd
}

/** A folder with a file of which no server of ours knows. */
async function folderWith(content: object) {
  const cwd = scratchFolder()
  await mkdir(join(cwd, '.parley'))
  await writeFile(join(cwd, '.parley', 'server.json'), JSON.stringify(content))
  return cwd
}

test('where all is well a person reads one line for each check, within eighty columns', async () => {
  await parley(['characters', 'create', '--name', 'Mira', ...withKey()])
  const terminal = parleyAtTerminal(['doctor'], {}, { cwd: await folderOf(server.ready) })
  expect(await terminal.exit).toBe(0)
  const lines = terminal.lines()
  expect(
    lines.filter((line) => /^(ok|warn|fail) /.test(line)).map((line) => line.slice(0, 18).trim()),
  ).toEqual([
    ...['ok    Node', 'ok    other tools', 'ok    data folder', 'ok    local server', 'ok    server'],
    ...['ok    answers', 'ok    version', 'ok    clock', 'ok    store', 'ok    providers'],
    ...['ok    ID token', 'ok    API key', 'ok    characters', 'ok    WebSocket', 'ok    long polling'],
  ])
  expect(lines).toContain('ok    ID token      issued for dev@parley.local')
  expect(lines).toContain('ok    API key       valid; every scope')
  const stub = 'stub, not a real provider'
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(
    `ok providers language model: ${stub}; voice: builtin; hearing: ${stub}; embeddings: hash; vision: ${stub}`,
  )
})

test('it opens no conversation and prints no secret', async () => {
  await parley(['characters', 'create', '--name', 'Quiet', ...withKey()])
  const { stdout: idToken } = await parley(['token', ...at()])
  const cwd = await folderOf(server.ready)
  const printed = [
    (await doctor(withKey())).stdout,
    (await doctor(['--id-token', idToken], { cwd })).stdout,
    (await parley(['doctor'], { cwd })).stdout,
  ].join('')
  expect(printed).toContain('the given token is for dev@parley.local')
  const { apiKey, localSecret } = server.ready
  for (const secret of [apiKey, apiKey.slice(4), idToken, localSecret]) expect(printed).not.toContain(secret)
  const { stdout } = await parley(['players', 'list', 'Quiet', '--json', ...withKey()])
  expect(JSON.parse(stdout)).toMatchObject({ conversations: [], total: 0 })
})

test('it tells which server is asked, and why that one', async () => {
  const { baseUrl } = server.ready
  const cwd = await folderOf(server.ready)
  const ready = join(cwd, '.parley', 'server.json')
  const why = async (args: readonly string[], options?: Options) =>
    (await doctor(args, options)).check('server')?.message
  expect(await why(at())).toBe(`${baseUrl} (named by --base-url)`)
  expect(await why([], { env: { PARLEY_BASE_URL: baseUrl } })).toBe(`${baseUrl} (named by PARLEY_BASE_URL)`)
  expect(await why([], { cwd })).toBe(`${baseUrl} (runs in ${join(cwd, '.parley')})`)
  expect(await why(['--ready-file', ready])).toBe(`${baseUrl} (named by the file of --ready-file)`)
  expect(await why([], { env: { PARLEY_READY_FILE: ready } })).toBe(
    `${baseUrl} (named by the file of PARLEY_READY_FILE)`,
  )
})

/** Where nobody listens any more. */
async function closedAddress(): Promise<string> {
  const listener = createListener().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return `http://127.0.0.1:${port}`
}

test('no server: the rest is still looked at, and the exit code is 7', async () => {
  const closed = await closedAddress()
  const { exitCode, check, names } = await doctor(['--base-url', closed])
  expect(exitCode).toBe(7)
  expect(names).toEqual(['Node', 'other tools', 'data folder', 'local server', 'server', 'answers'])
  expect(check('answers')).toEqual({
    name: 'answers',
    status: 'fail',
    message: `no server answers at ${closed} (ECONNREFUSED)`,
    hint: 'Start a local server with `parley serve`, or select another with --base-url.',
  })
})

test('a ready file that names no running server: exit code 7', async () => {
  const { exitCode, check } = await doctor(['--ready-file', 'nowhere.json'])
  expect(exitCode).toBe(7)
  expect(check('server')).toMatchObject({ status: 'fail', message: 'nowhere.json names no running server' })
})

test('a file that a server left behind is told from one that is damaged', async () => {
  const { stdout } = await execa(process.execPath, ['-p', 'process.pid'])
  const stale = await folderWith({ ...server.ready, pid: Number(stdout) })
  expect((await doctor(at(), { cwd: stale })).check('local server')).toMatchObject({
    status: 'warn',
    message: expect.stringContaining(`is ignored: its process ${stdout} has ended`),
  })
  const damaged = await folderWith({ pid: 1 })
  expect((await doctor(at(), { cwd: damaged })).check('local server')).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('is damaged'),
  })
})

test('a process that has the number of a server that is gone is suspected', async () => {
  const cwd = await folderOf({ ...server.ready, baseUrl: 'http://127.0.0.1:1' })
  const { exitCode, check } = await doctor([], { cwd })
  expect(exitCode).toBe(7)
  expect(check('answers')?.hint).toContain(`whether process ${process.pid} is still that server`)
})

test('a refused key fails, and what may not talk is warned about', async () => {
  const wrong = await doctor([...at(), '--api-key', 'svc_wrong'])
  expect(wrong.exitCode).toBe(1)
  expect(wrong.check('API key')).toMatchObject({ status: 'fail', message: 'refused: Invalid API key' })
  expect(wrong.check('WebSocket')).toMatchObject({
    status: 'warn',
    message: 'handshake answered, but refused: Invalid API key',
  })

  const { stdout: reader } = await parley(['keys', 'create', 'r', '--scope', 'characters:read', ...at()])
  const weak = await doctor([...at(), '--api-key', reader])
  expect(weak.exitCode).toBe(0)
  expect(weak.check('API key')).toMatchObject({ status: 'ok', message: 'valid; scopes: characters:read' })
  expect(weak.check('long polling')).toMatchObject({ status: 'warn' })

  const { stdout: talker } = await parley(['keys', 'create', 't', '--scope', 'conversations:write', ...at()])
  const blind = await doctor([...at(), '--api-key', talker])
  expect(blind.check('API key')).toMatchObject({ status: 'warn', hint: 'Use a key with characters:read.' })
  expect(blind.check('WebSocket')).toMatchObject({ status: 'ok' })
})

test('without a key the door is tried with one that is made up', async () => {
  const { exitCode, check } = await doctor(at())
  expect(exitCode).toBe(1)
  expect(check('API key')).toMatchObject({ status: 'fail', message: expect.stringContaining('none') })
  for (const name of ['WebSocket', 'long polling'])
    expect(check(name)).toMatchObject({ status: 'ok', message: 'handshake answered' })
})

test('a refused ID token, and an organization that is not ours, fail', async () => {
  const { exitCode, check } = await doctor([...at(), '--id-token', 'nonsense'])
  expect(exitCode).toBe(1)
  expect(check('ID token')).toMatchObject({ status: 'fail', message: expect.stringContaining('refused') })
  const stranger = await doctor([...withKey(), '--org-id', 'x', '--player-id', 'ada'])
  expect(stranger.check('acts for')?.message).toBe('only ada (--player-id) in x (--org-id)')
  expect(stranger.check('API key')).toMatchObject({
    status: 'fail',
    hint: expect.stringContaining('--org-id'),
  })
})

test('a clock that is frozen, or far from ours, is warned about', async () => {
  await parley(['clock', 'freeze', '--at', '2030-01-31T09:00:00Z', ...at()])
  expect((await doctor(withKey())).check('clock')).toEqual({
    name: 'clock',
    status: 'warn',
    message: 'frozen at 2030-01-31T09:00:00.000Z',
    hint: 'Nothing becomes due until `parley clock release`.',
  })
  await parley(['clock', 'release', ...at()])
  const { check, exitCode } = await doctor(withKey())
  expect(check('clock')).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/^\d+ seconds .* this/),
  })
  expect(exitCode).toBe(0)
  expect((await parley(['reset', '--yes', ...at()])).exitCode).toBe(0)
  expect((await doctor(withKey())).check('clock')).toMatchObject({ status: 'ok' })
})

/** What a service answers, by the end of the path. */
const service = (answers: Readonly<Record<string, unknown>>) => (request: { url: string }) => {
  const path = new URL(request.url, 'http://x').pathname
  const found = Object.entries(answers).find(([end]) => path.endsWith(end))
  return found ? { body: found[1] } : { status: 404, body: { detail: 'Not Found' } }
}
const health = { '/api/health': { status: 'ok', service: 'hosted' } }

test('another version and a store that cannot write are told', async () => {
  const store = { status: 'failed', failure: 'ENOSPC', records: 1, journalBytes: 1, isCompacting: false }
  const { baseUrl } = await fakeRealtime(
    (socket) => void socket.emit('auth_error', { error: 'Character not found' }),
    service({
      '/admin/health': {
        version: '9.9.9',
        dependencies: { store, models: { default: 'claude', providers: [] } },
      },
      ...health,
      '/identity/token': { idToken: 'ey', expiresAt: '', account: {} },
      '/me': { account: { id: 'a', email: 'ana@example.org' }, organizations: [] },
      '/characters': { characters: [], total: 0, limit: 1, offset: 0 },
    }),
  )
  const { check, exitCode } = await doctor(['--base-url', baseUrl, '--api-key', 'svc_mine'])
  expect(exitCode).toBe(1)
  expect(check('version')).toMatchObject({ status: 'warn', message: expect.stringContaining('9.9.9 there') })
  expect(check('store')).toMatchObject({ status: 'fail', message: expect.stringContaining('ENOSPC') })
  expect(check('providers')).toMatchObject({ status: 'ok', message: 'language model: claude' })
  expect(check('API key')).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('scopes are unknown'),
  })
  expect(check('characters')).toMatchObject({ status: 'warn', message: 'none yet' })
  expect(check('clock')).toBeUndefined()
})

test('a service without the real-time door, and something that is no service, fail with 1', async () => {
  const deaf = await fakeRest(service(health))
  const { check, exitCode } = await doctor(['--base-url', deaf.baseUrl])
  expect(exitCode).toBe(1)
  for (const name of ['WebSocket', 'long polling'])
    expect(check(name)).toMatchObject({ status: 'fail', hint: expect.stringContaining('proxy') })

  const page = await fakeRest(() => ({ body: '<html>' }))
  const stranger = await doctor(['--base-url', page.baseUrl])
  expect(stranger.exitCode).toBe(1)
  expect(stranger.check('answers')).toMatchObject({ status: 'fail' })
  expect(stranger.names).not.toContain('API key')
})

test('what is secret in an address is not printed', async () => {
  const { stdout, baseUrl } = await doctor(['--base-url', 'http://user:hush@127.0.0.1:1/api?key=hush'])
  expect(baseUrl).toBe('http://127.0.0.1:1/api')
  expect(stdout).not.toContain('hush')
})
