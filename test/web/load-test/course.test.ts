import { expect, test } from 'vitest'
import { adviceOf } from '../../../src/web/load-test/advice.js'
import { courseOf, courseText } from '../../../src/web/load-test/course.js'
import { heldUpText, momentsOfRun } from '../../../src/web/load-test/moments.js'
import type { LoadTestPageData } from '../../../src/web/load-test/page-data.js'
import { outcomeText, verdictsOf } from '../../../src/web/load-test/verdict.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'

/** A run whose first texts took so long in each second; the first five do not count. */
function run(
  msAt: (second: number) => number,
  thresholds = [{ threshold: 'turn.first_text.p95<5000', value: 0, isMet: true }],
) {
  const result = loadTestResult({ isMet: true })
  const timeline = result.timeline.map((one) => ({ ...one, firstTextP95Ms: msAt(one.second) }))
  return { ...result, timeline, thresholds, comparison: null }
}

/** Up and down by the same in turns, so that neighbours differ. */
const jitter = (second: number) => (second % 2 === 0 ? 12 : -12)

test.each([
  ['steady', (): number => 100, 'even'],
  ['steady and restless', (second: number) => 100 + jitter(second), 'even'],
  ['a ramp', (second: number) => 100 + 60 * second, 'rising'],
  ['a restless ramp', (second: number) => 100 + 10 * second + jitter(second), 'rising'],
  ['a burst in the middle', (second: number) => (second > 25 && second < 35 ? 4000 : 100), 'even'],
  ['a burst at the end', (second: number) => (second > 55 ? 4000 : 100), 'even'],
  ['little growth', (second: number) => 100 + second / 2, 'even'],
  ['a few milliseconds more', (second: number) => 1 + second / 20, 'even'],
  ['ever faster', (second: number) => 4000 - 60 * second, 'falling'],
] as const)('the course of %s', (_, msAt, course) => {
  expect(courseOf(run(msAt))).toBe(course)
})

test('a rise is told with its beginning and its end, and whether it goes on', () => {
  expect(courseText(run((second) => 100 + 60 * second))).toBe(
    'It got slower through the test: the first text of a reply took about 940 ms in the first third and 3100 ms in the last, and it was still growing at the end: a longer test would be slower.',
  )
  expect(courseText(run((second) => Math.min(1000, 100 + 40 * second)))).toBe(
    'It got slower through the test: the first text of a reply took about 660 ms in the first third and 1000 ms in the last.',
  )
  expect(courseText(run(() => 100))).toBe('')
})

test('of few seconds no course is told', () => {
  const { timeline, ...rest } = run((second) => 100 + 60 * second)
  expect(courseText({ ...rest, timeline: timeline.slice(0, 13) })).toBe('')
  expect(courseText({ ...rest, timeline: timeline.slice(0, 14) })).not.toBe('')
})

const TIGHT = [{ threshold: 'turn.first_text.p95<20', value: 100, isMet: false }]

/** Against a base that had this limit. */
function withBase(limit: string, { thresholds = TIGHT } = {}) {
  const data = run(() => 100, thresholds)
  return {
    ...data,
    baseRun: {
      timeline: data.timeline,
      metrics: data.metrics,
      thresholds: [{ threshold: limit, value: 100, isMet: true }],
    },
  }
}

test('a limit that the base did not have is told as the reason, with what the base wanted', () => {
  const data = withBase('turn.first_text.p95<5000')
  expect(verdictsOf(data)[0]?.base).toMatch(/; its own limit was 5000 ms, which this run meets\.$/)
  expect(outcomeText(data)).toMatch(
    /^Failed: the first text of a reply took 100 ms \(p95\), and the limit is 20 ms\. With the limits of the base it would pass\.$/,
  )
  expect(adviceOf(data)).toEqual({
    text: 'If these limits are meant, do not release this version: find out on the server what took so long. If not, run it again with the limit of the base: `turn.first_text.p95<5000`',
  })
})

