import { expect, test } from 'vitest'
import { searchIndexMaker } from '../../../src/adapters/search/search-index.js'
import { contentHashOf } from '../../../src/domain/memories/content-hash.js'
import { AT_ONCE } from '../../../src/domain/memories/memory-vectors.js'
import { createMemoryIndexes } from '../../../src/domain/memories/search-index.js'
import { createTimers } from '../../../src/runtime/timers.js'
import { createMemoryStore } from '../../../src/store/memory.js'
import { loadTokenizer } from '../../support/search.js'
import { aCharacter, aMemory, created } from '../../support/store-records.js'

const PAIR = { characterId: 'character-1', playerId: 'player-1' }
const QUERY = Float32Array.of(1, 0)

/** Memories, a question to be answered by vectors alone, and embeddings whose answers wait for `answer`. */
async function given(count: number) {
  const store = createMemoryStore()
  await store.characters.insert(aCharacter())
  const memory = (n: number, content = `Number ${n}`) =>
    aMemory({ id: `m${n}`, content, contentHash: contentHashOf(content) })
  await store.memories.change(PAIR, [], created(...Array.from({ length: count }, (_, n) => memory(n))))
  const asked: { readonly texts: readonly string[]; readonly answer: () => void }[] = []
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
    search: { engine: async () => ({ embeddings, makeIndex, weights: { lexical: 0.5, cosine: 0.5 } }) },
    log: { debug: note, info: note, warn: note, error: note },
  })
  return {
    asked,
    indexes,
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
