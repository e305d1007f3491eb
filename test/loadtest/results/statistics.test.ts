import { expect, test } from 'vitest'
import { createResultCollector } from '../../../src/loadtest/results/collect-results.js'
import { countedTime, isCounted, type Metric, type Sample } from '../../../src/loadtest/results/metrics.js'
import { compareResults } from '../../../src/loadtest/results/result.js'
import { createRunTimeline } from '../../../src/loadtest/results/run-timeline.js'
import { createStatistics } from '../../../src/loadtest/results/statistics.js'
import { evaluateThresholds, parseThreshold } from '../../../src/loadtest/results/thresholds.js'

const sample = (metric: Metric, ms: number, error: string | null = null, at = 0): Sample => ({
  metric,
  at,
  ms,
  error,
})

function summarised(samples: readonly Sample[], overMs = 1000) {
  const statistics = createStatistics()
  for (const one of samples) statistics.add(one)
  return statistics.summarise({ ms: overMs, sessionsMs: overMs })
}

test('percentiles are right to three digits; what failed is counted, not timed', () => {
  const times = Array.from({ length: 1000 }, (_, index) => sample('turn.complete', index + 1))
  const [summary] = summarised([...times, sample('turn.complete', 90_000, 'unexpected')], 2000)
  expect(summary).toMatchObject({ count: 1000, errors: { unexpected: 1 }, perSecond: 500, min: 1 })
  for (const [name, value] of [
    ['p50', 500],
    ['p95', 950],
    ['p99', 990],
    ['max', 1000],
    ['mean', 500.5],
  ] as const) {
    expect(Math.abs((summary?.[name] ?? 0) / value - 1), name).toBeLessThan(0.002)
  }
})

test('no percentile is above the maximum, though a bucket of the histogram ends above it', () => {
  const [summary] = summarised([sample('turn.complete', 796.2), sample('turn.complete', 1264.122)])
  expect(summary).toMatchObject({ p90: 1264.122, p99: 1264.122, p999: 1264.122, max: 1264.122 })
})

test('lost turns and rejected sessions are counted though each is an error', () => {
  expect(summarised([sample('turn.lost', 0, 'timeout'), sample('turn.lost', 0, 'audio')])).toMatchObject([
    { metric: 'turn.lost', count: 2, errors: { timeout: 1, audio: 1 } },
  ])
})

test.each([
  ['turn.first_text.p95<300', true],
  ['turn.first_text.p95<200', false],
  ['turn.first_text.max<=200', true],
  ['turn.first_text.count>=2', true],
  ['turn.first_text.errors<1', false],
  ['turn.lost.count<=0', true],
  ['turn.lost.p95<100', false],
  ['http.GET /api/v1/characters.p50 < 10', false],
])('threshold %s: %s', (text, isMet) => {
  const threshold = parseThreshold(text, ['GET /api/v1/characters'])
  const found = summarised([
    sample('turn.first_text', 100),
    sample('turn.first_text', 200),
    sample('turn.first_text', 1, 'unexpected'),
  ])
  expect(evaluateThresholds([threshold], { metrics: found })).toMatchObject([{ threshold: text, isMet }])
})

test.each([
  ['nonsense', 'is not a threshold'],
  ['turn.first_text.p95', 'is not a threshold'],
  ['turn.frist_text.p95<3', 'unknown metric turn.frist_text'],
  ['http.GET /elsewhere.p95<3', 'unknown metric http.GET /elsewhere'],
  ['turn.complete.p42<3', 'unknown statistic p42'],
  ['turn.complete{step:farewell}.p95<3', 'no step has step farewell'],
  ['turn.complete{step}.p95<3', 'unknown metric turn.complete{step}'],
  ['turn.nothing{step:greeting}.p95<3', 'unknown metric turn.nothing{step:greeting}'],
  ['checks.p95<3', 'unknown statistic p95; use one of passes, failures, rate'],
  ['turn.complete.rate<3', 'unknown statistic rate'],
])('%s is refused', (text, why) => {
  expect(() => parseThreshold(text, ['GET /api/v1/characters'], [greeting])).toThrow(why)
})

const greeting = { name: 'step', value: 'greeting' }

