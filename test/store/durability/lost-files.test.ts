import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.js'
import {
  copyFolder,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aCharacter } from '../../support/stores/store-records.js'
import { listingOf, segmentsOf } from '../../support/stores/store-state.js'

const DAY_MS = 86_400_000
const START = new Date('2030-01-31T09:00:00.000Z')
const at = (ms: number) => ({ now: () => new Date(START.getTime() + ms) })

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** A character with an avatar of these bytes. */
async function giveAvatar(store: Store, id: string, text: string): Promise<void> {
  const held = await store.files.put(bytesOf(text), { maxBytes: 1000 })
  if (held === undefined) throw new Error('the file was refused')
  const avatar_file = { sha256: held.sha256, name: 'avatar.png' }
  await store.characters.insert(aCharacter({ id, avatar_file }))
  held.release()
}

/** A folder of a server that was used and stopped, with an avatar for each of these texts. */
async function usedFolder(...texts: string[]): Promise<string> {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder, { clock: at(0) })
  for (const text of texts) await giveAvatar(store, text, text)
  await store.close()
  await writeFile(join(folder, 'secrets.json'), '{}')
  return folder
}

const filesIn = async (folder: string) => (await readdir(join(folder, 'files'))).sort()
const trashIn = async (folder: string) => {
  const names = await readdir(join(folder, 'trash'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('/')).map((name) => name.replace(/^.*\//, ''))
}

const losses: [string, (folder: string) => Promise<unknown>, RegExp][] = [
  ['store/ is missing', (folder) => rm(join(folder, 'store'), { recursive: true }), /store is missing/],
  [
    'the journal is empty',
    async (folder) => truncate((await segmentsOf(folder))[0] ?? '', 0),
    /journal-000000000001\.ndjson is empty/,
  ],
  [
    'the journal holds no whole entry',
    async (folder) => truncate((await segmentsOf(folder))[0] ?? '', 20),
    /journal-000000000001\.ndjson holds no whole entry/,
  ],
  [
    'the journal is missing',
    async (folder) => rm((await segmentsOf(folder))[0] ?? ''),
    /store holds no journal/,
  ],
]

test.each(losses)(
  'where %s and files are there, the start is refused and changes nothing',
  async (_, lose, what) => {
    const folder = await usedFolder('one', 'two')
    await lose(folder)
    const before = await listingOf(folder)
    await expect(openTestStore(folder)).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringMatching(what),
      hint: expect.stringMatching(/backup.*--accept-empty/),
    })
    await expect(openTestStore(folder)).rejects.toThrow(/secrets\.json.*2 files/)
    expect(await listingOf(folder)).toEqual(before)
  },
)

test.each(losses)('where %s, a start that accepts it begins empty and keeps every file', async (_, lose) => {
  const folder = await usedFolder('one', 'two')
  await lose(folder)
  const store = await openTestStore(folder, { acceptEmpty: true, clock: at(0) })
  await store.trash.removeExpired(
    at(9 * DAY_MS)
      .now()
      .toISOString(),
  )
  expect(await store.characters.find('one')).toBeUndefined()
  expect(await filesIn(folder)).toEqual([hashOf('one'), hashOf('two')].sort())
  await store.close()
  expect(await filesIn(folder)).toEqual([hashOf('one'), hashOf('two')].sort())
})

test('a folder whose first start was killed before its first entry is no loss', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'store'))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'store', 'journal-000000000001.ndjson'), '')
  expect((await openTestStore(folder)).starts).toBe(1)
})

test('of a compacted store without its journal nothing is served, whatever snapshots are left', async () => {
  const folder = await usedFolder('one')
  const store = await openTestStore(folder)
  await store.compactNow()
  await store.close()
  for (const path of await segmentsOf(folder)) await rm(path)
  await rm(join(folder, 'store', 'characters.json'))
  const before = await listingOf(folder)
  await expect(openTestStore(folder)).rejects.toThrow('lacks files')
  expect(await listingOf(folder)).toEqual(before)
})

