import { spawnSync } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/open.js'
import { machineClock, openTestStore, silentLog, temporaryFolder } from '../../support/stores/store-folder.js'
import { startServingProcess } from '../../support/stores/store-process.js'
import { aCharacter } from '../../support/stores/store-records.js'

const IN_A_CONTAINER = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc']

const servedBy = (folder: string, pid: number): string =>
  `The folder ${folder} is already served by pid ${pid}: stop that server, or serve another folder.`

const lockFilesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('lock')).sort()

let stale: Promise<object> | undefined
/** The lock of a process that was killed while it served; of the same one for all tests, which write it to folders of their own. */
const staleLock = () => (stale ??= makeStaleLock())

async function makeStaleLock(): Promise<object> {
  const folder = await temporaryFolder()
  const holder = await startServingProcess()
  expect(await holder.serve(folder)).toBe('serving')
  await holder.kill()
  return JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))
}

/** A folder that was last served by a process that is gone. */
async function folderWith(lock: object): Promise<string> {
  const folder = await temporaryFolder()
  const { ino } = await stat(folder, { bigint: true })
  await writeFile(join(folder, 'lock'), JSON.stringify({ ...lock, inode: String(ino) }))
  return folder
}

test('a second opening in the same process is refused with the pid, and the first goes on', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  const attempt = openStore({ folder, log: silentLog, clock: machineClock })
  await expect(attempt).rejects.toMatchObject({
    name: 'StoreError',
    message: servedBy(folder, process.pid),
  })
  await store.characters.insert(aCharacter())
  expect(await lockFilesIn(folder)).toEqual(['lock'])
})

test('two processes do not serve one folder: the second is refused with the pid of the first', async () => {
  const folder = await temporaryFolder()
  const other = await startServingProcess()
  expect(await other.serve(folder)).toBe('serving')
  await expect(openTestStore(folder)).rejects.toMatchObject({ message: servedBy(folder, other.pid) })

  await other.stop()
  await openTestStore(folder)
  expect(await other.serve(folder)).toBe(servedBy(folder, process.pid))
})

test('a folder whose server was killed is taken over', async () => {
  const folder = await temporaryFolder()
  const killed = await startServingProcess()
  expect(await killed.serve(folder)).toBe('serving')
  await killed.kill()
  expect(await lockFilesIn(folder)).toEqual(['lock'])

  const store = await openTestStore(folder)
  expect(store.starts).toBe(2)
  expect(await lockFilesIn(folder)).toEqual(['lock'])
  await store.close()
  expect(await lockFilesIn(folder)).toEqual([])
})

test('of two processes that find the lock of a killed one exactly one takes it over', async () => {
  const lock = await staleLock()
  const racers = await Promise.all([startServingProcess(), startServingProcess()])
  for (let round = 0; round < 20; round += 1) {
    const folder = await folderWith(lock)
    const answers = await Promise.all(racers.map((racer) => racer.serve(folder)))
    const winner = racers[answers.indexOf('serving')]
    expect(answers.toSorted()).toEqual([servedBy(folder, winner?.pid ?? 0), 'serving'])
    expect(await lockFilesIn(folder)).toEqual(['lock'])
    await Promise.all(racers.map((racer) => racer.stop()))
  }
})

test.each(['free', 'stale'])('of eight that open a %s folder at once exactly one gets it', async (kind) => {
  const lock = await staleLock()
  for (let round = 0; round < 20; round += 1) {
    const folder = kind === 'stale' ? await folderWith(lock) : await temporaryFolder()
    const attempts = Array.from({ length: 8 }, () =>
      openStore({ folder, log: silentLog, clock: machineClock }),
    )
    const outcomes = await Promise.allSettled(attempts)
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refusals.map(String)).toEqual(Array(7).fill(`StoreError: ${servedBy(folder, process.pid)}`))
    expect(await lockFilesIn(folder)).toEqual(['lock'])
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.close()
    expect(await lockFilesIn(folder)).toEqual([])
  }
})

test('a pid that now belongs to another process does not hold the folder', async () => {
  const folder = await folderWith({ ...(await staleLock()), pid: process.pid })
  await openTestStore(folder)
})

