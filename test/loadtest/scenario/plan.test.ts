import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import {
  arrivalTimes,
  createPlan,
  type LoadTestPlan,
  scenarioOfPlayer,
} from '../../../src/loadtest/scenario/plan.js'
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
    seed: 1,
    scenarios: [
      {
        name: null,
        weight: 1,
        withAudio: false,
        steps: [{ step: { text: 'Hello' }, labels: {}, firstCheck: 0 }],
      },
    ],
    checks: [],
  })
  expect(plan({ steps: [{ voice: 'hello.wav' }] }).scenarios).toMatchObject([{ withAudio: true }])
})

const weighted = ({ seed = 1 } = {}): LoadTestPlan => {
  const { steps, ...rest } = file
  const scenarios = [
    { name: 'newcomer', weight: 3, steps },
    { name: 'regular', steps: [{ voice: 'hello.wav' }] },
  ]
  return createPlan({ ...rest, seed, scenarios }, { name: 'rush', characterId: 'c1', scenarioHash: 'h' })
}

test('each player has a scenario by its weight, the same for a seed whoever plays', () => {
  const chosen = (seed: number) => {
    const made = weighted({ seed })
    return Array.from({ length: 4000 }, (_, index) => scenarioOfPlayer(made, index)?.name)
  }
  for (const seed of [0, 1, 2, 12_345]) {
    const newcomers = chosen(seed).filter((name) => name === 'newcomer').length
    // 3,000 are expected with a standard deviation of 27.
    expect(Math.abs(newcomers - 3000), `seed ${seed}`).toBeLessThan(140)
  }
  expect(chosen(1)).toEqual(chosen(1))
  expect(chosen(1)).not.toEqual(chosen(2))
  // Neighbours are not alike: 62.5 % of them have the same scenario by chance.
  const all = chosen(1)
  const alike = all.filter((name, index) => name === all[index + 1]).length
  expect(Math.abs(alike - 2500)).toBeLessThan(180)
})

test('only the scenarios that speak have audio', () => {
  expect(weighted().scenarios.map(({ name, withAudio }) => [name, withAudio])).toEqual([
    ['newcomer', false],
    ['regular', true],
  ])
})

test('what steps expect are checks, numbered through all scenarios, with the names and tags of their steps', () => {
  const { steps: _, ...rest } = file
  const { checks, scenarios } = createPlan(
    {
      ...rest,
      scenarios: [
        {
          name: 'newcomer',
          steps: [
            {
              script: [
                { say: 'a', expect: '1' },
                { say: 'b', expect: '2' },
              ],
            },
            { text: ['Hello', 'Hi'], expect: 'Maren', name: 'greeting', tags: { kind: 'small talk' } },
            { text: 'Stop', expect: 'never whole', interruptAfter: '1s' },
          ],
        },
        {
          name: 'regular',
          steps: [
            { voice: '/path/hello.wav', expect: 'Hi', transcript: 'Hello' },
            { rest: 'GET /x' },
            { rest: 'GET /y', status: 404 },
            { memory: 'Lyon', name: 'remembered' },
            { think: '1s' },
          ],
        },
      ],
    },
    { name: 'rush', characterId: 'c1', scenarioHash: 'h' },
  )
  const [newcomer, regular] = [{ scenario: 'newcomer' }, { scenario: 'regular' }]
  const greeting = { ...newcomer, step: 'greeting', kind: 'small talk' }
  expect(checks).toEqual([
    { kind: 'reply', check: 'a', expected: '1', labels: newcomer },
    { kind: 'reply', check: 'b', expected: '2', labels: newcomer },
    { kind: 'reply', check: 'Hello / Hi', expected: 'Maren', labels: greeting },
    { kind: 'reply', check: 'hello.wav', expected: 'Hi', labels: regular },
    { kind: 'transcript', check: 'hello.wav', expected: 'Hello', labels: regular },
    { kind: 'status', check: 'GET /y', expected: '404', labels: regular },
    { kind: 'memory', check: 'memory', expected: 'Lyon', labels: { ...regular, step: 'remembered' } },
  ])
  expect(scenarios.map(({ steps }) => steps.map(({ firstCheck }) => firstCheck))).toEqual([
    [0, 2, 3],
    [3, 5, 5, 6, 7],
  ])
})

test.each<[string, Partial<Scenario>, string]>([
  [
    'steps and scenarios',
    { scenarios: [{ name: 'a', steps: [{ text: 'x' }] }] },
    'give steps or scenarios, not both',
  ],
  [
    'a warm-up without an end',
    { warmup: '10s' },
    'warmup is as long as the run, so nothing would be counted',
  ],
  [
    'a tag that is called step',
    { steps: [{ text: 'x', tags: { step: 'y' } }] },
    'a tag cannot be called step: that is what names are',
  ],
  [
    'too many names',
    { steps: Array.from({ length: 101 }, (_, index) => ({ text: 'x', name: `n${index}` })) },
    'there are 101 different names of scenarios and steps and tags; at most 100 are counted',
  ],
])('a scenario with %s cannot be played', (_, changed, fault) => {
  expect(scenarioFault({ ...file, ...changed })).toBe(fault)
})

test('scenarios need different names, and steps have to be somewhere', () => {
  const { steps, ...rest } = file
  expect(scenarioFault(rest)).toBe('steps or scenarios is missing')
  const twice = [
    { name: 'a', steps },
    { name: 'a', steps },
  ]
  expect(scenarioFault({ ...rest, scenarios: twice })).toBe('two scenarios are called a')
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
  ['a weight of 0', { ...file, scenarios: [{ name: 'a', weight: 0, steps: file.steps }] }],
  ['a name that no threshold can have', { ...file, steps: [{ text: 'Hello', name: 'a{b}' }] }],
  ['a tag that no threshold can have', { ...file, steps: [{ text: 'Hello', tags: { 'a:b': 'c' } }] }],
  ['a pause with a name', { ...file, steps: [{ think: '1s', name: 'pause' }] }],
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
