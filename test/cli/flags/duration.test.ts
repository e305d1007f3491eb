import { expect, test } from 'vitest'
import { isoDuration, parseDuration, parseSeconds } from '../../../src/cli/flags/duration.js'
import { expandBareWaitFlag } from '../../../src/cli/waiting/wait-flags.js'

test.each([
  ['90', 90_000],
  ['0.5', 500],
  ['250ms', 250],
  ['90s', 90_000],
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['24h', 86_400_000],
  ['1d', 86_400_000],
  ['PT90S', 90_000],
  ['PT1H30M', 5_400_000],
  ['P1D', 86_400_000],
])('%s is %i milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms))

test.each(['', '0', '-1', '5 m', 'm', '5d', '1e3', '25h', '5m!', 'Infinity', 'P', 'PT', 'P2D', 'P1M', '1w'])(
  '"%s" is no duration of at most a day',
  (text) => expect(() => parseDuration(text)).toThrow('is not a duration'),
)

test.each([
  ['3d', 'P3DT0S'],
  ['90s', 'P0DT90S'],
  ['1h30m', 'P0DT5400S'],
  ['1.5s', 'P0DT1.5S'],
  ['P1M', 'P1M'],
  ['P1Y2M', 'P1Y2M'],
])('the clock is told %s as %s', (text, iso) => expect(isoDuration(text)).toBe(iso))

test('an error says how durations are written', () => {
  const hint = 'Write it as 90s, 5m, 3d, 1h30m or P3D.'
  expect(() => isoDuration('soon')).toThrow(expect.objectContaining({ hint }))
  expect(() => parseDuration('soon')).toThrow(expect.objectContaining({ hint }))
  expect(() => parseSeconds('1500ms')).toThrow(expect.objectContaining({ hint }))
})

test.each([
  ['45', 45],
  ['7d', 604_800],
  ['1h30m', 5400],
  ['P3D', 259_200],
])('%s is %i seconds', (text, seconds) => expect(parseSeconds(text)).toBe(seconds))

test('--wait alone waits without an end, and takes no word that follows for its value', () => {
  expect(expandBareWaitFlag(['a', '--wait', 'b', '--wait=5m', '--', '--wait'])).toEqual([
    'a',
    '--wait=endless',
    'b',
    '--wait=5m',
    '--',
    '--wait',
  ])
})
