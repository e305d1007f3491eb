import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import type { Profile } from '../../../src/cli/profiles/profile.js'
import { readProfiles } from '../../../src/cli/profiles/profiles-file.js'
import { type DiscoveryContext, findTarget } from '../../../src/cli/server-address/discovery.js'
import { currentProcessFingerprint } from '../../../src/runtime/local-state/process-fingerprint.js'
import { registerServer } from '../../../src/runtime/local-state/server-registry.js'
import { fakeRest } from '../../support/providers/fake-service.js'

const local = {
  baseUrl: 'http://127.0.0.1:5000',
  apiKey: 'svc_local',
  localSecret: 'secret',
  account: { id: 'a', email: 'dev@parley.local' },
  dataDir: '/data',
  pid: process.pid,
  version: '0.1.0',
  providers: {},
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'parley-discovery-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** A user with a registry and a working folder, where nothing runs. */
async function user() {
  const [home, cwd] = [await folder(), await folder()]
  const stateDir = join(home, 'state')
  const said: string[] = []
  const around = (more: Partial<DiscoveryContext> = {}): DiscoveryContext => ({
    ...{
      profile: null,
      stateDir,
      cwd,
      allowsServerOfOtherFolder: true,
      notify: (sentence) => said.push(sentence),
    },
    ...more,
  })
  /** A server that seems to run in this folder; its file says the same unless told otherwise. */
  async function serve(dataDir: string, { file = {}, ...entry }: { baseUrl?: string; file?: object } = {}) {
    const server = { ...local, ...entry }
    await put(dataDir, JSON.stringify({ ...server, ...file }))
    await registerServer(stateDir, { dataDir, baseUrl: server.baseUrl, version: '0.1.0' })
    return server
  }
  return { home, cwd, stateDir, said, around, serve, dataDir: join(cwd, '.parley') }
}

async function put(dataDir: string, content: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'server.json'), content)
  return dataDir
}

const nothing = { local: null, serverFile: null, profile: null, apiKey: undefined }
const byDefault = { ...nothing, baseUrl: 'http://127.0.0.1:4750', source: 'default' }
const health = () => fakeRest(() => ({ body: { status: 'ok', service: 'parley' } }))

test('without a flag the running server of the data folder is asked, with its key', async () => {
  const { around, serve, dataDir, said } = await user()
  await serve(dataDir)
  expect(await findTarget({}, around())).toEqual({
    baseUrl: local.baseUrl,
    apiKey: 'svc_local',
    local,
    serverFile: join(dataDir, 'server.json'),
    profile: null,
    source: 'local',
  })
  expect(said).toEqual([])
})

test('a flag wins; the local key is never sent to another address', async () => {
  const { around, serve, dataDir } = await user()
  await serve(dataDir)
  const target = await findTarget({ 'base-url': 'https://service.example', 'data-dir': dataDir }, around())
  expect(target).toEqual({ ...nothing, baseUrl: 'https://service.example', source: 'flag' })
})

test('a flag that names a running server of the user has its key, from any folder', async () => {
  const { around, serve, home } = await user()
  await serve(join(home, 'game'))
  const target = await findTarget({ 'base-url': 'http://127.0.0.1:5000/' }, around())
  expect(target).toMatchObject({ apiKey: 'svc_local', local, source: 'flag' })
})

test('a key given wins over the key of the local server', async () => {
  const { around, serve, dataDir } = await user()
  await serve(dataDir)
  const target = await findTarget({ 'api-key': 'svc_mine' }, around())
  expect(target).toMatchObject({ baseUrl: local.baseUrl, apiKey: 'svc_mine' })
})

test('an ID token given stands instead of the key of the local server', async () => {
  const { around, serve, dataDir } = await user()
  await serve(dataDir)
  const target = await findTarget({ 'id-token': 'eyJ' }, around())
  expect(target).toMatchObject({ baseUrl: local.baseUrl, apiKey: undefined, local })
})

const NO_SERVER = 'no server that you started runs in this folder'

test('a file that came with a checkout counts for nothing, and that is said, with what to do', async () => {
  const { around, dataDir, said } = await user()
  await put(dataDir, JSON.stringify({ ...local, baseUrl: 'https://evil.example' }))
  expect(await findTarget({}, around())).toEqual(byDefault)
  const file = join(dataDir, 'server.json')
  expect(said).toEqual([
    `${file} is ignored: ${NO_SERVER}. Start \`parley serve\` here, or if you trust the file, name it: --ready-file ${file}`,
  ])
  expect(await findTarget({ 'data-dir': dataDir }, around())).toEqual(byDefault)
})

