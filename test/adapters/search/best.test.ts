import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { best } from '../../../src/adapters/search/best.js'

const scoresOf = fc.array(fc.constantFrom(-1, 0, 0.25, 0.5, 0.75, 1, Number.NaN), { maxLength: 60 })

test.prop([scoresOf, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4 })])(
  'the best are those of a whole sort: highest first, of equal ones the lower number, none without a score',
  (scores, count, each) => {
    const only = (slot: number) => slot % each === 0
    const expected = scores
      .map((score, slot) => ({ score, slot }))
      .filter(({ score, slot }) => score > 0 && only(slot))
      .sort((a, b) => b.score - a.score || a.slot - b.slot)
      .slice(0, count)
      .map(({ slot }) => slot)
    expect(best(Float32Array.from(scores), { count, only })).toEqual(expected)
  },
)
