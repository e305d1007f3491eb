import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { createTestServer } from '../support/servers/test-server.js'

const SECRETS = { PARLEY_API_KEY: 'svc_of_the_user', PARLEY_ID_TOKEN: 'token.of.user' }
const SECRET = /svc_of_the_user|token\.of\.user|secret_of_the_user|Ada Lovelace/

/** A server of this process on a folder. */
async function serveIn(dataDir: string) {
  const server = await createTestServer({ dataDir, logLevel: 'silent' })
  onTestFinished(() => server.stop())
  return server
}

test('a checkout that names a server of its author is sent no key, no token, no batch and no secret', async () => {
  const author = await fakeRest(() => ({ body: { status: 'ok', service: 'parley' } }))
  const cwd = scratchFolder()
  await mkdir(join(cwd, '.parley'))
  const named = { baseUrl: author.baseUrl, apiKey: 'svc_of_the_author', pid: process.pid, account: {} }
  await writeFile(join(cwd, '.parley/server.json'), JSON.stringify(named))
  await writeFile(join(cwd, 'cast.yaml'), '- { customId: ada, persona: { name: Ada Lovelace } }')
  for (const words of [
    ['characters', 'list'],
    ['batch', 'submit', 'cast.yaml'],
    ['keys', 'list'],
    ['status'],
  ]) {
    const env = { ...SECRETS, PARLEY_LOCAL_SECRET: 'secret_of_the_user' }
    const { stderr } = await parley(words, { cwd, env })
    expect(stderr).toMatch(/server\.json is ignored: no server that you started runs in this folder\. Start /)
    expect(stderr.match(/is ignored/g)).toHaveLength(1)
    expect(stderr).not.toMatch(SECRET)
  }
  expect(author.requests).toEqual([])
  const trusted = await parley(['characters', 'list', '--ready-file', '.parley/server.json'], { cwd })
  expect(trusted.stderr).not.toContain('ignored')
  expect(author.requests).toHaveLength(1)
})

test('nothing that a checkout holds is run for the sound of the machine: no package, no program of the path', async () => {
  const cwd = scratchFolder()
  const below = join(cwd, 'game', 'tests')
  const folder = join(cwd, 'node_modules', 'decibri')
  await mkdir(folder, { recursive: true })
  await mkdir(join(cwd, 'node_modules', '.bin'))
  await mkdir(below, { recursive: true })
  const leavesMark = `require('node:fs').writeFileSync(${JSON.stringify(join(cwd, 'ran'))}, '')`
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'decibri', main: 'index.js' }))
  await writeFile(join(folder, 'index.js'), leavesMark)
  for (const name of ['aplay', 'arecord', 'flite']) {
    const file = join(cwd, 'node_modules', '.bin', name)
    await writeFile(file, `#!${process.execPath}\n${leavesMark}\n`, { mode: 0o755 })
  }
  for (const [from, PATH] of [
    [cwd, `.:node_modules/.bin::`],
    [below, `../../node_modules/.bin`],
  ] as const) {
    const { stdout } = await parley(['voice', 'check', '--json', '--base-url', 'http://127.0.0.1:1'], {
      cwd: from,
      env: { PATH },
    })
    const told = JSON.parse(stdout)
    expect(told).toMatchObject({ microphone: null, loudspeaker: null, loopback: null })
    expect(Object.values(told.programs).filter((file) => file !== null)).toEqual([])
  }
  expect(existsSync(join(cwd, 'ran'))).toBe(false)
})

test('from another folder the running server is found, named on standard error, and not destroyed by mistake', async () => {
  const { ready } = await serveIn(join(scratchFolder(), '.parley'))
  const cwd = scratchFolder()
  const run = (...words: string[]) => parley(words, { cwd })
  const named = `using the server of ${ready.dataDir} at ${ready.baseUrl}`
  const made = await run('characters', 'create', '--name', 'Ada', '--json')
  expect({ stderr: made.stderr, exitCode: made.exitCode }).toEqual({ stderr: named, exitCode: 0 })
  // What asks for a token finds the secret, and names the server once.
  expect((await run('keys', 'list')).stderr).toBe(named)

  const refused = await run('characters', 'delete', 'Ada', '--yes')
  expect(refused.exitCode).toBe(4)
  expect(refused.stderr).toContain(`of another folder (${ready.dataDir}, at ${ready.baseUrl})`)
  expect(refused.stderr).toContain(`add --any-server or --base-url ${ready.baseUrl}`)
  expect((await run('reset', '--yes')).exitCode).toBe(4)
  const { total } = JSON.parse((await run('characters', 'list', '--json')).stdout)
  expect(total).toBe(1)

  const deleted = await run('characters', 'delete', 'Ada', '--yes', '--any-server')
  expect({ stderr: deleted.stderr, exitCode: deleted.exitCode }).toEqual({ stderr: named, exitCode: 0 })
  const reset = await run('reset', '--yes', '--base-url', ready.baseUrl)
  expect({ stderr: reset.stderr, exitCode: reset.exitCode }).toEqual({ stderr: '', exitCode: 0 })
})

test('in the folder of its server a destructive command needs no flag, and nothing is said', async () => {
  const cwd = scratchFolder()
  await serveIn(join(cwd, '.parley'))
  const { stderr, exitCode } = await parley(['reset', '--yes'], { cwd })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
})

test('status lists the running servers', async () => {
  const one = await serveIn(join(scratchFolder(), '.parley'))
  const other = await serveIn(join(scratchFolder(), '.parley'))
  const cwd = join(String(one.ready.dataDir), '..')
  const { stdout, stderr } = await parley(['status', '--json'], { cwd })
  expect(stderr).toBe('')
  const entry = ({ ready: { dataDir, baseUrl, pid, version } }: typeof one) => ({
    ...{ folder: dataDir, baseUrl, pid, version, startedAt: expect.any(String) },
  })
  const found = JSON.parse(stdout)
  expect(found).toMatchObject({ baseUrl: one.ready.baseUrl })
  expect(found.servers).toHaveLength(2)
  expect(found.servers).toEqual(expect.arrayContaining([entry(one), entry(other)]))
  expect(stdout).not.toContain(one.ready.localSecret)
  const human = await parley(['status'], { cwd })
  for (const { ready } of [one, other])
    expect(human.stdout.replace(/\s/g, '')).toContain(`at${ready.baseUrl}`)
})

test('wait waits for the server of this folder, not for one that runs elsewhere', async () => {
  await serveIn(join(scratchFolder(), '.parley'))
  const { exitCode, stderr } = await parley(['wait', '--timeout', '0.5'], { cwd: scratchFolder() })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 7,
    stderr: expect.not.stringContaining('using the server'),
  })
})

test('the local secret that a variable holds goes to this machine only, and no message repeats it', async () => {
  const env = { PARLEY_LOCAL_SECRET: 'secret_of_the_user' }
  const here = await fakeRest(() => ({ status: 401, body: { detail: 'Invalid local secret' } }))
  const { stderr, exitCode } = await parley(['token', '--base-url', here.baseUrl], { env })
  expect(exitCode).toBe(4)
  expect(stderr).not.toContain('secret_of_the_user')
  expect(stderr).toContain('pass its secret with --local-secret or PARLEY_LOCAL_SECRET')
  expect(here.requests.map(({ headers }) => headers['x-parley-local'])).toEqual(['secret_of_the_user'])
})
