import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResultCollector } from '../../../src/loadtest/results/collect-results.js'
import { mergeParts } from '../../../src/loadtest/results/merge-parts.js'
import type { Metric, Sample } from '../../../src/loadtest/results/metrics.js'
import type { LoadTestResult } from '../../../src/loadtest/results/result.js'
import { createRunTimeline } from '../../../src/loadtest/results/run-timeline.js'
import { evaluateThresholds, parseThreshold } from '../../../src/loadtest/results/thresholds.js'
import { createTimeCounter } from '../../../src/loadtest/results/time-buckets.js'
import type { CheckDefinition } from '../../../src/loadtest/scenario/checks.js'

const DURATION_MS = 10_000
const THRESHOLDS = [
  'turn.first_text.p95<300',
  'turn.complete.errors<=2',
  'http.GET /x.count>=0',
  'turn.complete{step:greeting}.p95<300',
  'checks.rate>=0.9',
  'checks{scenario:regular}.failures<=1',
]
const CHECKS: readonly CheckDefinition[] = [
  { kind: 'reply', check: 'Hello', expected: 'Hi', labels: { scenario: 'newcomer', step: 'greeting' } },
  { kind: 'status', check: 'GET /x', expected: '200', labels: { scenario: 'regular' } },
]

/** The result of one machine that has measured these samples. */
function resultOf(samples: readonly Sample[], part?: { index: number; of: number }): LoadTestResult {
  const [collector, timeline] = [createResultCollector(CHECKS), createRunTimeline()]
  for (const sample of samples) {
    collector.add(sample)
    timeline.add(sample)
  }
  const measured = collector.measured({ ms: DURATION_MS, sessionsMs: DURATION_MS })
  const thresholds = THRESHOLDS.map((text) => parseThreshold(text, 'any'))
  return {
    format: 'loadtest/1',
    scenario: 'rush',
    scenarioHash: 'abc',
    target: 'http://127.0.0.1:4750',
    startedAt: '2030-01-31T09:00:00.000Z',
    durationMs: DURATION_MS,
    warmupMs: 0,
    isValid: true,
    generator: { processes: 1, eventLoopP99Ms: 1, eventLoopMaxMs: 2 },
    load: 'arrivals',
    ...measured,
    timeline: [...timeline.seconds()],
    server: null,
    thresholds: part === undefined ? evaluateThresholds(thresholds, measured) : [],
    comparison: null,
    ...(part !== undefined && {
      part: {
        ...part,
        thresholds: THRESHOLDS,
        ...collector.counts(),
        firstTexts: [...timeline.firstTexts()],
        otherTimes: [...timeline.otherTimes()],
      },
    }),
  }
}

const named = (results: readonly LoadTestResult[]) =>
  results.map((result, index) => ({ name: `part-${index + 1}.json`, result }))
const through = (result: LoadTestResult): LoadTestResult => JSON.parse(JSON.stringify(result))

const withoutP95 = ({ firstTextP95Ms, p95Ms, ...rest }: LoadTestResult['timeline'][number]) => rest

const p95sOf = (
  second: LoadTestResult['timeline'][number] | undefined,
): Readonly<Record<string, number | null>> => ({
  firstText: second?.firstTextP95Ms ?? null,
  ...second?.p95Ms,
})

test('the versions of all servers that were met are named', () => {
  const parts = [1, 2, 3].map((index) => resultOf([], { index, of: 3 }))
  const [one, two, three] = parts as [LoadTestResult, LoadTestResult, LoadTestResult]
  const merged = (...versions: string[]) =>
    mergeParts(
      named(
        [one, two, three].map((part, at) =>
          versions[at] === undefined ? part : { ...part, targetVersion: versions[at] },
        ),
      ),
    ).targetVersion
  expect(merged()).toBe(undefined)
  expect(merged('1.0', '1.0', '1.0')).toBe('1.0')
  expect(merged('1.0', '1.1')).toBe('1.0, 1.1, unknown')
})

