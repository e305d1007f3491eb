import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { arrivalTimes, createPlan, type LoadTestPlan } from '../../../src/loadtest/scenario/plan.js'
import {
  type Scenario,
  ScenarioSchema,
  scenarioFault,
  scenarioHash,
} from '../../../src/loadtest/scenario/scenario.js'

const file = {
  character: 'maren',
  load: { players: 4 },
  duration: '10s',
  steps: [{ text: 'Hello' }],
} satisfies Scenario
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

test('stages rise, stay, fall and end the run, and nobody comes when the rate is 0', () => {
  const { duration: _, ...staged } = {
    ...file,
    load: {
      stages: [
        { for: '10s', to: 4 },
        { for: '5s', to: 4 },
        { for: '4s', to: 0 },
        { for: '3s', to: 0 },
        { for: '2s', to: 10 },
      ],
      spacing: 'even' as const,
    },
  }
  const made = createPlan(staged, { name: 'rush', characterId: 'c1', scenarioHash: 'h' })
  expect(made.durationMs).toBe(24_000)
  const starts = arrivalTimes(made)
  const between = (from: number, to: number) => starts.filter((at) => at > from && at <= to).length
  expect([between(0, 5000), between(5000, 10_000)]).toEqual([5, 15])
  expect(between(10_000, 15_000)).toBe(20)
  expect([between(15_000, 17_000), between(17_000, 19_000)]).toEqual([6, 2])
  expect(between(19_000, 22_000)).toBe(0)
  // The last one would come at the end of the run, where no round begins.
  expect(between(22_000, 24_000)).toBe(9)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
})

test('after its stages a longer run stays at the last rate, and ends early at 0', () => {
  const load = { stages: [{ for: '2s', to: 2 }], spacing: 'even' as const }
  expect(arrivalTimes(plan({ load, duration: '4s' }))).toEqual([Math.SQRT2 * 1000, 2000, 2500, 3000, 3500])
  const none = { stages: [{ for: '2s', to: 0 }], spacing: 'even' as const }
  expect(arrivalTimes(plan({ load: none, duration: '1h' }))).toEqual([])
})

test('a run needs a duration unless it has stages, and stages need no ramp', () => {
  const { duration: _, ...endless } = file
  expect(scenarioFault(endless)).toBe('duration is missing')
  expect(scenarioFault(file)).toBeUndefined()
  const staged = { ...endless, load: { stages: [{ for: '1s', to: 1 }] } }
  expect(scenarioFault(staged)).toBeUndefined()
  expect(scenarioFault({ ...staged, ramp: '1s' })).toBe('load.stages say how the load grows: leave ramp out')
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
  ['a stage without a time', { ...file, load: { stages: [{ to: 3 }] } }],
  ['no stages', { ...file, load: { stages: [] } }],
  ['a rate below 0', { ...file, load: { stages: [{ for: '1s', to: -1 }] } }],
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
