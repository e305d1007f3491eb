import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestServer, startTestServer, temporaryFolder } from '../support/servers/test-server.js'
import { segmentsOf } from '../support/stores/store-state.js'

const JOURNAL = 'store/journal-000000000001.ndjson'

/** The data folder of a server that was stopped, beside a file of somebody. */
async function given() {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  await (await createTestServer({ dataDir, logLevel: 'silent' })).stop()
  expect(await segmentsOf(dataDir)).toEqual([join(dataDir, JOURNAL)])
  await writeFile(join(folder, 'victim.txt'), 'untouched')
  await mkdir(join(folder, 'docs'))
  return { folder, dataDir, victim: join(folder, 'victim.txt') }
}

const attempt = (dataDir: string) =>
  createTestServer({ dataDir, logLevel: 'silent' }).then(
    async (server) => server.stop(),
    (error: unknown) => error,
  )

const refusal = (path: string) => ({
  name: 'StartError',
  message: `${path} is a link, a pipe or a device, which parley never makes in a data folder: remove it, or serve another folder.`,
})

test.each([
  [JOURNAL, '../../victim.txt'],
  ['store/accounts.json', '../../victim.txt'],
  ['store/accounts.json.new', '../../victim.txt'],
  ['secrets.json', '/dev/zero'],
  ['secrets.json', '../victim.txt'],
  ['server.json', '../victim.txt'],
  ['readings.json', '/dev/zero'],
  ['lock', '/dev/zero'],
  ['lock.after-x', '/dev/zero'],
  ['files', '../docs'],
  ['files/incoming-1', '../../victim.txt'],
  ['store', '../docs'],
  ['keys', '../docs'],
  ['trash', '../docs'],
  ['trash/20300101T000000Z', '../../docs'],
  ['store/nowhere.json', 'nothing'],
])('a link in a data folder (%s -> %s) is refused, and followed nowhere', async (name, target) => {
  const { dataDir, victim } = await given()
  const path = join(dataDir, name)
  await mkdir(join(dataDir, 'trash'), { recursive: true })
  await rm(path, { recursive: true, force: true })
  await symlink(target, path)
  expect(await attempt(dataDir)).toMatchObject(refusal(path))
  expect(await readFile(victim, 'utf8')).toBe('untouched')
})

test.each(['secrets.json', 'lock', 'readings.json', JOURNAL])(
  'a pipe in place of %s holds nobody up',
  async (name) => {
    const { dataDir } = await given()
    await rm(join(dataDir, name), { force: true })
    execFileSync('mkfifo', [join(dataDir, name)])
    expect(await attempt(dataDir)).toMatchObject(refusal(join(dataDir, name)))
  },
)

test.each(['secrets.json', 'lock', 'readings.json'])('%s is not read when it is huge', async (name) => {
  const { dataDir } = await given()
  await writeFile(join(dataDir, name), '')
  await truncate(join(dataDir, name), 2 ** 40)
  expect(await attempt(dataDir)).toMatchObject({
    message: expect.stringContaining('is larger than any that parley writes'),
  })
})

test('the data folder itself may be a link, and hold other things beside', async () => {
  const { folder, dataDir } = await given()
  await rename(dataDir, join(folder, 'elsewhere'))
  await symlink('elsewhere', dataDir)
  await symlink('../docs', join(dataDir, 'notes'))
  await (await startTestServer({ dataDir })).stop()
})

test('nothing in the store opens or reads a file in another way', () => {
  const root = new URL('../../src/store/', import.meta.url).pathname
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const opening = files.filter((file) =>
    /import \{[^}]*\b(open|openSync|readFile|readFileSync|createReadStream|createWriteStream)\b[^}]*\} from 'node:fs/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  // The second reads of /proc only.
  expect(opening.sort()).toEqual(['process-identity.ts', 'safe-files.ts'])
})
