import { Chalk } from 'chalk'
import { expect, test } from 'vitest'
import {
  describeStages,
  formatMs,
  latencyOf,
  renderStages,
  stagesOf,
} from '../../../src/cli/turns/turn-times.js'

const terminal = (width: number) => ({ isInteractive: false, colour: new Chalk({ level: 0 }), width })
const spoken = { endpointWaitMs: 500, isEager: false, endedBy: 'silence' }
const VOICE = {
  spoken,
  times: {
    ...{ contextMs: 10, askedMs: 10, firstPartMs: 90, lastPartMs: 290, firstTextMs: 100, storedMs: 400 },
    ...{ voiceMs: 150, firstAudioMs: 200, lastAudioMs: 500 },
  },
}

test('the stages of a turn stand where they begin and end', () => {
  expect(stagesOf(VOICE)).toEqual([
    { name: 'end of speech', from: -500, to: 0 },
    { name: 'context', from: 0, to: 10 },
    { name: 'model waits', from: 10, to: 100 },
    { name: 'model writes', from: 100, to: 300 },
    { name: 'first audio', from: 150, to: 200 },
    { name: 'more audio', from: 200, to: 500 },
    { name: 'storing', from: 300, to: 400 },
  ])
  expect(stagesOf({ spoken: null, times: {} })).toEqual([])
  expect(stagesOf({ spoken: null, times: { contextMs: 5, askedMs: 6 } })).toEqual([
    { name: 'context', from: 0, to: 5 },
  ])
})

test('a model that never wrote anything was waited for', () => {
  const times = { contextMs: 5, askedMs: 6, lastPartMs: 30_000 }
  expect(stagesOf({ spoken: null, times })).toContainEqual({ name: 'model waits', from: 6, to: 30_006 })
})

test('bars share one axis, and fit any width', () => {
  // 57 cells are 1000 ms: 500 before the start of the turn, and 500 after it.
  const bars = renderStages(terminal(80), stagesOf(VOICE)).map((line) => {
    const from = line.indexOf('█')
    return [line.slice(0, 13).trimEnd(), from - 23, line.length - from]
  })
  expect(bars).toEqual([
    ['end of speech', 0, 29],
    ['context', 28, 1],
    ['model waits', 29, 5],
    ['model writes', 34, 12],
    ['first audio', 37, 3],
    ['more audio', 39, 18],
    ['storing', 45, 6],
  ])
  for (const width of [1, 20, 40, 200]) {
    const lines = renderStages(terminal(width), stagesOf(VOICE))
    expect(lines.filter((line) => !line.includes('█') || line.length > Math.max(width, 31))).toEqual([])
  }
})

test('a player waits from the end of their speech to the first audio, else to the first text', () => {
  expect(latencyOf(VOICE)).toBe(700)
  expect(latencyOf({ spoken: null, times: { firstTextMs: 40 } })).toBe(40)
  expect(latencyOf({ spoken: null, times: {} })).toBeNull()
  expect(describeStages({ spoken: null, times: { contextMs: 5, firstTextMs: 40 } })).toBe(
    'first text after 40 ms; context 5.00 ms',
  )
  expect(describeStages({ spoken: null, times: {} })).toBe('')
})

test.each([
  [0, '0 ms'],
  [0.416, '0.42 ms'],
  [9.999, '10.00 ms'],
  [64.2, '64 ms'],
  [1240, '1.24 s'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text)
})
