import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BatchChange, BatchWithDocuments } from '../../src/domain/batches/ports.js'
import { cancelUnstarted, failDocument, updateBatch } from '../../src/domain/batches/transitions.js'
import { createHeaderKeys } from '../../src/store/header-keys.js'
import type { Store } from '../../src/store/store.js'
import { aBatch, aCreation, aDocument } from '../support/knowledge/document-records.js'
import { copyFolder, openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter, at } from '../support/stores/store-records.js'
import { findWordsOnDisk } from '../support/stores/words-on-disk.js'

const SECRETS = ['X-Secret-Name-7f3a', 'Bearer-7f3a']
const [name = '', value = ''] = SECRETS
const HEADERS = { [name]: value }

const keysIn = (folder: string) => readdir(join(folder, 'keys')).catch(() => [])

/** A document that waits, with headers. */
async function givenDocument() {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  const headers = await store.headers.encrypt('d1', HEADERS)
  const creation = aCreation({ characters: [aCharacter({ id: 'c1' })], documents: [aDocument({ headers })] })
  await store.batches.create(creation)
  return { folder, store, headers }
}

test('a key is for its owner alone, and what is stored beside it says nothing', async () => {
  const { folder, store, headers } = await givenDocument()
  await store.compactNow()
  const [key = '', ...more] = await keysIn(folder)
  expect(more).toEqual([])
  expect(((await stat(join(folder, 'keys', key))).mode & 0o777).toString(8)).toBe('600')
  expect(await findWordsOnDisk(folder, SECRETS)).toEqual([])
  expect(await store.headers.decrypt('d1', headers)).toEqual(HEADERS)
})

test('what was sealed for a document opens for no other, and for nobody once it was touched', async () => {
  const { store, headers } = await givenDocument()
  await expect(store.headers.decrypt('d2', headers)).rejects.toThrow(/authenticate/)
  const other = headers.at(-5) === 'A' ? 'B' : 'A'
  await expect(
    store.headers.decrypt('d1', `${headers.slice(0, -5)}${other}${headers.slice(-4)}`),
  ).rejects.toThrow(/authenticate/)
})

test('the same headers look different each time, under a key of their own', async () => {
  const { store, headers } = await givenDocument()
  const again = await store.headers.encrypt('d1', HEADERS)
  const [[oneKey, one], [otherKey, other]] = [headers.split('.'), again.split('.')]
  expect(oneKey).not.toBe(otherKey)
  expect(one).not.toBe(other)
})

const now = at(60)
const only = ({ documents: [document = aDocument()] }: BatchWithDocuments) => document
const ENDS: readonly (readonly [how: string, end: (state: BatchWithDocuments) => BatchChange])[] = [
  ['is ready', (state) => ({ documents: [{ ...only(state), headers: null, status: 'ready' }] })],
  [
    'failed',
    (state) => ({ documents: [failDocument(only(state), { code: 'fetch_timeout', message: '' }, now)] }),
  ],
  ['was cancelled', (state) => cancelUnstarted(state, now)],
]

test.each(ENDS)('when a document %s its key is gone, and what it opened stays shut', async (_, end) => {
  const { folder, store, headers } = await givenDocument()
  await updateBatch(store, 'b1', end)
  await expect.poll(() => keysIn(folder)).toEqual([])
  expect(await store.headers.decrypt('d1', headers)).toEqual({})
  await store.compactNow()
  expect(await findWordsOnDisk(folder, [headers])).toEqual([])
})

test('the key of a document that is deleted with its character goes, too', async () => {
  const { folder, store } = await givenDocument()
  await store.characters.remove('c1')
  await expect.poll(() => keysIn(folder)).toEqual([])
})

test('a key stays until the end of its document is on the disk', async () => {
  const folder = await temporaryFolder()
  let written = () => {}
  const flush = () =>
    new Promise<void>((resolve) => {
      written = resolve
    })
  const keys = createHeaderKeys({ folder, flush })
  const headers = await keys.encrypt('d1', HEADERS)
  keys.index.change(undefined, aDocument({ headers }))
  keys.index.change(aDocument({ headers }), aDocument({ headers: null }))
  await Promise.resolve()
  expect(await readdir(folder)).toHaveLength(1)
  written()
  await keys.settle()
  expect(await readdir(folder)).toEqual([])
})

test('a start removes the keys that no document needs, and keeps the others', async () => {
  const { folder, headers } = await givenDocument()
  await writeFile(join(folder, 'keys', 'orphan.key'), 'left by a crash')
  const crashed = await copyFolder(folder)
  const store: Store = await openTestStore(crashed)
  expect(await keysIn(crashed)).toEqual([`${headers.split('.')[0]}.key`])
  expect(await store.headers.decrypt('d1', headers)).toEqual(HEADERS)
})

test('of documents that were not stored no key is left', async () => {
  const { folder, store, headers } = await givenDocument()
  await store.headers.deleteKeys([await store.headers.encrypt('d2', HEADERS)])
  expect(await keysIn(folder)).toEqual([`${headers.split('.')[0]}.key`])
  expect((await store.batches.find(aBatch().id))?.documents).toHaveLength(1)
})
