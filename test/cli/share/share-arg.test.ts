import { expect, test } from 'vitest'
import { renderQrCode } from '../../../src/cli/share/qr-code.js'
import { shareIdOf } from '../../../src/cli/share/share-view.js'

test.each([
  ['http://127.0.0.1:4750/s/abc-123', 'abc-123'],
  ['https://play.example/x/sa/abc_123/?utm=1#top', 'abc_123'],
  ['abc-123', 'abc-123'],
  ['http://127.0.0.1:4750/other/abc', 'http://127.0.0.1:4750/other/abc'],
])('%s stands for the share %s', (words, id) => {
  expect(shareIdOf(words)).toBe(id)
})

test('the code of the longest local link fits a terminal of 80 columns and 24 lines', async () => {
  const lines = (await renderQrCode(`http://127.0.0.1:65535/sa/${'8'.repeat(36)}`)).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.length).toBeLessThanOrEqual(24)
})