test.each([
  [
    'address',
    { baseUrl: 'https://evil.example' },
    'your server of this folder answers at http://127.0.0.1:5000',
  ],
  [
    'process',
    { pid: process.ppid },
    `your server of this folder is process ${process.pid}, not ${process.ppid}`,
  ],
])('a file with another %s than the registry has for the folder counts for nothing', async (_, file, why) => {
  const { around, serve, dataDir, said } = await user()
  await serve(dataDir, { file })
  expect(await findTarget({}, around({ allowsServerOfOtherFolder: false }))).toEqual(byDefault)
  expect(said[0]).toContain(`is ignored: ${why}. `)
})

test('a folder that was moved or copied while its server runs counts for nothing', async () => {
  const { around, serve, home, dataDir, said } = await user()
  const before = join(home, 'before')
  await serve(before)
  await rename(before, dataDir)
  expect(await findTarget({}, around())).toEqual(byDefault)
  expect(said[0]).toContain(`its server runs in ${before}; this folder was moved or copied. `)
})

test('a folder is known by a symbolic link, too', async () => {
  const { around, serve, home, dataDir } = await user()
  await serve(join(home, 'real'))
  await symlink(join(home, 'real'), dataDir)
  expect(await findTarget({}, around())).toMatchObject({ apiKey: 'svc_local', source: 'local' })
})

test('a file whose process is gone counts for nothing', async () => {
  const { around, dataDir, said } = await user()
  const { stdout: pid } = await execa(process.execPath, ['-p', 'process.pid'])
  await put(dataDir, JSON.stringify({ ...local, pid: Number(pid) }))
  expect(await findTarget({}, around())).toEqual(byDefault)
  expect(said[0]).toContain(`is ignored: its process ${pid} has ended. `)
})

test.each([
  ['a file that is no JSON', '{"baseUrl":'],
  ['a file without an address', '{"pid":1}'],
  ['a file that holds null', 'null'],
  ['an address of another kind', JSON.stringify({ ...local, baseUrl: 'file:///etc' })],
])('%s means the default address', async (_, content) => {
  const { around, dataDir, said } = await user()
  await put(dataDir, content)
  expect(await findTarget({}, around())).toEqual(byDefault)
  expect(said[0]).toContain('is ignored: it is damaged. ')
})

test('no file means the default address, and nothing is said', async () => {
  const { around, said } = await user()
  expect(await findTarget({}, around())).toEqual(byDefault)
  expect(said).toEqual([])
})

test('a ready file that was named by hand is trusted', async () => {
  const { around, home, said } = await user()
  const ready = join(await put(home, JSON.stringify(local)), 'server.json')
  const target = await findTarget({ 'ready-file': ready }, around())
  expect(target).toMatchObject({ apiKey: 'svc_local', local, serverFile: ready, source: 'local' })
  expect(said).toEqual([])
})

const named = async (mark: object) => {
  const { around, home } = await user()
  const ready = join(await put(home, JSON.stringify({ ...local, ...mark })), 'server.json')
  return findTarget({ 'ready-file': ready }, around())
}

test('a ready file whose pid another process has by now names no running server', async () => {
  const mark = await currentProcessFingerprint()
  expect(await named({ process: mark })).toMatchObject({ apiKey: 'svc_local' })
  await expect(named({ process: { ...mark, started: 'before' } })).rejects.toThrow(
    `names no running server: process ${process.pid} has ended, or its id belongs to another process now`,
  )
})

test('the pid in a ready file of a container says nothing here, so the file is trusted', async () => {
  const mark = { namespace: 'pid:[1]', started: 'in the container' }
  for (const pid of [1, process.pid, 2 ** 22 + 1])
    expect(await named({ pid, process: mark })).toMatchObject({ apiKey: 'svc_local' })
})

test('a pipe, a device or a huge file in the place of a file of ours is not waited for', async () => {
  const { around, dataDir, said, home } = await user()
  await mkdir(dataDir)
  const file = join(dataDir, 'server.json')
  await execa('mkfifo', [file])
  expect(await findTarget({}, around())).toEqual(byDefault)
  expect(said[0]).toContain('is ignored: it is damaged. ')
  await expect(findTarget({ 'ready-file': file }, around())).rejects.toThrow('names no running server')
  await expect(findTarget({ 'ready-file': '/dev/zero' }, around())).rejects.toThrow('names no running server')
  await rm(file)
  await writeFile(file, ' '.repeat(2 ** 20 + 1))
  await expect(findTarget({ 'ready-file': file }, around())).rejects.toThrow('names no running server')
  await execa('mkfifo', [join(home, 'profiles.json')])
  await expect(readProfiles(home)).rejects.toThrow('it is not a regular file')
})

