import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openInFlightReads } from '../../src/store/in-flight-reads.js'
import {
  copyFolder,
  openTestStore,
  recordingLog,
  silentLog,
  temporaryFolder,
} from '../support/stores/store-folder.js'

/** What the next process finds when this one is killed during the reading. */
async function killedDuring(folder: string, range: { first: number; last: number }) {
  const notes = await openInFlightReads(join(folder, 'readings.json'), silentLog)
  let copy = ''
  await notes.track('conversation-1', range, async () => {
    copy = await copyFolder(folder)
  })
  await notes.close()
  return copy
}
const reopen = (folder: string) => openInFlightReads(join(folder, 'readings.json'), silentLog)

test('a reading that came to its end leaves nothing behind, whatever the end', async () => {
  const folder = await temporaryFolder()
  const notes = await reopen(folder)
  expect(await notes.track('conversation-1', { first: 1, last: 5 }, async () => 'read')).toBe('read')
  const failing = notes.track('conversation-2', { first: 7, last: 7 }, async () => {
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  const copy = await copyFolder(folder)
  await notes.close()
  expect(await readdir(folder)).toEqual([])
  expect(await (await reopen(copy)).unfinished('conversation-1')).toBeUndefined()
})

test('a process that ends during a reading leaves it behind; processes in a row are counted', async () => {
  let folder = await temporaryFolder()
  for (const times of [1, 2, 3]) {
    folder = await killedDuring(folder, { first: 4, last: 9 })
    expect(await (await reopen(folder)).unfinished('conversation-1')).toEqual({ first: 4, last: 9, times })
  }
  // A part of it counts as well; other messages do not.
  const part = await killedDuring(folder, { first: 6, last: 6 })
  expect(await (await reopen(part)).unfinished('conversation-1')).toEqual({ first: 6, last: 6, times: 4 })
  const other = await killedDuring(folder, { first: 10, last: 12 })
  expect(await (await reopen(other)).unfinished('conversation-1')).toEqual({ first: 10, last: 12, times: 1 })
})

test('what was left behind stays until it is settled, also through processes that do not read', async () => {
  const folder = await killedDuring(await temporaryFolder(), { first: 4, last: 9 })
  for (const _ of ['one start', 'and another']) {
    const notes = await reopen(folder)
    expect(await notes.unfinished('conversation-1')).toMatchObject({ times: 1 })
    await notes.track('conversation-2', { first: 1, last: 1 }, async () => undefined)
    await notes.close()
  }
  const notes = await reopen(folder)
  await notes.clear('conversation-1')
  await notes.close()
  expect(await readdir(folder)).toEqual([])
})

test('the start names what was left behind in the log, and never what was said', async () => {
  const folder = await killedDuring(await temporaryFolder(), { first: 4, last: 9 })
  const { log, lines } = recordingLog()
  await (await openInFlightReads(join(folder, 'readings.json'), log)).close()
  expect(lines).toMatchObject([
    {
      level: 'warn',
      fields: { conversation_id: 'conversation-1', first_message: 4, last_message: 9, times: 1 },
    },
  ])
})

test.each(['', '{"conversation-1":{"fir', '[]', '{"conversation-1":{"first":1}}', 'null\n'])(
  'a file that a machine spoilt (%j) blames no message',
  async (text) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'readings.json'), text)
    const notes = await reopen(folder)
    expect(await notes.unfinished('conversation-1')).toBeUndefined()
    await notes.track('conversation-1', { first: 1, last: 1 }, async () => {
      expect((await readFile(join(folder, 'readings.json'), 'utf8')).split('\n')[0]).toContain('"times":1')
    })
    await notes.close()
  },
)

test('a folder without notes opens as before, and a store that reads nothing makes no file', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  expect(await store.readings.unfinished('conversation-1')).toBeUndefined()
  await store.close()
  await expect(stat(join(folder, 'readings.json'))).rejects.toThrow('ENOENT')
})