test('what an older backup of the records does not know goes to the trash for a day', async () => {
  const folder = await usedFolder('old')
  const backup = join(await temporaryFolder(), 'store')
  await cp(join(folder, 'store'), backup, { recursive: true })
  const later = await openTestStore(folder)
  await giveAvatar(later, 'new', 'new')
  await later.close()
  await rm(join(folder, 'store'), { recursive: true })
  await cp(backup, join(folder, 'store'), { recursive: true })

  const { log, lines } = recordingLog()
  const store = await openTestStore(folder, { clock: at(0), log })
  expect(await filesIn(folder)).toEqual([hashOf('old')])
  expect(await trashIn(folder)).toEqual([hashOf('new')])
  expect(lines).toMatchObject([{ level: 'warn', fields: { files: 1 } }])
  const path = join(folder, 'trash', (await readdir(join(folder, 'trash')))[0] ?? '', hashOf('new'))
  expect(await readFile(path, 'utf8')).toBe('new')

  await store.trash.removeExpired(
    at(DAY_MS - 1)
      .now()
      .toISOString(),
  )
  expect(await trashIn(folder)).toEqual([hashOf('new')])
  await store.trash.removeExpired(at(DAY_MS).now().toISOString())
  expect(await readdir(join(folder, 'trash'))).toEqual([])
})

test('a start removes what was in the trash for a day', async () => {
  const folder = await usedFolder('old')
  await writeFile(join(folder, 'files', hashOf('orphan')), 'orphan')
  await (await openTestStore(folder, { clock: at(0) })).close()
  await (await openTestStore(folder, { clock: at(DAY_MS - 1) })).close()
  expect(await trashIn(folder)).toEqual([hashOf('orphan')])
  await (await openTestStore(folder, { clock: at(DAY_MS) })).close()
  expect(await trashIn(folder)).toEqual([])
})

test('a file in the trash that a record refers to is taken back', async () => {
  const folder = await usedFolder('one')
  await mkdir(join(folder, 'trash', '20300131T090000Z'), { recursive: true })
  await rename(join(folder, 'files', hashOf('one')), join(folder, 'trash', '20300131T090000Z', hashOf('one')))
  const store = await openTestStore(folder, { clock: at(0) })
  expect(await store.files.size(hashOf('one'))).toBe(3)
  expect(await trashIn(folder)).toEqual([])
  expect(store.health().missingFiles).toBe(0)
})

test('a file that a deletion removes goes at once, also from the trash', async () => {
  const folder = await usedFolder('one')
  await mkdir(join(folder, 'trash', '20300131T090000Z'), { recursive: true })
  await writeFile(join(folder, 'trash', '20300131T090000Z', hashOf('one')), 'one')
  const store = await openTestStore(folder, { clock: at(0) })
  await store.characters.remove('one')
  await store.close()
  expect(await filesIn(folder)).toEqual([])
  expect(await trashIn(folder)).toEqual([])
})

test('a file whose deletion was cut short by a crash does not pass through the trash', async () => {
  const folder = await usedFolder('one', 'two')
  const store = await openTestStore(folder)
  const whole = await copyFolder(folder)
  await store.characters.remove('one')
  await store.close()
  // The removal is in the journal, the file still there: as after a crash between the two.
  await rm(join(whole, 'store'), { recursive: true })
  await cp(join(folder, 'store'), join(whole, 'store'), { recursive: true })
  expect(await filesIn(whole)).toEqual([hashOf('one'), hashOf('two')].sort())
  await openTestStore(whole)
  expect(await filesIn(whole)).toEqual([hashOf('two')])
  expect(await trashIn(whole)).toEqual([])
})

test('files that records refer to and that are missing are counted, until they come again', async () => {
  const folder = await usedFolder('one', 'two')
  await rm(join(folder, 'files'), { recursive: true })
  const { log, lines } = recordingLog()
  const store = await openTestStore(folder, { log })
  expect(store.health()).toMatchObject({ status: 'ok', missingFiles: 2 })
  expect(lines).toMatchObject([{ level: 'warn', fields: { missing: 2 } }])
  expect(await store.files.size(hashOf('one'))).toBeUndefined()
  expect(await store.files.open(hashOf('one'))).toBeUndefined()
  const held = await store.files.put(bytesOf('one'), { maxBytes: 10 })
  held?.release()
  expect(store.health().missingFiles).toBe(1)
  await store.characters.remove('two')
  expect(store.health().missingFiles).toBe(0)
})

test('the trash takes a bounded number of files; the others wait where they are', async () => {
  const folder = await usedFolder('one')
  const orphans = Array.from({ length: 5 }, (_, n) => `orphan ${n}`)
  for (const text of orphans) await writeFile(join(folder, 'files', hashOf(text)), text)
  await (await openTestStore(folder, { clock: at(0), trashLimits: { files: 3, bytes: 1000 } })).close()
  expect([(await trashIn(folder)).length, (await filesIn(folder)).length]).toEqual([3, 3])
  await (await openTestStore(folder, { clock: at(DAY_MS), trashLimits: { files: 3, bytes: 16 } })).close()
  expect([(await trashIn(folder)).length, (await filesIn(folder)).length]).toEqual([2, 1])
})
