import { readFileSync } from 'node:fs'
import { execa, execaCommand } from 'execa'
import { expect, test } from 'vitest'
import { bin, cleanEnv, parley, parleyProcess, scratchFolder } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { isFull } from '../support/rounds.js'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const nowhere = ['--base-url', 'http://127.0.0.1:1']
const error = (code: string, message: string, hint: string | null, status: number | null = null) => ({
  error: { code, message, hint, status },
})

test('--version prints what oclif would', async () => {
  const version = `${manifest.name}/${manifest.version} ${process.platform}-${process.arch} node-${process.version}`
  const [fast, oclif] = await Promise.all([
    parleyProcess(['--version']),
    parleyProcess(['--version', '--no-input']),
  ])
  expect(fast).toEqual({ stdout: version, stderr: '', exitCode: 0 })
  expect(oclif).toEqual(fast)
})

test.each(['test', 'development'])('NODE_ENV=%s changes nothing', async (NODE_ENV) => {
  const { stdout, stderr, exitCode } = await parley(['help'], { env: { NODE_ENV } })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toContain('characters')
})

test('no server there: exit code 7, what to do on standard error, nothing on standard output', async () => {
  expect(await parleyProcess(['status', ...nowhere])).toEqual({
    stdout: '',
    stderr:
      'Error: No server answers at http://127.0.0.1:1\nStart a local server with `parley serve`, or select another with --base-url.',
    exitCode: 7,
  })
})

test('under --json an error is one JSON document on standard output', async () => {
  const { stdout, stderr, exitCode } = await parleyProcess(['status', '--json', ...nowhere])
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 7 })
  expect(JSON.parse(stdout)).toEqual(
    error(
      'unreachable',
      'No server answers at http://127.0.0.1:1',
      'Start a local server with `parley serve`, or select another with --base-url.',
    ),
  )
})

test.each([
  ['an unknown command', ['charaters', '--json']],
  ['an unknown flag', ['status', '--jsn', '--json']],
  ['a missing argument', ['characters', 'get', '--json']],
  ['an argument too many', ['status', 'extra', '--json']],
  ['a number that is none', ['status', '--timeout', 'soon', '--json']],
  ['an address that is none', ['status', '--base-url', 'localhost:4750', '--json']],
  ['a word that is not offered', ['characters', 'create', '--verbosity', 'huge', '--json']],
])('%s is wrong usage: exit code 2', { tags: 'rounds' }, async (_, args) => {
  // That a process ends the same way is seen with one of them each time (`command-host.test.ts`), and here with full rounds.
  const { stdout, exitCode } = await (isFull ? parleyProcess : parley)(args)
  expect(exitCode).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage', status: null } })
})

test('wrong usage is told to a person on standard error', async () => {
  const { stdout, stderr, exitCode } = await parley(['status', '--timeout', 'soon'])
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toBe(
    'Error: --timeout: "soon" is not a duration of at most a day\nWrite it as 90s, 5m, 3d, 1h30m or P3D.',
  )
})

test('JSON may be asked for by the environment, for what is wrong with the command line too', async () => {
  const { stdout } = await parley(['status', '--timeout', 'soon'], { env: { PARLEY_JSON: '1' } })
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage' } })
})

test('a refused key exits with 4, bad input with 1', async () => {
  const { baseUrl } = await fakeRest(({ method }) =>
    method === 'GET'
      ? { status: 401, body: { detail: 'Invalid API key' } }
      : {
          status: 422,
          body: { detail: [{ loc: ['body', 'llm', 'temperature'], msg: 'must be <= 2', type: 'maximum' }] },
        },
  )
  const [refused, wrong] = await Promise.all([
    parley(['characters', 'list', '--json', '--base-url', baseUrl]),
    parley(['characters', 'create', '--temperature', '9', '--base-url', baseUrl]),
  ])
  expect(refused.exitCode).toBe(4)
  expect(JSON.parse(refused.stdout)).toEqual(
    error(
      'unauthenticated',
      'Invalid API key',
      'Pass valid credentials with --api-key or PARLEY_API_KEY.',
      401,
    ),
  )
  expect(wrong).toEqual({
    stdout: '',
    stderr: 'Error: The service rejected the input:\n  llm.temperature: must be <= 2',
    exitCode: 1,
  })
})

test('address and key may come from the environment; flags win', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({
    body: { characters: [], total: 0, limit: 20, offset: 0 },
  }))
  const env = {
    PARLEY_BASE_URL: baseUrl,
    PARLEY_API_KEY: 'svc_env',
    PARLEY_PLAYER_ID: 'p',
    PARLEY_ORG_ID: 'o',
  }
  await Promise.all([
    parley(['characters', 'list'], { env }),
    parley(['characters', 'list', '--api-key', 'svc_flag'], { env }),
  ])
  const keys = requests.map(({ headers }) => headers['x-api-key']).sort()
  expect(keys).toEqual(['svc_env', 'svc_flag'])
  expect(requests[0]?.headers).toMatchObject({
    'x-service-client': `parley/${manifest.version}`,
    'x-player-id': 'p',
    'x-org-id': 'o',
  })
})

test.each([
  ['characters delete Mira', ['characters', 'delete', 'Mira']],
  ['keys revoke k1', ['keys', 'revoke', 'k1']],
])('%s without a terminal and without --yes exits with 4, and asks the service nothing', async (_, args) => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500 }))
  const { stderr, exitCode } = await parley([...args, '--base-url', baseUrl])
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: This cannot be undone and needs a confirmation.\nAdd --yes.',
    exitCode: 4,
  })
  expect(requests).toEqual([])
})

test.each([
  ['help', 'help', 0],
  ['a list', 'characters list --base-url URL', 0],
  ['an error', 'characters list --json --base-url http://127.0.0.1:1', 7],
])('%s into a closed pipe is quiet', async (_, words, exitCode) => {
  const character = { id: 'x', name: 'y'.repeat(50), tagline: null }
  const { baseUrl } = await fakeRest(() => ({
    body: { characters: Array.from({ length: 3000 }, () => character), total: 3000, limit: 3000, offset: 0 },
  }))
  const command = `"${process.execPath}" "${bin}" ${words.replace('URL', baseUrl)}`
  const { stderr, stdout } = await execaCommand(`(${command}; echo "code $?" >&2) | true`, {
    shell: true,
    env: cleanEnv(),
    extendEnv: false,
    cwd: scratchFolder(),
  })
  expect(stdout).toBe('')
  expect(stderr).toBe(`code ${exitCode}`)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a command with %i', async (signal, exitCode) => {
  const { baseUrl, requests } = await fakeRest(async () => {
    running.kill(signal)
    return new Promise(() => undefined)
  })
  const running = execa(process.execPath, [bin, 'status', '--base-url', baseUrl], {
    reject: false,
    env: cleanEnv(),
    extendEnv: false,
  })
  expect((await running).exitCode).toBe(exitCode)
  expect(requests).toHaveLength(1)
})