const FAR_OFF = [{ threshold: 'turn.first_text.p95<5', value: 493, isMet: false }]

const MEANT =
  'If 5 ms is really meant, do not release this version: find out on the server what took so long (even the fastest of all 1000 took 7 ms).'
const repeat = { scenario: 'tight.yaml', words: ['parley', 'loadtest', 'tight.yaml', '--html', 'a b.html'] }
const GIVEN = [...repeat.words, '--threshold', 'turn.first_text.p95<5']

test('a limit that is missed by far is called a slip, and the command has that of the base in its place', () => {
  const data = withBase('turn.first_text.p95<5000', { thresholds: FAR_OFF })
  expect(outcomeText(data)).toBe(
    'Failed: the first text of a reply took 493 ms (p95), and the limit is 5 ms. That limit looks like a slip (the base had 5000 ms).',
  )
  expect(adviceOf({ ...data, repeat: { ...repeat, words: GIVEN } })).toEqual({
    text: 'Run it with the limit of the base:',
    command: "parley loadtest tight.yaml --html 'a b.html' --threshold 'turn.first_text.p95<5000'",
    otherwise: MEANT,
  })
  expect(adviceOf({ ...data, repeat })).toEqual({
    text: 'Put `turn.first_text.p95<5000`, as in the base, in place of `turn.first_text.p95<5` in `tight.yaml`, and run it again:',
    command: "parley loadtest tight.yaml --html 'a b.html'",
    otherwise: MEANT,
  })
  // Of a merged run nobody said how it was played.
  expect(adviceOf(data)).toEqual({
    text: 'Put `turn.first_text.p95<5000`, as in the base, in place of `turn.first_text.p95<5`, and run it again.',
    otherwise: MEANT,
  })
  expect(adviceOf({ ...run(() => 493, FAR_OFF), repeat }).text).toBe(
    'Correct `turn.first_text.p95<5` in `tight.yaml`, and run it again:',
  )
  expect(adviceOf({ ...run(() => 493, FAR_OFF), repeat: { ...repeat, words: GIVEN } }).text).toBe(
    'Correct `turn.first_text.p95<5` in the command, and run it again:',
  )
  const change = { metric: 'turn.complete', statistic: 'p95', base: 100, value: 200, ratio: 2 }
  const worse = { ...data, base: { scenario: 'text' }, comparison: [change] }
  expect(outcomeText(worse)).toMatch(
    /looks like a slip \(the base had 5000 ms\)\. One value is worse than in the base: a whole reply, p95, 200 ms instead of 100 ms\.$/,
  )
  expect(adviceOf(worse).otherwise).toBe(
    `${MEANT} Look at what is worse than in the base before you release it, too.`,
  )
  expect(verdictsOf(data)[0]?.base).toMatch(/^Base: 41\.\d ms, limit 5000 ms\.$/)
})

test('what failed is said to be as in the base where something else is worse, which is named with how few it rests on', () => {
  const change = (metric: string, statistic: string, base: number, value: number) => ({
    ...{ metric, statistic, base, value, ratio: value / base },
  })
  const same = change('turn.first_text', 'p95', 492, 493)
  const connecting = [change('session.connect', 'p50', 70.5, 82.8), change('session.connect', 'count', 8, 8)]
  const data = {
    ...withBase('turn.first_text.p95<5000', { thresholds: FAR_OFF }),
    base: { scenario: 'text' },
  }
  const begin =
    'Failed: the first text of a reply took 493 ms (p95), and the limit is 5 ms. That limit looks like a slip (the base had 5000 ms).'
  expect(outcomeText({ ...data, comparison: [same, ...connecting] })).toBe(
    `${begin} What failed is as in the base (492 ms), but one value is worse: connecting a player, p50, 82.8 ms instead of 70.5 ms (of only 8 measurements).`,
  )
  // What rests on more is told first, though it grew less.
  const whole = change('turn.complete', 'p50', 100, 112)
  expect(outcomeText({ ...data, comparison: [same, ...connecting, whole] })).toMatch(
    /, but 2 values are worse, above all a whole reply, p50, 112 ms instead of 100 ms\.$/,
  )
  const lost = { ...data, base: { scenario: 'text', isPassed: false } }
  expect(outcomeText({ ...lost, comparison: [same, whole] })).toMatch(
    / What failed is as in the base \(492 ms\), which failed, but one value is worse: a whole reply, /,
  )
  expect(outcomeText({ ...data, comparison: [{ ...same, base: 100 }] })).toBe(
    `${begin} One value is worse than in the base: the first text of a reply, p95, 493 ms instead of 100 ms.`,
  )
  expect(outcomeText({ ...data, comparison: [same] })).toBe(`${begin} Nothing is worse than in the base.`)
})

