import { expect, test } from 'vitest'
import { searchIndexMaker } from '../../../src/adapters/search/search-index.js'
import type { IndexedDocument, SearchIndex } from '../../../src/domain/retrieval/ports.js'
import { heapInUse } from '../../support/measure/heap.js'
import { createSeededRandom, loadTokenizer, madeUpText, madeUpTurns } from '../../support/memories/search.js'

const makeIndex = searchIndexMaker({ tokenizer: await loadTokenizer(), timers: { elapsed: () => 0 } })

/** What a player who talks a lot is remembered by: memories with the words they were told in, and turns. */
function memoriesAndTurns({ memories = 200, turns = 100, dimensions = 0, seed = 4 } = {}): IndexedDocument[] {
  const next = createSeededRandom(seed)
  const vector = () => Float32Array.from({ length: dimensions }, () => next() - 0.5)
  return [
    ...Array.from({ length: memories }, (_, at) => ({
      id: `5f0c9a52-7d1e-4a0b-9c3d-${String(at).padStart(12, '0')}`,
      text: madeUpText(8, next),
      aside: madeUpText(16, next),
      ...(dimensions > 0 && { vector: vector() }),
    })),
    ...madeUpTurns(turns, { seed: seed + 1 }),
  ]
}

/** Every text made anew, as records that are read from a file are; nothing but an index holds on to it. */
const copied = (documents: readonly IndexedDocument[]): IndexedDocument[] =>
  documents.map((document) => ({
    ...(JSON.parse(JSON.stringify(document)) as IndexedDocument),
    ...(document.vector !== undefined && { vector: document.vector }),
  }))

/** The bytes that indexes of the same documents take, and those that they count. */
async function measure(documents: readonly IndexedDocument[], { indexes = 1, dimensions = 0 }) {
  const make = async (of: readonly IndexedDocument[]) => {
    const index = makeIndex({ dimensions })
    await index.add(of)
    return index
  }
  // What is compiled and remembered at the first use is not the index's.
  for (let at = 0; at < 3; at += 1) await (await make(copied(documents))).search({ text: 'ka lo mi' })
  const before = heapInUse()
  const made: SearchIndex[] = []
  for (let at = 0; at < indexes; at += 1) made.push(await make(copied(documents)))
  const taken = heapInUse() - before
  return { taken: taken / indexes, counted: made.reduce((sum, index) => sum + index.bytes(), 0) / indexes }
}

/** Many small indexes at once: one alone takes no more than what else comes and goes on the heap. */
test.each([
  ['200 memories with their 100 turns', memoriesAndTurns(), { indexes: 40 }],
  [
    '200 memories with vectors of a model',
    memoriesAndTurns({ dimensions: 256 }),
    { indexes: 20, dimensions: 256 },
  ],
  ['10 turns', madeUpTurns(10), { indexes: 200 }],
  ['5,000 documents', memoriesAndTurns({ memories: 3000, turns: 2000 }), { indexes: 3 }],
  ['20,000 turns', madeUpTurns(20_000), { indexes: 1 }],
])('the bytes counted for an index of %s are those taken, within a fifth', async (_what, documents, how) => {
  const { taken, counted } = await measure(documents, how)
  expect(counted / taken).toBeGreaterThan(0.8)
  expect(counted / taken).toBeLessThan(1.2)
})

test('an index of 200 memories with their 100 turns takes at most 250 kB', async () => {
  expect((await measure(memoriesAndTurns(), { indexes: 40 })).taken).toBeLessThan(250_000)
})
