import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeDisk } from '../../src/store/disk/disk.js'
import type { Store } from '../../src/store/store.js'
import { copyOf, opened, temporaryFolder } from '../support/store-folder.js'
import { aCharacter, aMemory, created } from '../support/store-records.js'

/** One word for each place of a memory. */
const SECRETS = ['Content-7f3a', 'Quote-7f3a', 'Value-7f3a', 'Entity-7f3a']
const [content = '', sourceQuote = '', value = '', name = ''] = SECRETS
const KEPT = 'Kept-7f3a'
const pair = { characterId: 'character-1', playerId: 'player-1' }

async function fill(store: Store): Promise<void> {
  const slot = { subject: 'player', attribute: 'home', value, cardinality: 'one' as const }
  const told = aMemory({ content, sourceQuote, slot, entities: [{ name, entityType: 'place' }] })
  await store.characters.insert(aCharacter({ name: KEPT }))
  await store.memories.change(pair, [], created(told))
}

async function wordsOnDisk(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file)))).toString('latin1')
  return [...SECRETS, KEPT].filter((word) => bytes.includes(word))
}

test.each([
  ['one erased memory', ({ memories }: Store) => memories.erase(pair, 'memory-1')],
  ['all erased memories', ({ memories }: Store) => memories.eraseAll(pair)],
])('of %s nothing is left in any byte of the data folder', async (_, erase) => {
  const folder = await temporaryFolder()
  const store = await opened(folder)
  await fill(store)
  await store.compactNow()
  expect(await wordsOnDisk(folder)).toEqual([...SECRETS, KEPT])
  await erase(store)
  expect(await wordsOnDisk(folder)).toEqual([KEPT])
  await store.close()
  const again = await opened(folder)
  expect(await again.memories.find('memory-1')).toBeUndefined()
})

test('an erasure that a crash interrupts is finished by the next start', async () => {
  const folder = await temporaryFolder()
  let crashed: Promise<string> | undefined
  const store = await opened(folder, {
    disk: {
      ...nodeDisk,
      // The removal is durable, the old records are all still there.
      rename: async (from, to) => {
        crashed ??= copyOf(folder)
        await crashed
        await nodeDisk.rename(from, to)
      },
    },
  })
  await fill(store)
  await store.memories.eraseAll(pair)

  const left = (await crashed) ?? ''
  expect(await wordsOnDisk(left)).toEqual([...SECRETS, KEPT])
  await opened(left)
  expect(await wordsOnDisk(left)).toEqual([KEPT])
})