test('a run that passed has the time that is nearest to its limit in its verdict', () => {
  const first = { threshold: 'turn.first_text.p95<5000', value: 492, isMet: true }
  const whole = { threshold: 'turn.complete.p99<1000', value: 610, isMet: true }
  const lost = { threshold: 'turn.lost.count<=0', value: 0, isMet: true }
  const of = (...thresholds: (typeof first)[]) => outcomeText(run(() => 100, thresholds))
  expect(of(first)).toBe('Passed: the first text of a reply took 492 ms (p95), and the limit is 5000 ms.')
  expect(of(first, lost)).toBe(
    'Passed: both limits were met; the first text of a reply took 492 ms (p95), and the limit is 5000 ms.',
  )
  expect(of(first, whole, lost)).toBe(
    'Passed: all 3 limits were met; nearest to its limit: a whole reply took 610 ms (p99), and the limit is 1000 ms.',
  )
  expect(of(lost)).toBe('Passed: the limit was met.')
  expect(of()).toBe('No limits were set.')
})

test('a slip beside the limit of the base, which the run has, too, is left out', () => {
  const loose = { threshold: 'turn.first_text.p95<5000', value: 493, isMet: true }
  const data = withBase(loose.threshold, { thresholds: [...FAR_OFF, loose] })
  expect(outcomeText(data)).toBe(
    'Failed: the first text of a reply took 493 ms (p95), and the limit is 5 ms. That limit looks like a slip (the base had 5000 ms).',
  )
  expect(adviceOf({ ...data, repeat: { ...repeat, words: GIVEN } })).toMatchObject({
    text: 'Run it with the limit of the base:',
    command: "parley loadtest tight.yaml --html 'a b.html'",
  })
  expect(adviceOf({ ...data, repeat }).text).toBe(
    'Take `turn.first_text.p95<5` out of `tight.yaml`, and run it again:',
  )
  // Not so far off, it may be meant.
  expect(adviceOf({ ...data, thresholds: [...TIGHT, loose] }).text).toMatch(
    /If not, run it again with those of the base alone\.$/,
  )
})

test('a limit is no slip if the base meets it, or anything else was missed', () => {
  const slow = [{ threshold: 'turn.first_text.p95<50', value: 5000, isMet: false }]
  const data = withBase('turn.first_text.p95<5000', { thresholds: slow })
  expect(outcomeText(data)).not.toContain('slip')
  expect(adviceOf(data).text).toMatch(/^Do not release this version|^If these limits are meant/)
  const lost = { threshold: 'turn.lost.count<=0', value: 3, isMet: false }
  expect(outcomeText(run(() => 493, [...FAR_OFF, lost]))).toBe('Failed: 2 of 2 limits were missed.')
})

