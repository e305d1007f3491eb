import { chmod, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyDataFolder } from '../../../src/runtime/local-state/data-folder.js'
import { parley } from '../../support/commands/cli.js'
import { createTestServer, temporaryFolder } from '../../support/servers/test-server.js'
import { recordingLog } from '../../support/stores/store-folder.js'

/** The data folder of a server that was stopped, as it is made where nobody names one, and a state folder. */
async function given() {
  const cwd = await temporaryFolder()
  const dataDir = join(cwd, '.parley')
  await (await createTestServer({ dataDir, logLevel: 'silent' })).stop()
  const stateDir = join(await temporaryFolder(), 'parley')
  const settings = { dataDir, stateDir, dataDirWasSet: false, adopt: false }
  /** Starts as far as the folder is concerned; returns what is logged. */
  const serve = async (chosen: Partial<typeof settings> = {}) => {
    const { log, lines } = recordingLog()
    const checked = await verifyDataFolder({ ...settings, ...chosen })
    await checked.secure(log)
    await checked.recordAsServed()
    return lines.map(({ message }) => message)
  }
  return { cwd, dataDir, stateDir, serve }
}

/** What git makes of a folder that somebody has committed. */
async function asCheckedOut(dataDir: string): Promise<void> {
  await chmod(join(dataDir, 'secrets.json'), 0o644)
  for (const name of ['', 'store', 'files']) await chmod(join(dataDir, name), 0o755)
}

const modesOf = async (dataDir: string) =>
  Promise.all(['secrets.json', 'store'].map(async (name) => (await stat(join(dataDir, name))).mode & 0o777))

const UNKNOWN = /there is no record that you have served it before/
const MENDED = /now they cannot/

test('a .parley that came with a checkout is refused in one sentence, and left as it is', async () => {
  const { dataDir, stateDir, serve } = await given()
  await asCheckedOut(dataDir)
  await expect(serve()).rejects.toMatchObject({
    name: 'StartError',
    message: `The data folder ${dataDir} may not be yours: ${join(dataDir, 'secrets.json')} is open to other users, and parley creates it for its user alone.`,
    hint: 'If it is yours, serve it once with --adopt (PARLEY_ADOPT=1); else choose another with --data-dir.',
  })
  expect(await modesOf(dataDir)).toEqual([0o644, 0o755])
  expect(await readdir(join(stateDir, '..'))).toEqual([])
})

test.each([
  ['only records', 'secrets.json'],
  ['only keys', 'store'],
])('so is one with %s', async (_, missing) => {
  const { dataDir, serve } = await given()
  await asCheckedOut(dataDir)
  await rm(join(dataDir, missing), { recursive: true })
  await expect(serve()).rejects.toMatchObject({ message: expect.stringContaining('may not be yours') })
})

test('whoever adopts it or names it gets it, private from then on', async () => {
  for (const chosen of [{ adopt: true }, { dataDirWasSet: true }]) {
    const { dataDir, serve } = await given()
    await asCheckedOut(dataDir)
    expect(await serve(chosen)).toEqual([expect.stringMatching(MENDED)])
    expect(await modesOf(dataDir)).toEqual([0o600, 0o700])
    expect(await serve(chosen)).toEqual([])
  }
})

test('what was served once is known: other modes are mended, and it may go without a word', async () => {
  const { dataDir, serve } = await given()
  expect(await serve()).toEqual([expect.stringMatching(UNKNOWN)])
  expect(await serve()).toEqual([])
  await asCheckedOut(dataDir)
  expect(await serve()).toEqual([expect.stringMatching(MENDED)])
  expect(await modesOf(dataDir)).toEqual([0o600, 0o700])
})

test('a new folder is noted by its first start, one that somebody names is not', async () => {
  const { dataDir, stateDir, serve } = await given()
  await serve({ dataDirWasSet: true })
  expect(await readdir(join(stateDir, '..'))).toEqual([])
  await rename(dataDir, `${dataDir}-made`)
  await mkdir(dataDir)
  const checked = await verifyDataFolder({ dataDir, stateDir, dataDirWasSet: false, adopt: false })
  await cp(`${dataDir}-made`, dataDir, { recursive: true })
  await checked.recordAsServed()
  expect(await serve()).toEqual([])
})

test('another folder in the place of a known one is not known', async () => {
  const { dataDir, serve } = await given()
  await serve()
  const other = await given()
  await asCheckedOut(other.dataDir)
  await rm(dataDir, { recursive: true })
  await rename(other.dataDir, dataDir)
  await expect(serve()).rejects.toMatchObject({ message: expect.stringContaining('may not be yours') })
})

test('a folder of an earlier version, or moved, or in a cache goes on with a line', async () => {
  const { cwd, dataDir, serve } = await given()
  await serve()
  await rename(dataDir, join(cwd, 'moved'))
  expect(await serve({ dataDir: join(cwd, 'moved') })).toEqual([expect.stringMatching(UNKNOWN)])
})

test('where no state can be kept, what is private is served all the same', async () => {
  const { cwd, serve } = await given()
  await writeFile(join(cwd, 'file'), '')
  const stateDir = join(cwd, 'file', 'parley')
  expect(await serve({ stateDir })).toEqual([expect.stringMatching(UNKNOWN)])
  expect(await serve({ stateDir })).toEqual([expect.stringMatching(UNKNOWN)])
})

test.each(['notes', 'note'])('%s that others may write to say nothing', async (what) => {
  const { stateDir, serve } = await given()
  await serve()
  const folder = join(stateDir, 'folders')
  const [name = ''] = await readdir(folder)
  await chmod(what === 'notes' ? folder : join(folder, name), 0o777)
  expect(await serve()).toEqual([expect.stringMatching(UNKNOWN)])
})

test('serve says so where a checkout has a .parley of its own', async () => {
  const { cwd, dataDir } = await given()
  await asCheckedOut(dataDir)
  const { exitCode, stdout } = await parley(['serve', '--port', '0', '--json'], { cwd })
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    error: { message: expect.stringContaining('may not be yours'), hint: expect.stringContaining('--adopt') },
  })
})