test('a folder served on another machine is refused, with what to do about it', async () => {
  const folder = await folderWith({ id: 'x', pid: 77, started: 'then', host: `not-${hostname()}` })
  const lock = join(folder, 'lock')
  const before = await readFile(lock, 'utf8')
  await expect(openStore({ folder, log: silentLog, clock: machineClock })).rejects.toMatchObject({
    name: 'StoreError',
    message: `The folder ${folder} is already served by pid 77 on not-${hostname()}: stop that server, or delete ${lock} if it is gone.`,
  })
  expect(await readFile(lock, 'utf8')).toBe(before)
})

test.each([
  ['', 'the lock', ['lock']],
  ['{"id":"a', 'the lock', ['lock']],
  ['', 'the lock and that of its successor', ['lock', 'lock.after-unreadable-0']],
  ['{', 'all locks of a row', ['lock', 'lock.after-unreadable-0', 'lock.after-unreadable-1']],
])('with "%s" in %s, as a power cut leaves it, the folder is taken over', async (text, _, names) => {
  const folder = await temporaryFolder()
  for (const name of names) await writeFile(join(folder, name), text)
  const store = await openTestStore(folder)
  expect(await lockFilesIn(folder)).toEqual(['lock'])
  await store.close()
  expect(await lockFilesIn(folder)).toEqual([])
})

test('a start leaves alone what another one is just writing', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'lock.0123456789abcdef'), '')
  await openTestStore(folder)
  expect(await lockFilesIn(folder)).toEqual(['lock', 'lock.0123456789abcdef'])
})

test('a refused start leaves the folder free', async () => {
  const folder = await temporaryFolder()
  await (await openTestStore(folder)).close()
  const segment = join(folder, 'store', 'journal-000000000001.ndjson')
  const whole = await readFile(segment)
  await writeFile(segment, `damage\n${whole}`)
  await expect(openTestStore(folder)).rejects.toMatchObject({ name: 'StoreError' })
  expect(await lockFilesIn(folder)).toEqual([])
  await writeFile(segment, whole)
  await openTestStore(folder)
})

const inAnotherContainer = (folder: string, pid: number) =>
  `The folder ${folder} is already served by pid ${pid} in another container of this machine: stop that server, or delete ${join(folder, 'lock')} if it is gone.`

test('a process of another PID namespace, which cannot be seen, is not taken for gone', async () => {
  const lock = await staleLock()
  const folder = await folderWith({ ...lock, pid: 77, namespace: 'pid:[1]' })
  const before = await readFile(join(folder, 'lock'), 'utf8')
  await expect(openTestStore(folder)).rejects.toMatchObject({ message: inAnotherContainer(folder, 77) })
  expect(await readFile(join(folder, 'lock'), 'utf8')).toBe(before)
  expect(await lockFilesIn(folder)).toEqual(['lock'])
})

test('a process of another PID namespace is gone when the machine was started anew since', async () => {
  await openTestStore(
    await folderWith({ ...(await staleLock()), started: 'earlier 5', namespace: 'pid:[1]' }),
  )
})

test('the lock of a version that did not note the PID namespace is taken over as before', async () => {
  await openTestStore(await folderWith({ ...(await staleLock()), namespace: undefined }))
})

/** Whether processes of their own PID namespace can be started here. */
const canUnshare = spawnSync('unshare', [...IN_A_CONTAINER, 'true']).status === 0
if (!canUnshare)
  console.warn('SKIPPED: no PID namespace can be made here, so no server of another container is tried')

test.skipIf(!canUnshare)('a server in a container and one beside it do not serve one folder', async () => {
  const folder = await temporaryFolder()
  const contained = await startServingProcess(['unshare', ...IN_A_CONTAINER])
  expect(await contained.serve(folder)).toBe('serving')
  await expect(openTestStore(folder)).rejects.toMatchObject({ message: inAnotherContainer(folder, 1) })
  await contained.stop()

  await openTestStore(folder)
  expect(await contained.serve(folder)).toBe(inAnotherContainer(folder, process.pid))
})