test.each([
  ['turn.first_text{step:greeting}.p95<150', true],
  ['turn.first_text{step:greeting}.count>=2', false],
  ['turn.first_text.p95<150', false],
  ['turn.complete{step:greeting}.unexpected<=0', true],
  ['http.GET /api/{id}{step:greeting}.count<=0', true],
  ['checks.rate>=0.75', true],
  ['checks.rate>0.75', false],
  ['checks.passes>=3', true],
  ['checks{step:greeting}.failures<=0', false],
])('threshold of a label or of checks %s: %s', (text, isMet) => {
  const collector = createResultCollector([
    { kind: 'reply', check: 'Hello', expected: 'Hi', labels: { step: 'greeting' } },
    { kind: 'status', check: 'GET /x', expected: '200', labels: {} },
  ])
  collector.add({
    ...sample('turn.first_text', 100),
    labels: { step: 'greeting' },
    checks: [{ check: 0, isMet: false }],
  })
  const others = [1, 2, 3].map(() => ({ check: 1, isMet: true }))
  collector.add({ ...sample('turn.first_text', 200), checks: others })
  const threshold = parseThreshold(text, ['GET /api/{id}'], [greeting])
  const measured = collector.measured({ ms: 1000, sessionsMs: 1000 })
  expect(evaluateThresholds([threshold], measured)).toMatchObject([{ threshold: text, isMet }])
})

test('without any check their share is not known', () => {
  const threshold = parseThreshold('checks.rate>=0', [])
  expect(evaluateThresholds([threshold], { metrics: [] })).toMatchObject([{ value: null, isMet: false }])
})

test('sessions of the warm-up count where players come only once, over the whole time', () => {
  const connect = sample('session.connect', 5, null, 100)
  const warmupMs = 500
  expect(isCounted(connect, { warmupMs, load: { kind: 'players' } })).toBe(true)
  expect(isCounted(connect, { warmupMs, load: { kind: 'arrivals' } })).toBe(false)
  expect(isCounted({ ...connect, at: 500 }, { warmupMs, load: { kind: 'arrivals' } })).toBe(true)
  expect(isCounted(sample('turn.complete', 5, null, 100), { warmupMs, load: { kind: 'players' } })).toBe(
    false,
  )
  const statistics = createStatistics()
  for (const one of [connect, sample('turn.complete', 5, null, 700)]) statistics.add(one)
  const rates = (load: 'players' | 'arrivals') =>
    statistics.summarise(countedTime({ durationMs: 1000, warmupMs, load })).map(({ perSecond }) => perSecond)
  expect(rates('players')).toEqual([1, 2])
  expect(rates('arrivals')).toEqual([2, 2])
})

test('a comparison gives ratios for what both runs measured', () => {
  const base = { metrics: summarised([sample('turn.complete', 100), sample('turn.gap', 0)]) }
  const run = { metrics: summarised([sample('turn.complete', 200), sample('turn.interrupt', 5)]) }
  const changes = compareResults(base, run)
  expect(changes.map(({ metric }) => metric)).toEqual(Array(5).fill('turn.complete'))
  expect(changes[0]?.ratio).toBeCloseTo(2, 2)
})

test('a comparison has the errors of both runs, of every kind', () => {
  const failed = (error: string) => sample('turn.complete', 0, error)
  const base = { metrics: summarised([sample('turn.complete', 100), failed('timeout')]) }
  const run = { metrics: summarised([failed('timeout'), failed('timeout'), failed('unexpected')]) }
  expect(compareResults(base, run)).toContainEqual({
    ...{ metric: 'turn.complete', statistic: 'errors' },
    ...{ base: 1, value: 3, ratio: 3 },
  })
})

test('the timeline puts what happened into the second in which it ended', () => {
  const timeline = createRunTimeline()
  timeline.add(sample('turn.complete', 300, null, 900))
  timeline.add(sample('turn.first_text', 50, null, 1100))
  timeline.add(sample('turn.complete', 0, 'unexpected', 1500))
  const running = { playing: 7, sessions: 6, turnsInFlight: 2 }
  expect(timeline.tick(1999, running)).toEqual({
    second: 1,
    ...running,
    turns: 1,
    errors: 1,
    firstTextP95Ms: 50,
    p95Ms: { 'turn.complete': 300 },
  })
})
