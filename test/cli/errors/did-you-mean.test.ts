import { expect, test } from 'vitest'
import { didYouMean } from '../../../src/cli/errors/did-you-mean.js'

test('a suggestion names the most similar ones, and is none where nothing is similar', () => {
  expect(didYouMean('lst', ['list', 'last', 'first', 'get'])).toBe('did you mean list or last?')
  expect(didYouMean('zzz', ['list'])).toBeNull()
})