test('a limit that is missed ten times over is a slip if the base, which had another, would have missed it, too', () => {
  const missed = [{ threshold: 'turn.first_text.p95<4', value: 42, isMet: false }]
  const data = {
    ...withBase('turn.first_text.p95<5000', { thresholds: missed }),
    ...{ scenarioHash: 'a', base: { scenario: 'text', scenarioHash: 'a' }, comparison: [] },
  }
  expect(outcomeText(data)).toContain('looks like a slip')
  const worse = { metric: 'turn.complete', statistic: 'p95', base: 100, value: 200, ratio: 2 }
  expect(outcomeText({ ...data, comparison: [worse] })).toBe(
    'Failed: the first text of a reply took 42 ms (p95), and the limit is 4 ms. One value is worse than in the base: a whole reply, p95, 200 ms instead of 100 ms.',
  )
  // What is worse than the base is not excused by its limits.
  expect(adviceOf({ ...data, comparison: [worse], repeat }).text).toBe(
    'Do not release this version: find out on the server what took so long (even the fastest of all 1000 took 7 ms), and run it again. If you doubt it, repeat both runs on a machine that does nothing else.',
  )
})

test('a limit of the base that this run misses, too, excuses nothing', () => {
  const data = withBase('turn.first_text.p95<6')
  expect(verdictsOf(data)[0]?.base).toMatch(/; its own limit was 6 ms, which this run misses\.$/)
  expect(outcomeText(data)).not.toContain('would pass')
  expect(adviceOf(data).text).toBe(
    'Do not release this version: find out on the server what took so long, and run it again.',
  )
})

test('with the same limits the base is only measured by them', () => {
  const data = withBase('turn.first_text.p95<20')
  expect(verdictsOf(data)[0]?.base).toMatch(/, which m[a-z]+ this limit(?:, too)?\.$/)
  expect(outcomeText(data)).not.toContain('other limits')
})

test.each([
  ['a run that passed evenly', run(() => 100), 'Nothing that was measured speaks against a release.'],
  ['one that rises', run((second) => 100 + 60 * second), /^It passed, but it got slower until the end/],
  ['one without limits', run(() => 100, []), ''],
  ['one that is not valid', { ...run(() => 100), isValid: false }, ''],
])('what follows for a release from %s', (_, data, expected) => {
  const { text } = adviceOf(data)
  if (typeof expected === 'string') expect(text).toBe(expected)
  else expect(text).toMatch(expected)
})

const second = (at: number, eventLoopP99Ms: number, storeWriteP99Ms: number) => ({
  ...{ second: at, eventLoopP99Ms, storeWrites: 1, storeWriteP99Ms },
  ...{ rssBytes: 2 ** 27, heapUsedBytes: 2 ** 26 },
})
const missed = (server: LoadTestPageData['server']) => ({ ...run(() => 100, TIGHT), server })
/** Its warm-up, in which it was busy, does not count. */
const idle = missed([second(4, 300, 300), second(10, 2, 3), second(30, 1.5, 8.25)])
const busy = missed([second(10, 2, 3), second(30, 120, 8)])

const FINE =
  'Client (the load test): at most 12 ms late, and 20 ms are allowed. Server: event loop at most 2 ms late (second 10), writes at most 8.25 ms (second 30), and up to 50 ms are fine.'
const NEITHER = 'Neither the client nor the server was held up:'

test.each([
  [
    'neither the load test nor the server',
    idle,
    `${NEITHER} the time went into making replies, or waiting for the one before. ${FINE}`,
    'Do not release this version: make the replies themselves faster, and run it again.',
  ],
  [
    'the server',
    busy,
    'The server was held up, not the client. Server: event loop at most 120 ms late (second 30), writes at most 8 ms (second 30), and up to 50 ms are fine. Client (the load test): at most 12 ms late, and 20 ms are allowed.',
    'Do not release this version: find out what held the server up, and run it again.',
  ],
  [
    'nobody knows',
    missed(null),
    'The client (the load test) was not held up (at most 12 ms late, and 20 ms are allowed); of the server nothing is known, because it did not tell.',
    'Do not release this version: find out on the server what took so long, and run it again.',
  ],
])('of a run that was too slow it is told who was held up: %s', (_, data, expected, advice) => {
  expect(heldUpText(data)).toBe(expected)
  expect(adviceOf(data).text).toBe(advice)
})