const anySample: fc.Arbitrary<Sample> = fc.record(
  {
    metric: fc.constantFrom<Metric>('turn.first_text', 'turn.complete', 'turn.lost', 'http.GET /x'),
    at: fc.integer({ min: 0, max: DURATION_MS }),
    ms: fc.double({ min: 0, max: 4_000_000, noNaN: true }),
    error: fc.constantFrom(null, null, null, 'unexpected', 'timeout'),
    labels: fc.record(
      {
        scenario: fc.constantFrom('newcomer', 'regular'),
        step: fc.constantFrom('greeting', 'farewell'),
        kind: fc.constantFrom('question', 'answer'),
      },
      { requiredKeys: [] },
    ),
    checks: fc.array(
      fc.record(
        { check: fc.nat({ max: 2 }), isMet: fc.boolean(), got: fc.constantFrom('a', 'b') },
        { requiredKeys: ['check', 'isMet'] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['metric', 'at', 'ms', 'error'] },
)

test('parts add up to what one machine measures that plays all players: counts, percentiles, seconds, verdicts', () => {
  const shared = fc.array(fc.tuple(anySample, fc.integer({ min: 1, max: 4 })), { maxLength: 200 })
  fc.assert(
    fc.property(shared, (samples) => {
      const parts = [1, 2, 3, 4].map((index) =>
        resultOf(
          samples.flatMap(([sample, of]) => (of === index ? [sample] : [])),
          { index, of: 4 },
        ),
      )
      const merged = mergeParts(named(parts.toReversed().map(through)))
      const whole = resultOf(samples.map(([sample]) => sample))
      // Which texts are kept depends on who has sent them first.
      const sorted = ({ failures, checks = [], ...rest }: LoadTestResult) => ({
        ...rest,
        checks: checks.map(({ got, ...one }) => ({ ...one, texts: got.length })),
        failures: failures.toSorted((a, b) => a.error.localeCompare(b.error)),
      })
      expect(sorted({ ...merged, timeline: whole.timeline, generator: whole.generator })).toEqual(
        sorted(whole),
      )
      expect(merged.timeline.map(withoutP95)).toEqual(whole.timeline.map(withoutP95))
      merged.timeline.forEach((second, at) => {
        const [sum, found] = [p95sOf(second), p95sOf(whole.timeline[at])]
        expect(Object.keys(sum)).toEqual(Object.keys(found))
        for (const [metric, ms] of Object.entries(sum)) {
          // Buckets end at an hour.
          const exact = found[metric] == null ? null : Math.min(3_600_000, found[metric])
          expect(ms === null).toBe(exact === null)
          expect(Math.abs((ms ?? 0) - (exact ?? 0))).toBeLessThanOrEqual((exact ?? 0) * 2 ** -10 + 0.001)
        }
      })
      expect(merged.generator).toEqual({ processes: 4, eventLoopP99Ms: 1, eventLoopMaxMs: 2 })
    }),
    { numRuns: 100 },
  )
})

test('a bucket is as narrow as three digits need', () => {
  for (const ms of [0, 0.001, 1.999, 2.047, 2.048, 57.3, 999.9, 123_456.789, 3_599_999]) {
    const counter = createTimeCounter()
    counter.add(ms)
    const [[us = Number.NaN] = []] = counter.buckets()
    expect(us).toBeLessThanOrEqual(Math.round(ms * 1000))
    expect(us).toBeGreaterThan(ms * 1000 * (1 - 2 ** -10) - 1)
  }
})

const sample: Sample = { metric: 'turn.complete', at: 0, ms: 5, error: null }
const part = (index: number, of: number) => resultOf([sample], { index, of })

test('a part that was invalid makes the whole run invalid, and the slowest generator counts', () => {
  const slow = {
    ...part(2, 2),
    isValid: false,
    generator: { processes: 3, eventLoopP99Ms: 40, eventLoopMaxMs: 90 },
  }
  expect(mergeParts(named([part(1, 2), slow]))).toMatchObject({
    isValid: false,
    generator: { processes: 4, eventLoopP99Ms: 40, eventLoopMaxMs: 90 },
  })
})

test.each<[string, readonly LoadTestResult[], string]>([
  ['nothing', [], 'There are no results to merge'],
  [
    'a whole run',
    [resultOf([sample])],
    'part-1.json is not the result of a part: it was played without --part',
  ],
  ['too few', [part(1, 4), part(3, 4)], 'Missing: part 2, 4 of 4'],
  ['one twice', [part(1, 2), part(1, 2)], 'part-1.json and part-2.json are both part 1 of 2'],
  ['other numbers of parts', [part(1, 2), part(2, 3)], 'part-2.json and part-1.json are of 3 and of 2 parts'],
  [
    'another scenario',
    [part(1, 2), { ...part(2, 2), scenarioHash: 'xyz' }],
    'part-2.json and part-1.json are of different scenarios',
  ],
  [
    'another start',
    [part(1, 2), { ...part(2, 2), startedAt: '2030-01-31T09:00:01.000Z' }],
    'began at different times: 2030-01-31T09:00:01.000Z, 2030-01-31T09:00:00.000Z',
  ],
  [
    'other checks',
    [part(1, 2), { ...part(2, 2), checks: [] }],
    'part-2.json and part-1.json have different checks',
  ],
])('%s is not merged', (_, results, message) => {
  expect(() => mergeParts(named(results))).toThrow(message)
})

test('parts of older versions, which have neither checks nor labels, are merged as before', () => {
  const old = (result: LoadTestResult): LoadTestResult => {
    const { load, submetrics, checks, part: counted, ...rest } = result
    const { labelledCounts, ...counts } = counted ?? part(1, 1).part ?? never()
    const thresholds = counts.thresholds.filter((text) => !text.includes('{') && !text.startsWith('checks'))
    return { ...rest, part: { ...counts, thresholds } }
  }
  const merged = mergeParts(named([old(part(1, 2)), old(part(2, 2))]))
  expect(merged.metrics).toMatchObject([{ metric: 'turn.complete', count: 2 }])
  expect([merged.load, merged.submetrics, merged.checks]).toEqual([undefined, undefined, undefined])
})

const never = () => {
  throw new Error('a part has counts')
}

test('a part names thresholds that are none only by a mistake, which is told', () => {
  const one = part(1, 1)
  const broken = { ...one, part: { ...one.part, thresholds: ['turn.nothing.p95<3'] } } as LoadTestResult
  expect(() => mergeParts(named([broken]))).toThrow('"turn.nothing.p95<3": unknown metric turn.nothing')
})
