import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { findTarget } from '../../src/cli/discovery.js'

const local = {
  baseUrl: 'http://127.0.0.1:5000',
  apiKey: 'svc_local',
  account: { id: 'a', email: 'dev@parley.local' },
  dataDir: '/data',
  pid: process.pid,
  version: '0.1.0',
  providers: {},
}

async function folderWith(content: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-discovery-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (content !== null) await writeFile(join(folder, 'server.json'), content)
  return folder
}

const running = () => folderWith(JSON.stringify(local))

test('without a flag the running server of the data folder is asked, with its key', async () => {
  expect(await findTarget({ 'data-dir': await running() })).toEqual({
    baseUrl: local.baseUrl,
    apiKey: 'svc_local',
    local,
    profile: null,
    source: 'local',
  })
})

test('a flag wins; the local key is never sent to another address', async () => {
  const target = await findTarget({ 'base-url': 'https://service.example', 'data-dir': await running() })
  expect(target).toEqual({
    baseUrl: 'https://service.example',
    apiKey: undefined,
    local: null,
    profile: null,
    source: 'flag',
  })
})

test('a flag that names the running server keeps its key', async () => {
  const target = await findTarget({ 'base-url': 'http://127.0.0.1:5000/', 'data-dir': await running() })
  expect(target).toMatchObject({ apiKey: 'svc_local', local, source: 'flag' })
})

test('a key given wins over the key of the local server', async () => {
  const target = await findTarget({ 'api-key': 'svc_mine', 'data-dir': await running() })
  expect(target).toMatchObject({ baseUrl: local.baseUrl, apiKey: 'svc_mine' })
})

test('an ID token given stands instead of the key of the local server', async () => {
  const target = await findTarget({ 'id-token': 'eyJ', 'data-dir': await running() })
  expect(target).toMatchObject({ baseUrl: local.baseUrl, apiKey: undefined, local })
})

test('a server that is gone is passed over', async () => {
  const { pid } = await execa(process.execPath, ['-p', 'process.pid']).then(({ stdout }) => ({
    pid: Number(stdout),
  }))
  const folder = await folderWith(JSON.stringify({ ...local, pid }))
  expect(await findTarget({ 'data-dir': folder })).toEqual({
    baseUrl: 'http://127.0.0.1:4750',
    apiKey: undefined,
    local: null,
    profile: null,
    source: 'default',
  })
})

test.each([
  ['no file', null],
  ['a file that is no JSON', '{"baseUrl":'],
  ['a file without an address', '{"pid":1}'],
  ['a file that holds null', 'null'],
])('%s means the default address', async (_, content) => {
  expect(await findTarget({ 'data-dir': await folderWith(content) })).toMatchObject({ source: 'default' })
})

const studio = { name: 'studio', baseUrl: 'https://service.example', apiKey: 'svc_studio', orgId: null }

test('a profile wins over the running server of the data folder', async () => {
  expect(await findTarget({ 'data-dir': await running() }, studio)).toEqual({
    baseUrl: 'https://service.example',
    apiKey: 'svc_studio',
    local: null,
    profile: studio,
    source: 'profile',
  })
})

test('a flag wins over a profile, whose key is never sent to another address', async () => {
  const elsewhere = await findTarget({ 'base-url': 'https://other.example' }, studio)
  expect(elsewhere).toMatchObject({ apiKey: undefined, profile: null, source: 'flag' })
  const there = await findTarget({ 'base-url': 'https://service.example/' }, studio)
  expect(there).toMatchObject({ apiKey: 'svc_studio', profile: studio, source: 'flag' })
})
