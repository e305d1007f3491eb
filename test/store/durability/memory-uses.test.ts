import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationRecord } from '../../../src/domain/conversations/record.js'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { replayMemoryEvents } from '../../../src/domain/memories/history.js'
import type { MemoryRecord } from '../../../src/domain/memories/record.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import type { Store } from '../../../src/store/store.js'
import { propertyRuns } from '../../support/rounds.js'
import { DATA_FOLDER_PAIR, fillDataFolder } from '../../support/stores/data-folder-content.js'
import { openDisturbedStore } from '../../support/stores/disturbed-store.js'
import { diskFailure, interceptedDisk, isWriteTo } from '../../support/stores/store-disk.js'
import { copyFolder, openTestStore, temporaryFolder } from '../../support/stores/store-folder.js'
import {
  aCharacter,
  aConversation,
  aMemory,
  aMessage,
  at,
  created,
} from '../../support/stores/store-records.js'
import { segmentsOf, stateAfterReopen, stateOf } from '../../support/stores/store-state.js'
import { findWordsOnDisk } from '../../support/stores/words-on-disk.js'

const pair = DATA_FOLDER_PAIR
const DAY = 86_400

async function given(store: Store, ...memories: readonly MemoryRecord[]): Promise<Store> {
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  await changeMemories(store, { pair }, created(...memories))
  return store
}

const complete = ({ conversations }: Store, second: number, usedMemoryIds: readonly string[]) =>
  conversations.completeTurn({
    conversationId: 'conversation-1',
    message: { ...aMessage({ role: 'assistant' }), timestamp: at(second) },
    usedMemoryIds,
  })

test('the use of 27 memories is written in the entry of the reply, in less than two kilobytes', async () => {
  const ids = Array.from({ length: 27 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
  const folder = await temporaryFolder()
  const store = await given(await openTestStore(folder), ...ids.map((id) => aMemory({ id })))
  const [segment = ''] = await segmentsOf(folder)
  const before = await readFile(segment)
  await complete(store, 60, ids)
  const added = (await readFile(segment)).subarray(before.length).toString()
  expect(added.trim().split('\n')).toHaveLength(1)
  expect(added.length).toBeLessThan(2048)
  expect(added).not.toContain('Likes tea')
})

test('a use that the full disk refused has changed nothing', async () => {
  const folder = await temporaryFolder()
  let isFull = false
  const disk = interceptedDisk((step) =>
    isFull && isWriteTo(/./, step) ? Promise.reject(diskFailure('ENOSPC')) : step.go(),
  )
  const store = await given(await openTestStore(folder, { disk }), aMemory({ importance: 0.9 }))
  const before = stateOf(store)
  isFull = true
  await expect(complete(store, 60, ['memory-1'])).rejects.toMatchObject({ kind: 'insufficient_storage' })
  const { counters: _, ...state } = stateOf(store)
  const { counters: __, ...stateBefore } = before
  expect(state).toEqual(stateBefore)
  isFull = false
  await complete(store, 70, ['memory-1'])
  expect((await store.memories.find('memory-1'))?.accessCount).toBe(1)
  const after = stateOf(store)
  await store.close()
  expect(await stateAfterReopen(folder)).toEqual(after)
})

test('an erased memory leaves no trace in the uses of others', async () => {
  const [gone, kept] = ['Gone-7f3a', 'Kept-7f3a']
  const folder = await temporaryFolder()
  const store = await given(await openTestStore(folder), aMemory({ id: gone }), aMemory({ id: kept }))
  await complete(store, 60, [gone, kept])
  await store.compactNow()
  await complete(store, DAY, [gone, kept])
  await store.memories.erase(pair, gone)
  expect(await findWordsOnDisk(folder, [gone, kept])).toEqual([kept])
  expect(await store.memories.find(kept)).toMatchObject({ accessCount: 2, memoryLayer: 'ltm' })
  await store.memories.eraseAll(pair)
  expect(await findWordsOnDisk(folder, [gone, kept])).toEqual([])
})

/** Few memories, so that operations meet. */
const memoryId = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('use' as const), ids: fc.uniqueArray(memoryId) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), id: memoryId }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const), id: memoryId }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), id: memoryId }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('reopen', 'crash', 'compact', 'compact in the background', 'checkpoint', 'restore'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The same on both stores. A memory that is there is not created again. */
async function perform(store: Store, given: Step, second: number): Promise<void> {
  const { memories } = store
  if ('ids' in given) return void (await complete(store, second, given.ids))
  if (!('id' in given)) return
  const { id } = given
  if (given.do === 'erase') await memories.erase(pair, id)
  const known = await memories.find(id)
  if (given.do === 'create' && known === undefined)
    await changeMemories(store, { pair }, created(aMemory({ id, createdAt: at(second) })))
  if (given.do === 'retire' && known?.status === 'active')
    await changeMemories(store, { pair, ids: [id] }, () => ({
      memories: [{ ...known, status: 'decayed' }],
      events: [
        {
          ...{
            memoryId: id,
            agentId: known.agentId,
            playerId: known.playerId,
            kind: 'decayed',
            actor: 'time',
          },
          ...{ at: at(second), reason: null, quote: null },
          ...{ before: { status: 'active' }, after: { status: 'decayed' } },
        },
      ],
      facts: [],
      removedFactIds: [],
    }))
}

test('however a folder is compacted, copied, restored and opened, each use counts once', {
  tags: 'rounds',
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { store, folder, incidents } = await openDisturbedStore()
      await given(store(), aMemory({ id: 'a' }))
      const plain = await given(createInMemoryStore(), aMemory({ id: 'a' }))
      let kept = { store: store().checkpoint(), plain: plain.checkpoint() }
      const events: Record<string, () => Promise<void>> = {
        ...incidents,
        async checkpoint() {
          kept = { store: store().checkpoint(), plain: plain.checkpoint() }
        },
        async restore() {
          await Promise.all([store().restore(kept.store), plain.restore(kept.plain)])
        },
      }
      for (const [second, one] of steps.entries()) {
        const work =
          events[one.do] ??
          (() =>
            Promise.all([store(), plain].map((of) => perform(of, one, second * 9000))).then(() => undefined))
        await work()
        expect(stateOf(store())).toEqual(stateOf(plain))
        expect(await store().memories.events(pair)).toEqual(await plain.memories.events(pair))
        const replayed = replayMemoryEvents(await store().memories.events(pair), new Date(at(1e6)))
        expect(replayed).toEqual(await store().memories.findMany(['a', 'b', 'c']))
      }
      await store().close()
      expect(await stateAfterReopen(folder())).toEqual(stateOf(plain))
    }),
    { numRuns: propertyRuns(40), seed: 7 },
  )
})

