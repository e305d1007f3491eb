import { expect, test } from 'vitest'
import { createSearchIndex } from '../../../src/adapters/search/search-index.js'
import type { NewDocument, SearchIndex } from '../../../src/domain/retrieval/ports.js'
import { heapInUse } from '../../support/measure/heap.js'
import { loadTokenizer, madeUpTurns } from '../../support/memories/search.js'

const deps = { tokenizer: await loadTokenizer(), timers: { elapsed: () => 0 } }

/** Every text made anew, as records that are read from a file are. */
const copied = (documents: readonly NewDocument[]): NewDocument[] =>
  documents.map((document) => ({
    ...(JSON.parse(JSON.stringify(document)) as NewDocument),
    ...vectorOf(document),
  }))

const vectorOf = ({ vector }: NewDocument) => (vector === undefined ? {} : { vector })

/** Many small indexes at once: one alone takes no more than what else comes and goes on the heap. */
test.each([
  ['20 indexes of 200 documents', { indexes: 20, count: 200, dimensions: 0, typedFrom: 20_000 }],
  [
    '20 indexes of 200 documents with vectors',
    { indexes: 20, count: 200, dimensions: 256, typedFrom: 20_000 },
  ],
  ['an index of 5,000 documents', { indexes: 1, count: 5000, dimensions: 0, typedFrom: 20_000 }],
  ['an index of 5,000 documents over typed arrays', { indexes: 1, count: 5000, dimensions: 0, typedFrom: 0 }],
])('the bytes counted for %s are those taken, within a third', async (_what, given) => {
  const { indexes, count, dimensions, typedFrom } = given
  const make = async (documents: readonly NewDocument[]) => {
    const index = createSearchIndex(deps, { dimensions, typedFrom })
    await index.add(documents)
    return index
  }
  const rows = madeUpTurns(count, { dimensions, seed: 4 })
  // What is compiled and remembered at the first use is not the index's.
  await make(madeUpTurns(50, { dimensions }))
  const before = heapInUse()
  const made: SearchIndex[] = []
  for (let at = 0; at < indexes; at += 1) {
    made.push(await make(copied(rows)))
  }
  const taken = heapInUse() - before
  const counted = made.reduce((sum, index) => sum + index.bytes(), 0)
  expect(counted / taken).toBeGreaterThan(2 / 3)
  expect(counted / taken).toBeLessThan(4 / 3)
})
