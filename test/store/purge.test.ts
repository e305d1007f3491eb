import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HeldFile } from '../../src/domain/files/ports.js'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import { updateRecord } from '../../src/domain/unit-of-work.js'
import { nodeDisk } from '../../src/store/disk/disk.js'
import type { Store } from '../../src/store/store.js'
import { aBatch, aCreation, aDocument } from '../support/knowledge/document-records.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import {
  aCharacter,
  aConversation,
  aMemory,
  aMessage,
  anAccount,
  anOrganization,
  at,
  created,
} from '../support/stores/store-records.js'
import { createCrashingDisk, findWordsOnDisk } from '../support/stores/words-on-disk.js'

/** What must be nowhere after a purge, one word for each place. */
const IN_RECORDS = ['Orgname-7f3a', 'Charname-7f3a', 'Playername-7f3a', 'Spoken-7f3a']
const IN_FILES = ['Pixels-7f3a', 'Mesh-7f3a', 'Shown-7f3a']
const SECRETS = [...IN_RECORDS, ...IN_FILES]
const [orgName = '', characterName = '', playerId = '', spoken = ''] = IN_RECORDS
const [pixels = '', mesh = '', showing = ''] = IN_FILES
const KEPT = 'Kept-7f3a'
const WORDS = [...SECRETS, KEPT]

async function fill(store: Store): Promise<void> {
  const { accounts, organizations, characters, conversations } = store
  await accounts.ensure(anAccount())
  await organizations.insert(anOrganization({ name: orgName }))
  await updateRecord(store, { kind: 'organizations', id: 'org-1' }, (current) => ({
    ...current,
    deletedAt: at(1),
  }))
  const [avatar, model] = [await put(store, pixels), await put(store, mesh)]
  const shown = { avatar_file: shownAs(avatar, 'avatar.png'), model_file: shownAs(model, 'model.glb') }
  await characters.insert(aCharacter({ org_id: 'org-1', name: characterName, ...shown }))
  for (const file of [avatar, model]) file.release()
  await characters.insert(aCharacter({ id: 'own', name: KEPT }))
  await conversations.findOrCreate(aConversation({ playerId }))
  const picture = await put(store, showing)
  const imageFile = shownAs(picture, 'picture.png')
  await conversations.append('conversation-1', aMessage({ content: spoken, imageFile }))
  picture.release()
}

async function put({ files }: Store, content: string): Promise<HeldFile> {
  const file = await files.put(bytesOf(content), { maxBytes: 100 })
  if (file === undefined) throw new Error('the file is too large')
  return file
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

const shownAs = ({ sha256 }: HeldFile, name: string) => ({ sha256, name })

test('after a purge nothing of the organization is in any byte of the data folder', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await fill(store)
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([...SECRETS, KEPT])
  await store.organizations.purge('org-1')
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([KEPT])
})

test('what was compacted before is erased as well, and stays so over a restart', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await fill(store)
  await store.compactNow()
  await store.organizations.purge('org-1')
  await store.close()
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([KEPT])
  const again = await openTestStore(folder)
  expect(await again.organizations.list('account-1')).toEqual([])
  expect(await again.characters.find('own')).toMatchObject({ name: KEPT })
})

test('a purge that a crash interrupts is finished by the next start', async () => {
  const folder = await temporaryFolder()
  const { disk, left: leftBehind } = createCrashingDisk(folder)
  const store = await openTestStore(folder, { disk })
  await fill(store)
  await store.organizations.purge('org-1')

  const left = await leftBehind()
  expect(await findWordsOnDisk(left, WORDS)).toEqual([...IN_RECORDS, KEPT])
  const again = await openTestStore(left)
  expect(await findWordsOnDisk(left, WORDS)).toEqual([KEPT])
  expect(await again.organizations.find('org-1')).toBeUndefined()
  expect(await again.characters.find('character-1')).toBeUndefined()
})

test('a purge that the disk refuses is told, and a second one completes it', async () => {
  const folder = await temporaryFolder()
  let isFull = false
  const store = await openTestStore(folder, {
    disk: {
      ...nodeDisk,
      rename: async (from, to) => {
        if (isFull) throw new Error('disk full')
        await nodeDisk.rename(from, to)
      },
    },
  })
  await fill(store)
  isFull = true
  await expect(store.organizations.purge('org-1')).rejects.toThrow('disk full')
  expect(await store.organizations.find('org-1')).toMatchObject({ name: '', isPurged: true })
  expect(await store.characters.find('character-1')).toBeUndefined()
  isFull = false
  await store.organizations.purge('org-1')
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([KEPT])
})

