import { once } from 'node:events'
import { access, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { bin, cleanEnv, parley, scratchFolder } from '../support/commands/cli.js'
import { runInHost } from '../support/commands/command-host.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { startTestServer } from '../support/servers/test-server.js'
import { openRawSocket } from '../support/sessions/raw-socket.js'

/** So long no command takes, however busy the machine is. */
const HANGS_MS = 100_000

/** A server as a real process; killed when the test is over, whatever happened. */
async function serve(args: readonly string[], cwd = scratchFolder(), env: Record<string, string> = {}) {
  const child = execa(process.execPath, [bin, 'serve', '--port', '0', ...args], {
    cwd,
    env: cleanEnv(env),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const [first] = await Promise.race([
    once(lines, 'line'),
    child.then(({ stderr }) => Promise.reject(Error(stderr))),
  ])
  return { child, cwd, first: String(first) }
}

test('under --json the first line is the ready line, and server.json and the ready file hold the same', async () => {
  const { child, cwd, first } = await serve(['--json', '--ready-file', 'ready.json'])
  const ready = JSON.parse(first)
  expect(ready).toEqual({
    event: 'ready',
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    shareUrl: ready.baseUrl,
    docsUrl: `${ready.baseUrl}/docs`,
    apiKey: expect.stringMatching(/^svc_/),
    localSecret: expect.stringMatching(/^[\w-]{43}$/),
    account: { id: expect.any(String), email: 'dev@parley.local' },
    dataDir: join(cwd, '.parley'),
    pid: child.pid,
    process: { namespace: expect.any(String), started: expect.any(String) },
    version: expect.any(String),
    providers: {
      llm: 'stub',
      tts: 'builtin',
      stt: 'stub',
      embeddings: 'hash',
      vision: 'stub',
      model3d: 'stub',
    },
  })
  for (const file of ['.parley/server.json', 'ready.json']) {
    expect(JSON.parse(await readFile(join(cwd, file), 'utf8'))).toEqual(ready)
  }
  expect((await parley(['status'], { cwd })).exitCode).toBe(0)
  child.kill('SIGTERM')
  const { exitCode, stderr } = await child
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  await expect(access(join(cwd, '.parley/server.json'))).rejects.toThrow()
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops the server cleanly, within two seconds, and clients get no 41, so that SDKs reconnect by themselves',
  async (signal) => {
    const begun = performance.now()
    const { child, cwd, first } = await serve(['--json'])
    const startMs = performance.now() - begun
    const client = await joinedClient(JSON.parse(first))
    const told = performance.now()
    child.kill(signal)
    const { exitCode, stderr } = await child
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    // To stop is less work than to start: a machine that is busy with other things takes longer for both.
    expect(performance.now() - told).toBeLessThan(Math.max(2000, startMs))
    await client.closed()
    expect(client.frames.filter((frame) => frame.startsWith('41'))).toEqual([])
    await expect(access(join(cwd, '.parley/server.json'))).rejects.toThrow()
  },
)

/** A client that has joined, on a connection without a library. */
async function joinedClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const created = await fetch(`${baseUrl}/api/v1/characters`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ persona: { name: 'Ada' } }),
  })
  const { id } = (await created.json()) as { id: string }
  const client = await openRawSocket(Number(new URL(baseUrl).port))
  client.send(`40/sdk,${JSON.stringify({ api_key: apiKey, character_id: id, player_id: 'p1' })}`)
  await client.frame('42/sdk,["session_info"')
  return client
}

test('each flag has its environment variable', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'world.yaml'), 'characters:\n  - key: mira\n    persona: { name: Mira }\n')
  const { first } = await serve(['--json'], cwd, {
    PARLEY_DATA_DIR: 'elsewhere',
    PARLEY_WORLD: 'world.yaml',
    PARLEY_SHARE_URL: 'https://share.example',
    PARLEY_SEED: '7',
    PARLEY_CLOCK: '2030-01-01T00:00:00Z',
  })
  const ready = JSON.parse(first)
  expect(ready).toMatchObject({ dataDir: join(cwd, 'elsewhere'), shareUrl: 'https://share.example' })
  const { stdout } = await parley(['characters', 'get', 'Mira', '--data-dir', 'elsewhere', '--json'], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Mira', created_at: '2030-01-01T00:00:00.000Z' })
})

test('a record that is there and not as the world file says is named at the start, under --json in the log', async () => {
  const cwd = scratchFolder()
  const start = async (args: readonly string[], tagline: string) => {
    const world = {
      characters: [{ key: 'bram', persona: { name: 'Bram', tagline }, tts: { voice: tagline } }],
    }
    await writeFile(join(cwd, 'world.json'), JSON.stringify(world))
    const { child } = await serve(['--world', 'world.json', ...args], cwd)
    child.kill('SIGTERM')
    return (await child).stderr
  }
  expect(await start([], 'Keeps bees')).toBe('')
  expect(await start([], 'Keeps bees')).toBe('')
  expect(await start([], 'Sells honey')).toBe(
    'kept character bram as it is; 2 fields differ: tagline, tts_voice',
  )
  expect(JSON.parse(await start(['--json'], 'Sells honey'))).toMatchObject({
    msg: 'a record of a world file was kept as it is',
    kind: 'character',
    name: 'bram',
    fields: ['tagline', 'tts_voice'],
  })
})

