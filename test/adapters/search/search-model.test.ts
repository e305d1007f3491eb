import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { searchIndexMaker } from '../../../src/adapters/search/search-index.js'
import { loadTokenizer, turn } from '../../support/memories/search.js'

const tokenizer = await loadTokenizer()
const words = ['harbour', 'violin', 'parrot', 'tea', 'Lyon', 'Geige', '東京']
const id = fc.integer({ min: 0, max: 30 }).map((number) => `d${number}`)
const vector = fc.tuple(fc.constantFrom(-1, 0, 1), fc.constantFrom(-1, 0, 1))
const change = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    rows: fc.array(fc.tuple(id, fc.subarray(words, { minLength: 1 }), vector), { maxLength: 40 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), ids: fc.array(id, { maxLength: 40 }) }),
)

/** An index, and a plain table of what it must hold. */
test.prop([fc.array(change, { maxLength: 12 })], { numRuns: 60 })(
  'whatever is added and removed, a search finds what is there and nothing else',
  async (changes) => {
    const index = searchIndexMaker({ tokenizer, timers: { elapsed: () => 0 } })({ dimensions: 2 })
    const expected = new Map<string, { said: readonly string[]; at: readonly [number, number] }>()
    for (const each of changes) {
      if (each.kind === 'remove') {
        await index.remove(each.ids)
        for (const gone of each.ids) expected.delete(gone)
        continue
      }
      await index.add(
        each.rows.map(([key, said, at]) => turn(key, said.join(' '), { vector: Float32Array.from(at) })),
      )
      for (const [key, said, at] of each.rows) expected.set(key, { said, at })
    }

    expect(index.size()).toBe(expected.size)
    for (const word of words) {
      const found = (await index.search({ text: word })).map((hit) => hit.id).sort()
      const holding = [...expected].filter(([, { said }]) => said.includes(word)).map(([key]) => key)
      expect(found).toEqual(holding.sort())
    }
    const ahead = await index.search({ text: '', vector: Float32Array.of(1, 0) })
    const facing = [...expected].filter(([, { at }]) => at[0] > 0).map(([key]) => key)
    expect(ahead.map((hit) => hit.id).sort()).toEqual(facing.sort())
  },
)
