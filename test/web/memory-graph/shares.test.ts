import { expect, test } from 'vitest'
import { shareText } from '../../../src/web/memory-graph/shares.js'

test.each([
  [0.9280000000000002, '0.93'],
  [0.5, '0.5'],
  [1, '1'],
  [0.004, '0'],
])('%d is shown as %s', (value, shown) => {
  expect(shareText(value)).toBe(shown)
})