test('the banner fits 80 columns, and its commands work as they stand', async () => {
  const cwd = scratchFolder()
  const script = join(cwd, 'parley')
  await symlink(bin, script)
  const terminal = parleyAtTerminal(['serve', '--port', '0', '--pace', 'instant'], {}, { cwd, script })
  await terminal.shows('Do you remember me')
  const banner = terminal.lines()
  expect(banner.filter((line) => line.length > 80)).toEqual([])
  const commands = banner
    .slice(banner.findIndex((line) => line.startsWith('Try')) + 2)
    .slice(0, 3)
    .map((line) => line.trim())
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const options = {
      cwd,
      env: cleanEnv({ PATH: `${cwd}:${process.env['PATH']}` }),
      extendEnv: false,
      input: 'hello',
      shell: true,
      reject: false,
    } as const
    const { exitCode, stdout } = await execa(command, options)
    expect([command, exitCode, String(stdout).length > 0]).toEqual([command, 0, true])
  }
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(0)
})

test('a character that is there already is the one to talk to', async () => {
  const terminal = parleyAtTerminal(['serve', '--ephemeral', '--demo', '--port', '0'])
  await terminal.shows("chat 'Maren Vale' --message")
})

test('a character remembers the player when the server has been started anew', async () => {
  const cwd = scratchFolder()
  const say = async (text: string) => (await parley(['chat', 'Mira', '--message', text], { cwd })).stdout
  const first = await serve(['--pace', 'instant'], cwd)
  await parley(['characters', 'create', '--name', 'Mira'], { cwd })
  expect(await say('My name is Grace')).toContain('Grace')
  first.child.kill('SIGTERM')
  await first.child
  await startTestServer({ dataDir: join(cwd, '.parley') })
  expect(await say('What is my name?')).toContain('Grace')
})

test('a port that is taken is told in one sentence: exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const cwd = scratchFolder()
  const { stdout, stderr, exitCode } = await parley(['serve', '--port', `${port}`, '--json'], { cwd })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 })
  expect(JSON.parse(stdout)).toEqual({
    error: {
      code: 'start_failed',
      message: expect.stringContaining(`${port}`),
      hint: expect.any(String),
      status: null,
    },
  })
  await expect(access(join(cwd, '.parley'))).rejects.toThrow()
})

test('a data folder is served once', async () => {
  const cwd = scratchFolder()
  await startTestServer({ dataDir: join(cwd, '.parley') })
  const { stderr, exitCode } = await parley(['serve', '--port', '0'], { cwd })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^Error: .*\.parley/)
})

test.each([
  ['--port', '70000'],
  ['--port', 'x'],
  ['--pace', 'slow'],
  ['--share-url', 'x'],
  ['--log-level', 'x'],
])('%s %s is wrong usage: exit code 2', async (...args) => {
  // It never gets so far as to need a process of its own.
  const start = { args: ['serve', ...args], env: cleanEnv(), cwd: scratchFolder(), stdin: '' }
  expect((await runInHost(start, HANGS_MS)).exitCode).toBe(2)
})

test.each([['--version'], ['--help'], ['serve', '--help'], ['status', '--base-url', 'http://127.0.0.1:1']])(
  '%s %s does without the server',
  async (...args) => {
    const folder = scratchFolder()
    await parley(args, { env: { NODE_V8_COVERAGE: folder } })
    const [file] = await readdir(folder)
    const { result } = JSON.parse(await readFile(join(folder, String(file)), 'utf8'))
    const loaded = result.map(({ url }: { url: string }) => url)
    expect(loaded.filter((url: string) => /run\.js$/.test(url))).toHaveLength(1)
    expect(loaded.filter((url: string) => /src\/(runtime|http|store)|fastify|socket\.io/.test(url))).toEqual(
      [],
    )
  },
)

test('the banner of a clone works as printed; in another folder with the flag that it names', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folder = scratchFolder()
  const dataDir = join(folder, 'a data folder')
  const serveAt = async (...flags: string[]) => {
    const args = ['serve', '--port', '0', '--pace', 'instant', ...flags]
    const terminal = parleyAtTerminal(args, {}, { cwd: root, script: join('bin', 'run.js'), cols: 300 })
    await terminal.shows('Do you remember me')
    const lines = terminal.lines()
    const from = lines.findIndex((line) => line.startsWith('Try'))
    return { terminal, text: lines.slice(from + 2).join('\n') }
  }
  const { terminal, text } = await serveAt('--data-dir', dataDir)
  const commands = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    expect(command).toMatch(/^node bin\/run\.js .*--data-dir '.*a data folder'$/)
    const options = { env: cleanEnv(), extendEnv: false, input: 'hello', shell: true, reject: false } as const
    const { exitCode, stdout } = await execa(command, { ...options, cwd: root })
    expect([command, exitCode, String(stdout).length > 0]).toEqual([command, 0, true])
  }
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(0)
})

test('a server of the usual folder is found from another folder with the flag that its banner names', async () => {
  const cwd = scratchFolder()
  const terminal = parleyAtTerminal(['serve', '--port', '0'], {}, { cwd, cols: 300 })
  await terminal.shows('In another folder')
  const [flag, folder] = terminal.lines().at(-1)?.trim().split(' ') ?? []
  const { exitCode } = await parley(['characters', 'list', String(flag), String(folder)])
  expect(exitCode).toBe(0)
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(0)
})

test.each([[], ['help'], ['--help']])(
  'parley %s begins with three commands to start with, in 80 columns',
  async (...args) => {
    const { stdout, exitCode } = await parley(args)
    const lines = stdout.split('\n')
    expect([exitCode, lines[0]]).toEqual([0, 'Start here:'])
    expect(
      lines.slice(1, 4).every((line) => /^ {2}parley (serve --demo|chat maren|doctor) /.test(line)),
    ).toBe(true)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)