test.each([
  [
    'replies',
    40,
    'the time went into making replies. Of the 100 ms of the slowest first text, 40 ms were waiting; the answer itself took 60 ms.',
    'make the replies themselves faster',
  ],
  ['replies alone', 0, 'the time went into making replies.', 'make the replies themselves faster'],
  [
    'waiting',
    60,
    'the slowest replies mostly waited until the previous reply of the same player had ended. Of the 100 ms of the slowest first text, 60 ms were waiting; the answer itself took 40 ms.',
    'make whole replies faster, because players waited for the one before',
  ],
])('where the time of the slowest replies went is told: %s', (_, sentAfterMs, told, advice) => {
  const reply = { second: 9, player: 'load-r-1', messageId: 'm1', firstTextMs: 100, completeMs: 1000 }
  const data = { ...idle, slowestReplies: [{ ...reply, sentAfterMs }] }
  expect(heldUpText(data)).toBe(`${NEITHER} ${told} ${FINE}`)
  expect(adviceOf(data).text).toBe(`Do not release this version: ${advice}, and run it again.`)
})

test('shorter waits alone are no advice where even the fastest value is above the limit', () => {
  const reply = {
    second: 9,
    player: 'p',
    messageId: 'm',
    firstTextMs: 100,
    completeMs: 1000,
    sentAfterMs: 60,
  }
  const waited = { ...idle, slowestReplies: [reply] }
  const adviceAt = (threshold: string) =>
    adviceOf({ ...waited, thresholds: [{ threshold, value: 100, isMet: false }] }).text
  expect(adviceAt('turn.first_text.p95<8')).toBe(
    'Do not release this version: make whole replies faster, because players waited for the one before, and run it again.',
  )
  expect(adviceAt('turn.first_text.p95<6')).toBe(
    'Do not release this version: make whole replies faster, because players waited for the one before, and the answers themselves, too (even the fastest of all 1000 took 7 ms), and run it again.',
  )
})

test('of whole replies that are judged it is told how much of the slowest one was waiting', () => {
  const data = {
    ...idle,
    timeline: idle.timeline.map((one) => ({ ...one, p95Ms: { 'turn.complete': 900 } })),
    thresholds: [{ threshold: 'turn.complete.p95<5', value: 900, isMet: false }],
    slowestReplies: [
      { second: 9, player: 'p', messageId: 'm', sentAfterMs: 600, firstTextMs: 700, completeMs: 1000 },
    ],
  }
  expect(heldUpText(data)).toContain(
    'Of the 1000 ms of the slowest whole reply, 600 ms were waiting; the answer itself took 400 ms.',
  )
})

test('where the time went is not told of runs that missed no limit of times, nor anything of those that do not count', () => {
  const told = `Neither the client nor the server was held up. ${FINE}`
  const lost = [{ threshold: 'turn.lost.count<=0', value: 3, isMet: false }]
  expect(heldUpText({ ...idle, thresholds: lost })).toBe(told)
  expect(adviceOf({ ...idle, thresholds: lost }).text).toBe(
    'Do not release this version: mend what failed, and run it again.',
  )
  expect(heldUpText({ ...idle, thresholds: [] })).toBe(told)
  expect(heldUpText({ ...idle, thresholds: run(() => 100).thresholds })).toBe(told)
  expect(heldUpText({ ...idle, isValid: false })).toBe('')
})

test('times of the base stand beside those of the server only where one of them was held up', () => {
  const thenOf = (data: LoadTestPageData) => momentsOfRun(data)[0]?.cells.slice(4, 6)
  const quiet = missed([second(5, 10, 6)])
  expect(thenOf({ ...quiet, baseRun: { ...quiet, server: [second(5, 40, 9)] } })).toEqual([
    { text: '10 ms', note: '' },
    { text: '6 ms', note: '' },
  ])
  const slow = missed([second(5, 10, 60)])
  expect(thenOf({ ...slow, baseRun: { ...slow, server: [second(5, 40, 9)] } })).toEqual([
    { text: '10 ms', note: '' },
    { text: '60 ms', note: 'base: 9 ms', judgement: 'worse' },
  ])
})
