import { expect, test } from 'vitest'
import { shareIdOf } from '../../../src/cli/share/share-view.js'

test.each([
  ['http://127.0.0.1:4750/s/abc-123', 'abc-123'],
  ['https://play.example/x/sa/abc_123/?utm=1#top', 'abc_123'],
  ['abc-123', 'abc-123'],
  ['http://127.0.0.1:4750/other/abc', 'http://127.0.0.1:4750/other/abc'],
])('%s stands for the share %s', (words, id) => {
  expect(shareIdOf(words)).toBe(id)
})