/** What is seen of the memories from outside, which knows nothing of ids of events. */
async function shown({ memories, conversations }: Store) {
  const ids = ['home', 'tea', 'bees', 'mate', 'lost']
  const events = await Promise.all(ids.map((id) => memories.events(pair, id)))
  const found = await memories.findMany(ids)
  return {
    memories: found.map(({ lastUseId, ...memory }) => memory),
    events: events.map((all) =>
      all.map(({ id, before, after, ...event }) => {
        const { lastUseId: _, ...changed } = after
        return { ...event, before: before && { ...before, lastUseId: undefined }, after: changed }
      }),
    ),
    facts: await memories.coreFacts(pair),
    counts: await memories.countsByStatus(pair),
    transfers: (await memories.layerTransfers(pair)).map(({ id, ...event }) => event),
    next: (await memories.nextToDecay(9)).map(({ id }) => id),
    prompts: await conversations.listPrompts('conversation-1', 9),
    conversation: await conversations.find(pair).then(withoutCount),
    messages: await conversations.listRemembered('conversation-1', 9),
  }
}

/** What tells whether a message is counted is newer than old folders. */
const withoutCount = (conversation: ConversationRecord | undefined) => {
  const { countedUpTo, ...rest } = conversation ?? {}
  return rest
}

test.each([
  ['uses were records of their own', 'uses-as-events'],
  ['rows left out what others say', 'full-rows'],
  ['prompts referred to earlier ones', 'whole-prompts'],
])('a folder from before %s opens with all that was used', async (_, name) => {
  const folder = await copyFolder(`fixtures/data-folders/${name}`)
  const today = createInMemoryStore()
  const use = (memoryIds: readonly string[], time: string) =>
    today.memories.recordUse({ pair, memoryIds, at: time })
  await fillDataFolder(today, use)

  const store = await openTestStore(folder)
  expect(await shown(store)).toEqual(await shown(today))
  for (const each of [store, today]) {
    await each.memories.recordUse({ pair, memoryIds: ['tea', 'mate'], at: at(9 * DAY) })
    await each.memories.erase(pair, 'bees')
    await each.conversations.updateContent(1, 'What do I drink today?')
  }
  expect(await shown(store)).toEqual(await shown(today))
  const next = () => ({ ...aMessage({ content: 'And tomorrow?' }), timestamp: at(10 * DAY) })
  const [added] = await Promise.all(
    [store, today].map((each) => each.conversations.append('conversation-1', next())),
  )
  expect(added?.id).toBe(5)
  expect(await shown(store)).toEqual(await shown(today))
  await store.close()
  expect(await shown(await openTestStore(folder))).toEqual(await shown(today))
})