test('where no server runs here, the nearest of another folder is found', async () => {
  const { around, serve, home, cwd } = await user()
  const [far, near, below] = [await health(), await health(), await health()]
  await serve(join(home, '.parley'), { baseUrl: far.baseUrl })
  await serve(join(home, 'games', '.parley'), { baseUrl: near.baseUrl })
  await serve(join(home, 'games', 'chess', 'tests', '.parley'), { baseUrl: below.baseUrl })
  const from = async (folder: string) => {
    await mkdir(folder, { recursive: true })
    return findTarget({}, around({ cwd: folder }))
  }
  const chess = join(home, 'games', 'chess')
  expect(await from(join(home, 'games', 'go'))).toMatchObject({ baseUrl: near.baseUrl, source: 'elsewhere' })
  expect(await from(join(home, 'mail'))).toMatchObject({ baseUrl: far.baseUrl })
  expect(await from(chess)).toMatchObject({
    baseUrl: below.baseUrl,
    apiKey: 'svc_local',
    serverFile: join(chess, 'tests', '.parley', 'server.json'),
  })
  expect((await from(cwd)).source).toBe('elsewhere')
  // They were asked whether they are there, and shown nothing.
  for (const { headers } of [far, near, below].flatMap(({ requests }) => requests)) {
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-api-key']))
    expect(headers['authorization']).toBeUndefined()
  }
})

test('a server of another folder that does not answer is passed over and dropped', async () => {
  const { around, serve, home } = await user()
  await serve(join(home, 'a'), { baseUrl: 'http://127.0.0.1:1' })
  expect(await findTarget({}, around())).toEqual(byDefault)
  // Nobody knows of it any more, not even by its address.
  expect((await findTarget({ 'base-url': 'http://127.0.0.1:1' }, around())).local).toBeNull()
})

test('a server of another folder is not taken for a data folder named by hand, nor where it will not do', async () => {
  const { around, serve, home, cwd } = await user()
  const { baseUrl } = await health()
  await serve(join(home, 'a'), { baseUrl })
  expect(await findTarget({ 'data-dir': join(cwd, 'b') }, around())).toEqual(byDefault)
  expect(await findTarget({}, around({ allowsServerOfOtherFolder: false }))).toEqual(byDefault)
})

test('a registry that is damaged is said to be ignored', async () => {
  const { around, stateDir, said } = await user()
  await mkdir(dirname(join(stateDir, 'servers')), { recursive: true })
  await writeFile(join(stateDir, 'servers'), '')
  expect(await findTarget({}, around())).toEqual(byDefault)
  expect(said).toEqual([
    `The registry of running servers ${join(stateDir, 'servers')} is ignored: it is not a folder.`,
  ])
})

const studio: Profile = {
  name: 'studio',
  baseUrl: 'https://service.example',
  apiKey: 'svc_studio',
  orgId: null,
}

test('a profile wins over the running server of the data folder', async () => {
  const { around, serve, dataDir } = await user()
  await serve(dataDir)
  expect(await findTarget({ 'data-dir': dataDir }, around({ profile: studio }))).toEqual({
    ...nothing,
    baseUrl: 'https://service.example',
    apiKey: 'svc_studio',
    profile: studio,
    source: 'profile',
  })
})

test('a profile of a running server of the user has its local secret', async () => {
  const { around, serve, home } = await user()
  await serve(join(home, 'game'))
  const profile = { ...studio, baseUrl: local.baseUrl }
  expect(await findTarget({}, around({ profile }))).toMatchObject({ local, apiKey: 'svc_studio', profile })
})

test('a flag wins over a profile, whose key is never sent to another address', async () => {
  const { around } = await user()
  const elsewhere = await findTarget({ 'base-url': 'https://other.example' }, around({ profile: studio }))
  expect(elsewhere).toMatchObject({ apiKey: undefined, profile: null, source: 'flag' })
  const there = await findTarget({ 'base-url': 'https://service.example/' }, around({ profile: studio }))
  expect(there).toMatchObject({ apiKey: 'svc_studio', profile: studio, source: 'flag' })
})
