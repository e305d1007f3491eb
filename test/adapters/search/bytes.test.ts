import { expect, test } from 'vitest'
import type { NewDocument } from '../../../src/domain/retrieval/ports.js'
import { heapInUse } from '../../support/heap.js'
import { givenIndex, madeUpTurns } from '../../support/search.js'

/** Every text made anew, as records that are read from a file are. */
const copied = (documents: readonly NewDocument[]): NewDocument[] =>
  documents.map((document) => ({
    ...(JSON.parse(JSON.stringify(document)) as NewDocument),
    ...vectorOf(document),
  }))

const vectorOf = ({ vector }: NewDocument) => (vector === undefined ? {} : { vector })

test.each([
  ['200 documents in Orama', { count: 200, dimensions: 0, typedFrom: 20_000 }],
  ['200 documents with vectors', { count: 200, dimensions: 256, typedFrom: 20_000 }],
  ['3,000 documents in Orama', { count: 3000, dimensions: 0, typedFrom: 20_000 }],
  ['3,000 documents over typed arrays', { count: 3000, dimensions: 0, typedFrom: 0 }],
])(
  'the bytes counted for %s are those taken, within a third',
  async (_what, { count, dimensions, typedFrom }) => {
    await givenIndex({ documents: madeUpTurns(50), dimensions, typedFrom })
    const rows = madeUpTurns(count, { dimensions, seed: 4 })
    const before = heapInUse()
    const index = await givenIndex({ documents: copied(rows), dimensions, typedFrom })
    const taken = heapInUse() - before
    expect(index.size()).toBe(count)
    expect(index.bytes() / taken).toBeGreaterThan(2 / 3)
    expect(index.bytes() / taken).toBeLessThan(4 / 3)
  },
)
