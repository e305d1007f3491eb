import { expect, test } from 'vitest'
import { courseOf, courseText } from '../../../src/web/load-test/course.js'
import { outcomeText, releaseText, verdictsOf } from '../../../src/web/load-test/verdict.js'
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

const TIGHT = [{ threshold: 'turn.first_text.p95<5', value: 100, isMet: false }]

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
  expect(verdictsOf(data)[0]?.text).toMatch(/; its own limit was less than 5000 ms, which this run meets\.$/)
  expect(outcomeText(data)).toMatch(
    /^Failed: 1 of 1 limits was missed\. The base had other limits: by these this run would pass/,
  )
  expect(releaseText(data)).toMatch(
    /^By its own limits it is not fit for a release, but they are not those of the base\. If they are meant/,
  )
})

test('a limit of the base that this run misses, too, excuses nothing', () => {
  const data = withBase('turn.first_text.p95<6')
  expect(verdictsOf(data)[0]?.text).toMatch(/; its own limit was less than 6 ms, which this run misses\.$/)
  expect(outcomeText(data)).not.toContain('would pass')
  expect(releaseText(data)).toMatch(/^By its limits it is not fit for a release: look at what was too slow/)
})

test('with the same limits the base is only measured by them', () => {
  const data = withBase('turn.first_text.p95<5')
  expect(verdictsOf(data)[0]?.text).toMatch(/, which m[a-z]+ this limit(?:, too)?\.$/)
  expect(outcomeText(data)).not.toContain('other limits')
})

test.each([
  ['a run that passed evenly', run(() => 100), 'Nothing that was measured speaks against a release.'],
  ['one that rises', run((second) => 100 + 60 * second), /^It passed, but it got slower until the end/],
  ['one without limits', run(() => 100, []), ''],
  ['one that is not valid', { ...run(() => 100), isValid: false }, ''],
])('what follows for a release from %s', (_, data, expected) => {
  if (typeof expected === 'string') expect(releaseText(data)).toBe(expected)
  else expect(releaseText(data)).toMatch(expected)
})