test.each([
  ['another purge', (store: Store) => store.organizations.purge('org-1')],
  ['the deletion of its character', (store: Store) => store.characters.remove('character-1')],
])('a purge erases also what %s before it still has to remove', async (_, begin) => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await fill(store)
  const more = Array.from({ length: 1000 }, async (_, n) => {
    const { id } = await store.conversations.findOrCreate(
      aConversation({ id: `more-${n}`, playerId: `more-${n}` }),
    )
    await store.conversations.append(id, aMessage({ content: spoken }))
  })
  await Promise.all(more)
  await store.compactNow()
  const first = begin(store)
  await store.organizations.purge('org-1')
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([KEPT])
  await first
})

test('batches and documents go with their organization: files, passages and keys of headers, reset or not', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  const words = ['Customid-7f3a', 'Docname-7f3a', 'Urlquery-7f3a', 'Pdf-7f3a', 'Passage-7f3a']
  const [customId = '', filename = '', query = '', pdf = '', passage = ''] = words
  await store.organizations.insert(anOrganization())
  const [file, passages] = [await put(store, pdf), await put(store, passage)]
  const url = `https://origin.test/a.pdf?${query}`
  const headers = await store.headers.encrypt('d2', { Authorization: 'x' })
  await store.batches.create(
    aCreation({
      batch: aBatch({
        org_id: 'org-1',
        items: [{ customId, characterId: 'c1', request: null, error: null, warnings: [] }],
      }),
      characters: [aCharacter({ id: 'c1', org_id: 'org-1' })],
      documents: [
        aDocument({
          ...{ url, filename, org_id: 'org-1', status: 'ready' },
          ...{ file: file.sha256, passages_file: passages.sha256 },
        }),
        aDocument({ id: 'd2', org_id: 'org-1', position: 1, headers }),
      ],
    }),
  )
  for (const held of [file, passages]) held.release()
  store.checkpoint()
  expect(await findWordsOnDisk(folder, words)).toEqual(words)
  expect(await readdir(join(folder, 'keys'))).toHaveLength(1)

  await store.organizations.purge('org-1')
  expect(await findWordsOnDisk(folder, words)).toEqual([])
  expect(await readdir(join(folder, 'keys'))).toEqual([])
  expect([await store.batches.find('b1'), await store.documents.find('d1')]).toEqual([undefined, undefined])
  expect(await store.queue.depths()).toEqual({ queued: 0, running: 0 })
})

const LEARNT = ['Content-7f3a', 'Fact-7f3a', 'Prompt-7f3a', 'Line-7f3a', 'Vector-7f3a']

/** What a character remembers of another one that it met, with everything that holds words of it. */
async function meet(store: Store, { self, other }: { self: string; other: string }): Promise<void> {
  const [content = '', fact = '', prompt = '', line = '', vector = ''] = LEARNT
  const pair = { characterId: self, playerId: `character:${other}` }
  const ofPair = { agentId: self, playerId: pair.playerId }
  const memory = { ...aMemory({ id: `of ${other}`, content }), ...ofPair }
  const known = { id: `fact of ${other}`, userId: 'account-1', factKey: 'home', factValue: fact }
  const facts = [{ ...known, ...ofPair, sourceMemoryId: memory.id, createdAt: at(0), updatedAt: null }]
  await changeMemories(store, { pair }, (view) => ({ ...created(memory)(view), facts }))
  await store.memories.saveVectors(vector, [
    { id: memory.id, contentHash: memory.contentHash, vector: Float32Array.of(1) },
  ])
  const { id } = await store.conversations.findOrCreate(aConversation({ id: `talk of ${other}`, ...pair }))
  await store.conversations.append(id, aMessage({ content: line }), { block: prompt, given: [] })
}

const metBoth = async (store: Store) => {
  await store.characters.insert(aCharacter({ id: 'friend', name: KEPT }))
  await meet(store, { self: 'own', other: 'character-1' })
}

test.each([
  ['while its character is there', async () => undefined],
  ['after its character was deleted', (store: Store) => store.characters.remove('character-1')],
])('a purge %s makes characters of others forget what they learnt of it in encounters', async (_, before) => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await fill(store)
  await metBoth(store)
  expect(await findWordsOnDisk(folder, [...LEARNT, 'character:character-1'])).toEqual([
    ...LEARNT,
    'character:character-1',
  ])
  await before(store)
  await store.organizations.purge('org-1')
  expect(await findWordsOnDisk(folder, [...WORDS, ...LEARNT, 'character:character-1'])).toEqual([KEPT])
})

test('what characters remember of others stays', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await fill(store)
  await store.characters.insert(aCharacter({ id: 'friend', name: KEPT }))
  await meet(store, { self: 'own', other: 'friend' })
  await store.organizations.purge('org-1')
  expect(await findWordsOnDisk(folder, LEARNT)).toEqual(LEARNT)
  await store.characters.remove('friend')
  expect(await store.memories.find('of friend')).toBeDefined()
})
