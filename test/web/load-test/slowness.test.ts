import { expect, test } from 'vitest'
import { againstBaseText, slownessText } from '../../../src/web/load-test/slowness.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'

const LIMIT = { threshold: 'turn.first_text.p95<100', value: 0, isMet: true }

/** A run whose first texts took 200 ms in these seconds, and 10 ms in the others; the first five do not count. */
function textOf(slow: readonly number[], thresholds = [LIMIT]): string {
  const result = loadTestResult({ isMet: true })
  const timeline = result.timeline.map((one) => ({
    ...one,
    firstTextP95Ms: slow.includes(one.second) ? 200 : 10,
  }))
  return slownessText({ ...result, timeline, thresholds })
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const TOOK = 'the first text of a reply took 100 ms or more in'

test.each([
  [
    'never',
    [],
    'Never too slow: in each of the 55 seconds after the warm-up, the first text of a reply took less than 100 ms.',
  ],
  ['in the warm-up alone', [1, 2], /^Never too slow/],
  [
    'always',
    range(5, 59),
    `Too slow all the time, from second 5 on: ${TOOK} each of the 55 seconds after the warm-up; even the fastest one, second 5, had 200 ms.`,
  ],
  [
    'nearly always',
    range(6, 59).filter((second) => second < 20 || second > 23),
    `Too slow nearly all the time, first in second 6: ${TOOK} 50 of the 55 seconds after the warm-up.`,
  ],
  [
    'mostly',
    range(10, 49),
    `Too slow most of the time, first in second 10: ${TOOK} 40 of the 55 seconds after the warm-up.`,
  ],
  [
    'from a second on',
    range(20, 59),
    `Too slow from second 20 to the end: ${TOOK} each of these 40 seconds, and less in the 15 before.`,
  ],
  [
    'from a second on, but for one',
    [50, 51, 52, 54, 55, 56, 57, 58, 59],
    `Too slow from second 50 to the end: ${TOOK} 9 of these 10 seconds, and less in the 45 before.`,
  ],
  [
    'in the last two',
    [58, 59],
    `Too slow at one moment only: ${TOOK} 2 of the 55 seconds after the warm-up: seconds 58 to 59.`,
  ],
  ['once', [30], `Too slow at one moment only: ${TOOK} 1 of the 55 seconds after the warm-up: second 30.`],
  [
    'for a while',
    [30, 31, 33],
    `Too slow at one moment only: ${TOOK} 3 of the 55 seconds after the warm-up: seconds 30 to 33.`,
  ],
  [
    'twice',
    [8, 30, 31],
    `Too slow now and then: ${TOOK} 3 of the 55 seconds after the warm-up: seconds 8 and 30 to 31.`,
  ],
  [
    'often',
    range(1, 9).map((at) => 5 * at + 5),
    `Too slow now and then: ${TOOK} 9 of the 55 seconds after the warm-up: seconds 10, 15, 20, 25, 30, 35 and at 3 later moments.`,
  ],
])('with a limit: slow %s', (_, slow, expected) => {
  expect(textOf(slow)).toMatch(expected)
})

test.each([
  [
    'never',
    [],
    'Equally fast all the time: the first text of a reply took about 10 ms, and never more than 10 ms.',
  ],
  [
    'once',
    [30],
    'Slower at one moment only: the first text of a reply took up to 200 ms in second 30, and about 10 ms otherwise.',
  ],
  [
    'twice',
    [8, 30],
    'Slower now and then: the first text of a reply took up to 200 ms in seconds 8 and 30, and about 10 ms otherwise.',
  ],
])('without a limit: slow %s', (_, slow, expected) => {
  expect(textOf(slow, [])).toBe(expected)
})

test('of several limits the sentence is about the one that was missed most of the time', () => {
  const result = loadTestResult({ isMet: true })
  const timeline = result.timeline.map((one) => ({
    ...one,
    firstTextP95Ms: one.second === 20 ? 200 : 10,
    p95Ms: { 'turn.complete': one.second > 40 ? 900 : 100 },
  }))
  const thresholds = [LIMIT, { threshold: 'turn.complete.p95<500', value: 0, isMet: true }]
  expect(slownessText({ ...result, timeline, thresholds })).toBe(
    'Too slow from second 41 to the end: a whole reply took 500 ms or more in each of these 19 seconds, and less in the 36 before.',
  )
})

test('a run that timed nothing says nothing', () => {
  expect(slownessText({ ...loadTestResult({ isMet: true }), timeline: [] })).toBe('')
})

test.each([
  [
    'no slower',
    205,
    'In none of 55 seconds was the first text of a reply slower than in the base by more than 10 % and 5 ms.',
  ],
  [
    'slower',
    40,
    'Against the base: the first text of a reply was the same in 53 of 55 seconds; slower in 2, most by 160 ms in second 31 (200 ms instead of 40 ms).',
  ],
])('against a base: %s, beyond 10 %% and 5 ms', (_, ms, expected) => {
  const result = loadTestResult({ isMet: true })
  const timelineOf = (msAt: (second: number) => number) =>
    result.timeline.map((one) => ({ ...one, firstTextP95Ms: msAt(one.second) }))
  // Of the seconds that count, 30 and 31; the first five do not.
  const base = new Map([
    [1, 0],
    [30, ms + 5],
    [31, ms],
  ])
  const data = {
    ...result,
    thresholds: [LIMIT],
    timeline: timelineOf((second) => ([30, 31].includes(second) ? 200 : 10)),
    baseRun: {
      metrics: [],
      timeline: timelineOf((second) => base.get(second) ?? 6),
    },
  }
  expect(againstBaseText(data)).toBe(expected)
  expect(againstBaseText({ ...result, thresholds: [LIMIT] })).toBe('')
})

test('against a base than which no value is worse a second or two are not told, more are', () => {
  const result = loadTestResult({ isMet: true })
  const timeline = result.timeline.map((one) => ({ ...one, firstTextP95Ms: 100 }))
  const slowerIn = (seconds: readonly number[]) => ({
    ...{ ...result, timeline, thresholds: [LIMIT], comparison: [] },
    baseRun: {
      metrics: [],
      timeline: timeline.map((one) => ({ ...one, firstTextP95Ms: seconds.includes(one.second) ? 60 : 100 })),
    },
  })
  expect(againstBaseText(slowerIn([30]))).toBe('')
  expect(againstBaseText({ ...slowerIn([30]), comparison: null })).toBe(
    'Against the base: the first text of a reply was the same in 54 of 55 seconds; slower in 1, by 40 ms in second 30 (100 ms instead of 60 ms).',
  )
  expect(againstBaseText({ ...slowerIn(range(10, 19)), isValid: false })).toBe('')
  expect(againstBaseText(slowerIn(range(10, 19)))).toBe(
    'Against the base no value is worse, but the first text of a reply was the same in 45 of 55 seconds; slower in 10, most by 40 ms in second 10 (100 ms instead of 60 ms).',
  )
})

test('against a base it is told, too, in how many seconds the run was faster, what happened most first', () => {
  const result = loadTestResult({ isMet: true })
  const timelineOf = (msAt: (second: number) => number) =>
    result.timeline.map((one) => ({ ...one, firstTextP95Ms: msAt(one.second) }))
  const data = {
    ...{ ...result, thresholds: [LIMIT], comparison: null, timeline: timelineOf(() => 100) },
    baseRun: {
      metrics: [],
      // Of 55 seconds that count this run is slower in 30, faster in 20 and the same in 5.
      timeline: timelineOf((second) => [80, 120, 105][Number(second >= 35) + Number(second >= 55)] ?? 0),
    },
  }
  expect(againstBaseText(data)).toBe(
    'Against the base: the first text of a reply was slower in 30 of 55 seconds, most by 20 ms in second 5 (100 ms instead of 80 ms); faster in 20; the same in 5.',
  )
})
