import { expect, test } from 'vitest'
import { searchIndexMaker } from '../../../../src/adapters/search/search-index.js'
import { HISTORY_MESSAGES } from '../../../../src/domain/conversations/ports.js'
import { changeMemories } from '../../../../src/domain/memories/changes/change-memories.js'
import { contentHashOf } from '../../../../src/domain/memories/changes/content-hash.js'
import { createMemoryCorpora } from '../../../../src/domain/memories/search/memory-corpora.js'
import { AWAITED_VECTORS } from '../../../../src/domain/memories/search/memory-source.js'
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
const FACING = Float32Array.of(1, 0)
const AVERTED = Float32Array.of(0, 1)
const QUESTION = 'question'

/** Memories, a question to be answered by vectors alone, and embeddings whose answers wait for `answer`. */
async function given(count: number) {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter())
  const memory = (n: number, content = `Number ${n}`) =>
    aMemory({ id: `m${n}`, content, contentHash: contentHashOf(content) })
  await changeMemories(store, { pair: PAIR }, created(...Array.from({ length: count }, (_, n) => memory(n))))
  const asked: { readonly texts: readonly string[]; readonly answer: () => void }[] = []
  const calls = { engine: 0, indexed: [] as string[], listed: 0, read: 0 }
  const embed = (texts: readonly string[]) =>
    new Promise<Float32Array[]>((resolve) => {
      const answer = () => resolve(texts.map((text) => (text === 'Old' ? AVERTED : FACING)))
      if (texts[0] === QUESTION) answer()
      else asked.push({ texts, answer })
    })
  const embeddings = { id: 'm', dimensions: 2, weight: 0.5, embed }
  const makeIndex = searchIndexMaker({ tokenizer: await loadTokenizer(), timers: createTimers() })
  const note = () => undefined
  const corpora = createMemoryCorpora({
    changes: store.changes,
    memories: {
      ...store.memories,
      vectors: (madeBy, of) => {
        calls.indexed.push(...of.map(({ id }) => id))
        return store.memories.vectors(madeBy, of)
      },
    },
    conversations: {
      ...store.conversations,
      listRemembered: (...query) => {
        calls.listed += 1
        return store.conversations.listRemembered(...query)
      },
    },
    search: {
      engine: async () => {
        calls.engine += 1
        return { embeddings, makeIndex, weights: { lexical: 0.5, cosine: 0.5 } }
      },
    },
    timers: { after: () => note },
    log: { debug: note, info: note, warn: note, error: note },
  })
  const search = async (text: string) =>
    (await corpora.search(PAIR, { text })).rounds.flatMap(({ candidates }) => candidates)
  return {
    asked,
    corpora,
    store,
    calls,
    change: (n: number, content: string) =>
      changeMemories(store, { pair: PAIR }, created(memory(n, content))),
    search,
    /** How many memories a vector leads to. */
    facing: async () => (await search(QUESTION)).filter(({ cosine }) => cosine > 0).length,
    /** Resolves when the embeddings have been asked for that many lists of texts. */
    until: async (length: number) => {
      while (asked.length < length) await new Promise(setImmediate)
    },
    say: (content = 'Hello') => store.conversations.append('conversation-1', aMessage({ content })),
  }
}

test('more memories than a search waits for get their vectors in the background', async () => {
  const { asked, facing, until } = await given(AWAITED_VECTORS + 6)
  expect(await facing()).toBe(0)
  await until(1)
  asked[0]?.answer()
  await until(2)
  asked[1]?.answer()
  expect(asked.map(({ texts }) => texts.length)).toEqual([AWAITED_VECTORS, 6])
  for (let found = 0; found < AWAITED_VECTORS + 6; ) found = await facing()
})

test('a memory that is changed while its vector is made never gets the one of its old content', async () => {
  const { asked, facing, until, change } = await given(AWAITED_VECTORS + 1)
  await change(0, 'Old')
  expect(await facing()).toBe(0)
  await until(1)
  expect(asked[0]?.texts).toContain('Old')
  await change(0, 'New')
  const searching = facing()
  await until(2)
  expect(asked[1]?.texts).toEqual(['New'])
  asked[1]?.answer()
  await searching
  asked[0]?.answer()
  await until(3)
  asked[2]?.answer()
  for (let found = 0; found < AWAITED_VECTORS + 1; ) found = await facing()
})

test('a memory that was only used stays in the index as it is', async () => {
  const { asked, facing, until, store, calls } = await given(1)
  const searching = facing()
  await until(1)
  asked[0]?.answer()
  expect(await searching).toBe(1)
  await store.memories.recordUse({ pair: PAIR, memoryIds: ['m0'], at: at(60) })
  expect((await store.memories.find('m0'))?.accessCount).toBe(1)
  expect(await facing()).toBe(1)
  expect(calls.indexed).toEqual(['m0'])
})

test('an index that is there follows what is said; where there is none, none is made for that', async () => {
  const { corpora, store, calls, say, search } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  await say('I keep the lighthouse.')
  corpora.refresh(PAIR)
  await new Promise(setImmediate)
  expect(calls.engine).toBe(0)

  expect(await search('lighthouse')).toHaveLength(1)
  await say('Do you like the lighthouse?')
  corpora.refresh(PAIR)
  expect(await search('lighthouse')).toHaveLength(2)
  expect(calls.engine).toBe(3)
})

test('what is new comes with its changes: nothing is read to follow them', async () => {
  const { store, calls, say, search } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  for (let said = 0; said < 300; said += 1) await say()
  await search('lighthouse')
  await say('I keep the lighthouse.')
  await say('How nice.')
  // The turn next to what matches comes up, too.
  expect((await search('lighthouse')).map(({ document }) => document.text).sort()).toEqual([
    ...['Hello', 'How nice.', 'I keep the lighthouse.'],
  ])
  for (let said = 0; said < 5; said += 1) await say(`Parrot ${said}`)
  expect(await search('parrot')).toHaveLength(6)
  await search('parrot')
  expect(calls).toMatchObject({ listed: 1 })
})

test('who said more than a prompt holds finds the index made before the first question', async () => {
  const { corpora, store, calls, say } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  for (let said = 0; said < HISTORY_MESSAGES; said += 1) await say()
  corpora.warm(PAIR)
  await new Promise(setImmediate)
  expect(calls.engine).toBe(0)
  await say()
  corpora.warm(PAIR)
  while (calls.listed < 1) await new Promise(setImmediate)
  expect(calls.engine).toBe(1)
})

test('an update that ends after its index was dropped takes nothing from the one that took its place', async () => {
  const { asked, change, corpora, store, say, search, until } = await given(0)
  await store.conversations.findOrCreate(aConversation())
  const turnsAbout = async (text: string) => (await search(text)).filter(({ item }) => item.kind === 'turn')
  const first = await say('I have a question.')
  await turnsAbout(QUESTION)
  await say('It is a long question.')
  await change(0, 'Likes tea')
  // Its vector holds up what brings the first index up to date.
  corpora.refresh(PAIR)
  await until(1)
  const waiting = turnsAbout(QUESTION)
  await store.conversations.updateContent(first?.id ?? 0, undefined)
  const asking = turnsAbout(QUESTION)
  await until(2)
  await say('Do you like the question?')
  asked[0]?.answer()
  await waiting
  asked[1]?.answer()
  expect(await asking).not.toEqual([])
  expect(await turnsAbout(QUESTION)).toHaveLength(2)
})
