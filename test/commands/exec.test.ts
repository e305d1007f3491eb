import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { bin, cleanEnv, parley, scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'

const exec = (words: readonly string[], options = {}) => parley(['exec', ...words], options)
const node = (code: string) => ['--', process.execPath, '-e', code]

test('the command finds a fresh server, which is gone afterwards', async () => {
  const cwd = scratchFolder()
  const code = `
    const { PARLEY_BASE_URL: at, PARLEY_API_KEY: key, PARLEY_ID_TOKEN: token, PARLEY_LOCAL_SECRET: secret } =
      process.env
    const another = () =>
      fetch(at + '/api/control/v1/identity/token', {
        method: 'POST',
        headers: { 'x-parley-local': secret, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.org' }),
      })
    const ask = async (path, headers) => (await fetch(at + path, { headers })).json()
    Promise.all([
      ask('/api/v1/characters', { 'x-api-key': key }),
      ask('/api/control/v1/me', { authorization: 'Bearer ' + token }),
      another(),
    ]).then(([{ characters }, { account }, { status }]) =>
      console.log(JSON.stringify({ at, names: characters.map(({ name }) => name), email: account.email, status })))`
  const { stdout, stderr, exitCode } = await exec(['--demo', ...node(code)], { cwd })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  const found = JSON.parse(stdout)
  expect(found).toEqual({
    at: expect.any(String),
    names: ['Maren Vale'],
    email: 'dev@parley.local',
    status: 200,
  })
  await expect(fetch(found.at)).rejects.toThrow('fetch failed')
  expect(await readdir(cwd)).toEqual([])
})

test('commands of parley itself ask that server, whatever the environment named before', async () => {
  const { stdout, exitCode } = await exec(['--', process.execPath, bin, 'characters', 'list', '--json'], {
    env: {
      PARLEY_PLAYER_ID: 'somebody',
      PARLEY_READY_FILE: 'ready.json',
      PARLEY_BASE_URL: 'http://127.0.0.1:1',
    },
  })
  expect({ exitCode, total: JSON.parse(stdout).total }).toEqual({ exitCode: 0, total: 0 })
})

test.each([
  ['its exit code', 'process.exit(42)', 42],
  [
    '128 + n when a signal ended it',
    'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)',
    137,
  ],
])('the exit code is %s', async (_, code, exitCode) => {
  expect(await exec(node(code))).toMatchObject({ exitCode })
})

test('a command that is not there exits with 127, one that cannot be run with 126', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'plain.txt'), 'no program', { mode: 0o600 })
  const [missing, plain] = await Promise.all([
    exec(['--', 'no-such-command']),
    exec(['--', './plain.txt'], { cwd }),
  ])
  expect(missing.exitCode).toBe(127)
  expect(missing.stderr).toContain('Error: There is no command no-such-command\n')
  expect(plain.exitCode).toBe(126)
})

test('no command at all is wrong usage', async () => {
  expect(await exec(['--demo'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Put it after --'),
  })
})

test('a server that cannot start is a failure, and the command is not run', async () => {
  const cwd = scratchFolder()
  const { exitCode, stderr } = await exec(['--world', 'none.yaml', '--', 'touch', 'ran'], { cwd })
  expect({ exitCode, left: await readdir(cwd) }).toEqual({ exitCode: 1, left: [] })
  expect(stderr).toContain('none.yaml: there is no such file.')
})

const LOGGED = `fetch(process.env.PARLEY_BASE_URL + '/nowhere').then(() => process.exit(Number(process.argv[1])))`

test('what the server logged is printed when the command fails, and only then', async () => {
  const words = (exitCode: string) => ['--log-level', 'debug', ...node(LOGGED), exitCode]
  const [well, badly] = await Promise.all([exec(words('0')), exec(words('3'))])
  expect(well).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  expect(badly).toMatchObject({ stdout: '', exitCode: 3 })
  expect(badly.stderr).toMatch(/^--- what the server logged ---\n\{.*\}\n--- end ---$/s)
})

test('--server-log keeps the log in a file', async () => {
  const cwd = scratchFolder()
  await exec(['--log-level', 'debug', '--server-log', 'server.log', ...node(LOGGED), '0'], { cwd })
  expect(await readFile(join(cwd, 'server.log'), 'utf8')).toMatch(/^\{"level":/)
})

const WAITS = `
  process.on('SIGTERM', () => { console.log('told'); process.exit(5) })
  setInterval(() => {}, 1000)
  console.log('waiting')`

test('a signal is passed on, and the command decides how it ends', async () => {
  const child = execa(process.execPath, [bin, 'exec', ...node(WAITS)], {
    cwd: scratchFolder(),
    env: cleanEnv(),
    extendEnv: false,
    reject: false,
  })
  child.stdout.once('data', () => child.kill('SIGTERM'))
  const { stdout, exitCode } = await child
  expect({ stdout, exitCode }).toEqual({ stdout: 'waiting\ntold', exitCode: 5 })
})

const COUNTS = `
  let times = 0
  process.on('SIGINT', () => { times += 1; setTimeout(() => { console.log('told ' + times); process.exit(0) }, 300) })
  setInterval(() => {}, 1000)
  console.log('waiting')`

test('Ctrl-C at a terminal reaches the command once', async () => {
  const terminal = parleyAtTerminal(['exec', ...node(COUNTS)])
  await terminal.shows('waiting')
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(0)
  expect(terminal.lines()).toEqual(['waiting', '^Ctold 1'])
})
