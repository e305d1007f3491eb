import { expect, test } from 'vitest'
import { parseDuration } from '../../../src/cli/waiting/duration.js'
import { completeWait } from '../../../src/cli/waiting/wait-flags.js'

test.each([
  ['90', 90_000],
  ['0.5', 500],
  ['250ms', 250],
  ['90s', 90_000],
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['24h', 86_400_000],
])('%s is %i milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms))

test.each(['', '0', '-1', '5 m', 'm', '5d', '1e3', '25h', '5m!', 'Infinity'])(
  '"%s" is no duration of at most a day',
  (text) => expect(() => parseDuration(text)).toThrow('is not a duration'),
)

test('--wait alone waits without an end, and takes no word that follows for its value', () => {
  expect(completeWait(['a', '--wait', 'b', '--wait=5m', '--', '--wait'])).toEqual([
    'a',
    '--wait=endless',
    'b',
    '--wait=5m',
    '--',
    '--wait',
  ])
})
