import { expect, test } from 'vitest'
import { searchIndexMaker } from '../../../../src/adapters/search/search-index.js'
import { HISTORY_MESSAGES } from '../../../../src/domain/conversations/ports.js'
import { contentHashOf } from '../../../../src/domain/memories/changes/content-hash.js'
import { recordMemoryUse } from '../../../../src/domain/memories/decay/forgetting-curve.js'
import { createMemoryIndexes } from '../../../../src/domain/memories/search/memory-indexes.js'
import { AT_ONCE } from '../../../../src/domain/memories/search/memory-vectors.js'
import type { SearchIndex } from '../../../../src/domain/retrieval/ports.js'
import { createTimers } from '../../../../src/runtime/process/timers.js'
import { createInMemoryStore } from '../../../../src/store/in-memory-store.js'
import { loadTokenizer } from '../../../support/memories/search.js'
import {
  aCharacter,
  aConversation,
  aMemory,
  aMessage,
  at,
  created,
} from '../../../support/stores/store-records.js'

const PAIR = { characterId: 'character-1', playerId: 'player-1' }
const QUERY = Float32Array.of(1, 0)

/** Memories, a question to be answered by vectors alone, and embeddings whose answers wait for `answer`. */
async function given(count: number) {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter())
  const memory = (n: number, content = `Number ${n}`) =>
    aMemory({ id: `m${n}`, content, contentHash: contentHashOf(content) })
  await store.memories.change(PAIR, [], created(...Array.from({ length: count }, (_, n) => memory(n))))
  const asked: { readonly texts: readonly string[]; readonly answer: () => void }[] = []
  let opened = 0
  const indexed: string[] = []
  const embed = (texts: readonly string[]) =>
    new Promise<Float32Array[]>((resolve) => {
      const answer = () => resolve(texts.map((text) => (text === 'Old' ? Float32Array.of(0, 1) : QUERY)))
      asked.push({ texts, answer })
      if (texts[0] === 'question') answer()
    })
  const embeddings = { id: 'm', dimensions: 2, weight: 0.5, embed }
  const makeIndex = searchIndexMaker({ tokenizer: await loadTokenizer(), timers: createTimers() })
  const note = () => undefined
  const indexes = createMemoryIndexes({
    ...store,
    memories: {
      ...store.memories,
      vectors: (madeBy, of) => {
        indexed.push(...of.map(({ id }) => id))
        return store.memories.vectors(madeBy, of)
      },
    },
    search: {
      engine: async () => {
        opened += 1
        return { embeddings, makeIndex, weights: { lexical: 0.5, cosine: 0.5 } }
      },
    },
    log: { debug: note, info: note, warn: note, error: note },
  })
  return {
    asked,
    indexes,
    store,
    opened: () => opened,
    indexed,
    change: (n: number, content: string) => store.memories.change(PAIR, [], created(memory(n, content))),
    /** How many memories a vector leads to. */
    search: () =>
      indexes.use(PAIR, async ({ index, embed: embedOne }) => {
        await embedOne('question')
        return (await index.search({ text: '', vector: QUERY })).filter(({ cosine }) => cosine > 0).length
      }),
    /** Resolves when the embeddings have been asked for that many lists of texts. */
    until: async (length: number) => {
      while (asked.length < length) await new Promise(setImmediate)
    },
  }
}

test('more memories than a search waits for get their vectors in the background', async () => {
  const { asked, search, until } = await given(AT_ONCE + 6)
  expect(await search()).toBe(0)
  await until(2)
  asked[1]?.answer()
  await until(3)
  asked[2]?.answer()
  expect(asked.map(({ texts }) => texts.length)).toEqual([1, AT_ONCE, 6])
  for (let found = 0; found < AT_ONCE + 6; ) found = await search()
})

test('a memory that is changed while its vector is made never gets the one of its old content', async () => {
  const { asked, search, until, change } = await given(AT_ONCE + 1)
  await change(0, 'Old')
  expect(await search()).toBe(0)
  await until(2)
  await change(0, 'New')
  const searching = search()
  await until(3)
  expect(asked[2]?.texts).toEqual(['New'])
  asked[2]?.answer()
  await searching
  asked[1]?.answer()
  await until(5)
  asked[4]?.answer()
  for (let found = 0; found < AT_ONCE + 1; ) found = await search()
})

test('a memory that was only used stays in the index as it is', async () => {
  const { asked, search, until, store, indexed } = await given(1)
  const searching = search()
  await until(1)
  asked[0]?.answer()
  expect(await searching).toBe(1)
  await recordMemoryUse(
    { ...store, clock: { now: () => new Date(at(60)) }, ids: { uuid: () => 'f' } },
    PAIR,
    ['m0'],
  )
  expect((await store.memories.find('m0'))?.accessCount).toBe(1)
  expect(await search()).toBe(1)
  expect(indexed).toEqual(['m0'])
})

/** What is in the index when nobody brings it up to date for asking. */
const said = (index: SearchIndex) => index.search({ text: 'lighthouse' })

test('an index that is there follows what is said; where there is none, none is made for that', async () => {
  const { indexes, store, opened } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  const say = (content: string) => store.conversations.append('conversation-1', aMessage({ content }))
  await say('I keep the lighthouse.')
  indexes.follow(PAIR)
  await new Promise(setImmediate)
  expect(opened()).toBe(0)

  const index = await indexes.use(PAIR, async (now) => now.index)
  expect(await said(index)).toHaveLength(1)
  await say('Do you like the lighthouse?')
  expect(index.size()).toBe(1)
  indexes.follow(PAIR)
  while (index.size() < 2) await new Promise(setImmediate)
  expect(await said(index)).toHaveLength(2)
})

test('who said more than a prompt holds finds the index made before the first question', async () => {
  const { indexes, store, opened } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  const say = () => store.conversations.append('conversation-1', aMessage())
  for (let said = 0; said < HISTORY_MESSAGES; said += 1) await say()
  indexes.hold(PAIR)()
  await new Promise(setImmediate)
  expect(opened()).toBe(0)
  await say()
  indexes.hold(PAIR)()
  await new Promise(setImmediate)
  expect(opened()).toBeGreaterThan(0)
})

test('work that ends on an index that was dropped takes nothing from the one that took its place', async () => {
  const { indexes, store } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  const say = (content: string) => store.conversations.append('conversation-1', aMessage({ content }))
  const first = await say('I keep the lighthouse.')
  const dropped = await indexes.use(PAIR, async ({ index }) => index)
  // Holds up whatever brings the first index up to date.
  let letGo = () => {}
  const add = dropped.add.bind(dropped)
  dropped.add = async (documents) => {
    await new Promise<void>((resolve) => (letGo = resolve))
    await add(documents)
  }
  await say('It is a tall lighthouse.')
  indexes.follow(PAIR)
  await new Promise(setImmediate)
  // Another session of the player waits with the first index when something is taken back.
  const waiting = indexes.use(PAIR, async ({ index }) => index.size())
  await new Promise(setImmediate)
  await store.conversations.updateContent(first?.id ?? 0, undefined)
  const asking = indexes.use(PAIR, async ({ index }) => said(index))
  await new Promise(setImmediate)
  await say('Do you like the lighthouse?')
  letGo()
  await new Promise(setImmediate)
  letGo()
  await waiting
  expect(await asking).toHaveLength(2)
})
