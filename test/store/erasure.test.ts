import { expect, test } from 'vitest'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import type { Store } from '../../src/store/store.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter, aConversation, aMemory, aMessage, created } from '../support/stores/store-records.js'
import { createCrashingDisk, findWordsOnDisk } from '../support/stores/words-on-disk.js'

/** One word for each place of a memory. */
const SECRETS = ['Content-7f3a', 'Quote-7f3a', 'Value-7f3a', 'Entity-7f3a']
const [content = '', sourceQuote = '', value = '', name = ''] = SECRETS
const KEPT = 'Kept-7f3a'
const WORDS = [...SECRETS, KEPT]
const pair = { characterId: 'character-1', playerId: 'player-1' }

async function fill(store: Store): Promise<void> {
  const slot = { subject: 'player', attribute: 'home', value, cardinality: 'one' as const }
  const told = aMemory({ content, sourceQuote, slot, entities: [{ name, entityType: 'place' }] })
  await store.characters.insert(aCharacter({ name: KEPT }))
  await changeMemories(store, { pair }, created(told))
  // A prompt quotes it.
  const block = `notes\n${content}\nend`
  const given = [{ kind: 'memory' as const, id: told.id, start: 6, end: 6 + content.length }]
  await store.conversations.findOrCreate(aConversation())
  await store.conversations.append('conversation-1', aMessage(), { block, given })
}

test.each([
  ['one erased memory', ({ memories }: Store) => memories.erase(pair, 'memory-1')],
  ['all erased memories', ({ memories }: Store) => memories.eraseAll(pair)],
])('of %s nothing is left in any byte of the data folder', async (_, erase) => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await fill(store)
  await store.compactNow()
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([...SECRETS, KEPT])
  await erase(store)
  expect(await findWordsOnDisk(folder, WORDS)).toEqual([KEPT])
  await store.close()
  const again = await openTestStore(folder)
  expect(await again.memories.find('memory-1')).toBeUndefined()
})

test('an erasure that a crash interrupts is finished by the next start', async () => {
  const folder = await temporaryFolder()
  const { disk, left: leftBehind } = createCrashingDisk(folder)
  const store = await openTestStore(folder, { disk })
  await fill(store)
  await store.memories.eraseAll(pair)

  const left = await leftBehind()
  expect(await findWordsOnDisk(left, WORDS)).toEqual([...SECRETS, KEPT])
  await openTestStore(left)
  expect(await findWordsOnDisk(left, WORDS)).toEqual([KEPT])
})
