import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import {
  type RegisteredServer,
  readRegistry,
  registerServer,
} from '../../../src/runtime/local-state/server-registry.js'
import { stateFolder } from '../../../src/runtime/local-state/state-folder.js'
import { bin, cleanEnv } from '../../support/commands/cli.js'
import { createTestServer, startTestServer, temporaryFolder } from '../../support/servers/test-server.js'

const baseUrl = 'http://127.0.0.1:5000'
const started = (dataDir: string) => ({ dataDir, baseUrl, version: '0.1.0' })

async function world() {
  const stateDir = join(await temporaryFolder(), 'parley')
  const dataDir = await temporaryFolder()
  const servers = join(stateDir, 'servers')
  return {
    stateDir,
    dataDir,
    servers,
    register: () => registerServer(stateDir, started(dataDir)),
    file: async () => join(servers, String((await readdir(servers))[0])),
  }
}

const modeOf = async (name: string) => (await stat(name)).mode & 0o777

test('a server that keeps its records in a folder is registered for as long as it runs', async () => {
  const dataDir = await temporaryFolder()
  const server = await createTestServer({ dataDir, logLevel: 'silent' })
  const { servers } = await readRegistry(stateFolder())
  expect(servers).toEqual([
    {
      folder: dataDir,
      pid: process.pid,
      process: expect.any(String),
      baseUrl: server.ready.baseUrl,
      version: server.ready.version,
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  expect(JSON.stringify(servers)).not.toContain(server.ready.apiKey)
  expect(JSON.stringify(servers)).not.toContain(server.ready.localSecret)
  await server.stop()
  expect(await readRegistry(stateFolder())).toEqual({ servers: [], warnings: [] })
})

test('an ephemeral server is never registered', async () => {
  await startTestServer()
  expect(await readRegistry(stateFolder())).toEqual({ servers: [], warnings: [] })
})

test('the registry is for its owner only, and one entry for each server', async () => {
  const { stateDir, servers, register, file } = await world()
  await mkdir(servers, { recursive: true, mode: 0o755 })
  const withdraw = await register()
  expect([await modeOf(servers), await modeOf(await file())]).toEqual([0o700, 0o600])
  await registerServer(stateDir, started(await temporaryFolder()))
  expect(await readdir(servers)).toHaveLength(2)
  await withdraw()
  expect(await readdir(servers)).toHaveLength(1)
})

test('the entry of a process that is gone is dropped', async () => {
  const { stateDir, servers, register, file } = await world()
  await register()
  const { stdout } = await execa(process.execPath, ['-p', 'process.pid'])
  const entry = JSON.parse(await readFile(await file(), 'utf8')) as RegisteredServer
  const gone = { ...entry, pid: Number(stdout) }
  await writeFile(await file(), JSON.stringify(gone))
  expect((await readRegistry(stateDir)).servers).toEqual([])
  expect(await readdir(servers)).toEqual([])
})

test('a process that got the number of one that is gone does not stand in for it', async () => {
  const { stateDir, register, file } = await world()
  await register()
  const entry = JSON.parse(await readFile(await file(), 'utf8')) as RegisteredServer
  await writeFile(await file(), JSON.stringify({ ...entry, process: 'of an earlier boot 1' }))
  expect((await readRegistry(stateDir)).servers).toEqual([])
})

test('a folder is registered without its symbolic links', async () => {
  const { stateDir, dataDir } = await world()
  const link = join(await temporaryFolder(), 'link')
  await symlink(dataDir, link)
  await registerServer(stateDir, started(link))
  expect((await readRegistry(stateDir)).servers).toMatchObject([{ folder: dataDir }])
})

test.each([
  ['no JSON', '{"folder":'],
  ['null', 'null'],
  ['an entry without a process', JSON.stringify({ folder: '/a', pid: 1, baseUrl })],
  ['an address of another kind', JSON.stringify({ ...entryOf(1), baseUrl: 'javascript:alert(1)' })],
  ['more than any entry', JSON.stringify({ ...entryOf(1), version: 'x'.repeat(70_000) })],
])('a damaged entry (%s) is ignored and named, the others count', async (_, content) => {
  const { stateDir, dataDir, servers, register } = await world()
  await register()
  const damaged = join(servers, 'damaged.json')
  await writeFile(damaged, content, { mode: 0o600 })
  expect(await readRegistry(stateDir)).toEqual({
    servers: [expect.objectContaining({ folder: dataDir })],
    warnings: [`${damaged} in the registry of running servers is ignored: it is damaged.`],
  })
})

function entryOf(pid: number): RegisteredServer {
  return { folder: '/a', pid, process: 'p', baseUrl, version: '0', startedAt: 'now' }
}

test('a registry of another user is ignored and named, and nobody registers there', async () => {
  const { stateDir, servers, register } = await world()
  await register()
  expect(await readRegistry(stateDir, 4711)).toEqual({
    servers: [],
    warnings: [`The registry of running servers ${servers} is ignored: it belongs to another user.`],
  })
})

test('a registry that others may write to is ignored and named, and nobody registers there', async () => {
  const { stateDir, servers, register } = await world()
  await register()
  await chmod(servers, 0o777)
  expect(await readRegistry(stateDir)).toEqual({
    servers: [],
    warnings: [`The registry of running servers ${servers} is ignored: other users may write to it.`],
  })
  await expect(register()).rejects.toThrow('other users may write to it')
})

test('an entry that others may write to, or that is a link, is ignored and named', async () => {
  const { stateDir, servers, register, file } = await world()
  await register()
  const open = await file()
  await chmod(open, 0o666)
  await rename(open, join(servers, 'open.json'))
  await symlink(join(servers, 'open.json'), join(servers, 'link.json'))
  const { servers: found, warnings } = await readRegistry(stateDir)
  expect(found).toEqual([])
  expect([...warnings].sort()).toEqual([
    expect.stringMatching(/link\.json in the registry .* is ignored: it cannot be read \(ELOOP\)\.$/),
    expect.stringMatching(/open\.json in the registry .* is ignored: other users may write to it\.$/),
  ])
})

test('a file in place of the registry is ignored and named', async () => {
  const { stateDir, servers } = await world()
  await mkdir(stateDir, { recursive: true })
  await writeFile(servers, '')
  expect((await readRegistry(stateDir)).warnings).toEqual([
    `The registry of running servers ${servers} is ignored: it is not a folder.`,
  ])
})

test('a server whose registry cannot be written starts all the same, and says so once', async () => {
  const home = await temporaryFolder()
  await writeFile(join(home, 'file'), '')
  const env = cleanEnv({ XDG_STATE_HOME: join(home, 'file') })
  const options = { cwd: home, env, extendEnv: false, reject: false } as const
  const child = execa(process.execPath, [bin, 'serve', '--port', '0', '--json'], options)
  child.stdout.once('data', () => child.kill('SIGTERM'))
  const { stdout, stderr, exitCode } = await child
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ event: 'ready', dataDir: join(home, '.parley') })
  const lines = stderr.split('\n').filter((line) => line.includes('could not be registered'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('--ready-file')
})

test('a registry below a folder in which others may replace it is ignored and named', async () => {
  const { stateDir, servers, register } = await world()
  await register()
  const parent = dirname(stateDir)
  await chmod(parent, 0o777)
  expect(await readRegistry(stateDir)).toEqual({
    servers: [],
    warnings: [
      `The registry of running servers ${servers} is ignored: other users may replace what is in ${parent}.`,
    ],
  })
  await expect(register()).rejects.toThrow('other users may replace')
  await chmod(parent, 0o1777)
  expect((await readRegistry(stateDir)).warnings).toEqual([])
})

test('a link to the registry counts as much as what it leads to', async () => {
  const { stateDir, dataDir } = await world()
  const open = join(dataDir, 'open')
  await mkdir(open)
  await chmod(open, 0o777)
  await mkdir(dirname(stateDir), { recursive: true })
  await mkdir(join(open, 'state'), { mode: 0o700 })
  await symlink(join(open, 'state'), stateDir)
  await expect(registerServer(stateDir, started(dataDir))).rejects.toThrow(
    `other users may replace what is in ${open}`,
  )
})
