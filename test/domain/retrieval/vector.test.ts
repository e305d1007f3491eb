import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { dotProduct, dotProductsWith } from '../../../src/domain/retrieval/vector.js'

const sparse = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.float({ noNaN: true, min: -1, max: 1 })),
  {
    minLength: 24,
    maxLength: 24,
  },
)
const dense = fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 24, maxLength: 24 })

test.prop([fc.oneof(sparse, dense), fc.oneof(sparse, dense)])(
  'products with one vector are to the last bit what multiplying all numbers gives',
  (one, other) => {
    const [a, b] = [Float32Array.from(one), Float32Array.from(other)]
    // A sum of zeros may have a sign.
    expect(dotProductsWith(a)(b) + 0).toBe(dotProduct(a, b) + 0)
  },
)
