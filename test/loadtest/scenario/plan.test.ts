import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { arrivalTimes, createPlan, type LoadTestPlan } from '../../../src/loadtest/scenario/plan.js'
import { type Scenario, ScenarioSchema, scenarioHash } from '../../../src/loadtest/scenario/scenario.js'

const file: Scenario = {
  character: 'maren',
  load: { players: 4 },
  duration: '10s',
  steps: [{ text: 'Hello' }],
}
const plan = (changed: Partial<Scenario>): LoadTestPlan =>
  createPlan({ ...file, ...changed }, { name: 'rush', characterId: 'c1', scenarioHash: 'h' })

test('what a scenario leaves out takes its default', () => {
  expect(plan({})).toEqual({
    scenarioHash: 'h',
    name: 'rush',
    characterId: 'c1',
    load: { kind: 'players', players: 4, everyMs: null },
    durationMs: 10_000,
    rampMs: 0,
    warmupMs: 0,
    turnTimeoutMs: 30_000,
    withAudio: false,
    seed: 1,
    steps: file.steps,
  })
  expect(plan({ steps: [{ voice: 'hello.wav' }] }).withAudio).toBe(true)
})

test('a fixed number of players comes evenly over the ramp', () => {
  expect(arrivalTimes(plan({ ramp: '2s' }))).toEqual([0, 500, 1000, 1500])
  expect(arrivalTimes(plan({}))).toEqual([0, 0, 0, 0])
})

test('even arrivals keep their rate, and half of it on average during the ramp', () => {
  const starts = arrivalTimes(plan({ load: { arrivalsPerSecond: 10, spacing: 'even' }, ramp: '4s' }))
  expect(starts.filter((at) => at <= 4000)).toHaveLength(20)
  expect(starts.filter((at) => at > 4000 && at <= 9000)).toHaveLength(50)
  expect(starts.at(-1)).toBeLessThan(10_000)
})

test('arrivals by chance have the rate asked for, and follow from the seed', () => {
  const wanted = { load: { arrivalsPerSecond: 100 }, duration: '1m' }
  const starts = arrivalTimes(plan(wanted))
  // 6,000 are expected with a standard deviation of 77.
  expect(Math.abs(starts.length - 6000)).toBeLessThan(400)
  expect(arrivalTimes(plan(wanted))).toEqual(starts)
  expect(arrivalTimes(plan({ ...wanted, seed: 2 }))).not.toEqual(starts)
})

test.each<[string, object]>([
  ['an unknown key', { ...file, player: 3 }],
  ['no players', { ...file, load: { players: 0 } }],
  ['no duration', { ...file, duration: '10' }],
  ['an unknown step', { ...file, steps: [{ dance: true }] }],
  ['two kinds of step in one', { ...file, steps: [{ text: 'Hello', think: '1s' }] }],
  ['a route without a method', { ...file, steps: [{ rest: '/api/v1/characters' }] }],
])('a scenario with %s is refused', (_, value) => {
  expect(Value.Check(ScenarioSchema, file)).toBe(true)
  expect(Value.Check(ScenarioSchema, value)).toBe(false)
})

test('the hash of a scenario is of what is played: not of its name, its thresholds, or the order of its keys', () => {
  const { steps, duration, ...rest } = file
  const hash = scenarioHash(file)
  expect(scenarioHash({ steps, name: 'other', thresholds: ['turn.lost.count<=0'], duration, ...rest })).toBe(
    hash,
  )
  expect(scenarioHash({ ...file, duration: '11s' })).not.toBe(hash)
  expect(scenarioHash({ ...file, steps: [{ text: 'Hello!' }] })).not.toBe(hash)
})
