import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importLoadTest } from '../../../src/loadtest/import/import-load-test.js'
import { arrivalTimes, createPlan } from '../../../src/loadtest/scenario/plan.js'
import { runMs } from '../../../src/loadtest/scenario/scenario.js'

const flow = [{ get: { url: '/x' } }]
const artillery = (script: object) =>
  importLoadTest({ config: { phases: [PHASE] }, scenarios: [{ flow }], ...script })
const PHASE = { duration: 60, arrivalRate: 5 }
const planOf = ({ scenario }: ReturnType<typeof importLoadTest>) =>
  createPlan({ character: 'c', ...scenario }, { name: 'n', characterId: 'c', scenarioHash: 'h' })

test('one constant phase becomes a rate, several become stages that jump', () => {
  const load = (phases: unknown) => artillery({ config: { phases } }).scenario
  expect(load([PHASE])).toMatchObject({ load: { arrivalsPerSecond: 5, spacing: 'even' }, duration: '1m' })
  expect(
    load([
      { duration: '2m', arrivalRate: '1', rampTo: 9 },
      { pause: 10 },
      { duration: 10, arrivalCount: 30 },
    ]),
  ).toMatchObject({
    load: {
      stages: [
        { for: '0s', to: 1 },
        { for: '2m', to: 9 },
        { for: '0s', to: 0 },
        { for: '10s', to: 0 },
        { for: '0s', to: 3 },
        { for: '10s', to: 3 },
      ],
    },
  })
})

test('imported phases let as many players come as they say, within one for each phase', () => {
  const rate = fc.integer({ min: 0, max: 20 })
  const phase = fc.record({ duration: fc.integer({ min: 1, max: 60 }), arrivalRate: rate, rampTo: rate })
  fc.assert(
    fc.property(fc.array(phase, { minLength: 1, maxLength: 8 }), (phases) => {
      const wanted = phases.reduce((sum, one) => sum + ((one.arrivalRate + one.rampTo) / 2) * one.duration, 0)
      fc.pre(wanted > 0)
      const imported = artillery({ config: { phases } })
      expect(runMs(imported.scenario)).toBe(1000 * phases.reduce((sum, { duration }) => sum + duration, 0))
      const came = arrivalTimes(planOf(imported)).length
      expect(Math.abs(came - wanted)).toBeLessThanOrEqual(phases.length + 1)
    }),
    { numRuns: 100 },
  )
})

test('requests, pauses, loops and the text event become steps; the rest is named', () => {
  const { scenario, notes } = artillery({
    config: { target: 'https://s.example', phases: [PHASE], variables: { a: 1 } },
    scenarios: [
      {
        flow: [
          {
            get: {
              url: 'https://s.example/a',
              qs: { n: 1 },
              name: 'the: list',
              expect: [{ statusCode: 200 }],
              headers: { a: 'b' },
            },
          },
          { loop: [{ post: { url: '/b', json: { a: [1] } } }, { think: '500ms' }], count: 2 },
          { emit: ['text', { text: 'Hello' }] },
          { get: { url: '/{{ id }}' } },
          { get: { url: 'https://elsewhere.example/' } },
          { get: { url: '/c', ifTrue: 'x' } },
          { loop: [{ get: { url: '/d' } }], whileTrue: 'more' },
          { function: 'f' },
          'nothing',
        ],
      },
    ],
  })
  const loop = [{ rest: 'POST /b', body: { a: [1] } }, { think: '500ms' }]
  expect(scenario.steps).toEqual([
    { rest: 'GET /a?n=1', status: 200, name: 'the  list' },
    ...loop,
    ...loop,
    { text: 'Hello' },
  ])
  expect(notes).toEqual([
    'config.variables: parley has nothing like it',
    'config.target: give the address with --base-url',
    'scenarios[0].flow[0].get.headers: parley has nothing like it',
    'scenarios[0].flow[3].get: it has variables',
    'scenarios[0].flow[4].get.url: only a path of the target can be requested',
    'scenarios[0].flow[5]: it has a condition',
    'scenarios[0].flow[6].loop: only a count of 1 to 100 can be written out',
    'scenarios[0].flow[7].function: parley has no step like it',
    'scenarios[0].flow[8]: it is no step',
  ])
})

test('weights and names are taken over; what nobody would play is named', () => {
  const { scenario, notes } = artillery({
    scenarios: [
      { name: 'a{b}', weight: 3, flow },
      { name: 'a{b}', flow },
      { weight: 0, flow },
      { name: 'empty', flow: [{ log: 'x' }] },
    ],
  })
  expect(scenario.scenarios?.map(({ name, weight }) => [name, weight])).toEqual([
    ['a b', 3],
    ['a b 2', undefined],
  ])
  expect(notes).toEqual([
    'scenarios[2].weight: nobody would play it',
    'scenarios[3].flow[0].log: parley has no step like it',
    'scenarios[3].flow: no step of it can be played',
  ])
})

test('thresholds of our engine for Artillery are ours, as is its character', () => {
  const ensure = { thresholds: [{ 'parley.turn.first_text.p95': 300 }, { 'http.response_time.p95': 250 }] }
  const { scenario, character, notes } = artillery({
    config: { phases: [PHASE], ensure, engines: { parley: { character: 'maren' } }, mode: 'poisson' },
  })
  expect([scenario.thresholds, character]).toEqual([['turn.first_text.p95<300'], 'maren'])
  expect(scenario.load).toMatchObject({ spacing: 'poisson' })
  expect(notes).toEqual([
    'config.ensure.thresholds[1].http.response_time.p95: parley measures nothing like it',
  ])
})

const k6 = (options: object) => importLoadTest(options)
const NO_CODE =
  'default function: what it does is JavaScript, which is not read: a step that says Hello stands there'

test.each<[string, object, object, string[]]>([
  ['vus', { vus: 10, duration: '30s' }, { load: { players: 10 }, duration: '30s' }, []],
  [
    'stages that come and stay',
    {
      stages: [
        { duration: '20s', target: 10 },
        { duration: '1m30s', target: 10 },
      ],
    },
    { load: { players: 10 }, ramp: '20s', duration: '110s' },
    [],
  ],
  [
    'stages that leave',
    {
      stages: [
        { duration: '20s', target: 10 },
        { duration: '10s', target: 0 },
      ],
    },
    { load: { players: 10 }, ramp: '20s', duration: '30s' },
    ['stages[1]: the 10 players stay to the end'],
  ],
  [
    'a rate in another unit',
    {
      scenarios: {
        a: { executor: 'constant-arrival-rate', rate: 30, timeUnit: '1m', duration: '2m0s', startTime: '5s' },
      },
    },
    { load: { arrivalsPerSecond: 0.5, spacing: 'even' }, duration: '2m' },
    ['scenarios.a.startTime: it begins with the run'],
  ],
  [
    'a ramping rate',
    {
      scenarios: {
        a: { executor: 'ramping-arrival-rate', startRate: 5, stages: [{ duration: '1m', target: 20 }] },
      },
    },
    {
      load: {
        stages: [
          { for: '0s', to: 5 },
          { for: '1m', to: 20 },
        ],
        spacing: 'even',
      },
    },
    [],
  ],
  [
    'iterations',
    { scenarios: { a: { executor: 'per-vu-iterations', vus: 4, iterations: 3 } } },
    { load: { players: 4 }, duration: '10m' },
    [
      'scenarios.a.executor: its virtual users play until the end',
      'scenarios.a.iterations: players begin rounds until the duration is over',
    ],
  ],
])('k6: %s', (_, options, wanted, notes) => {
  const found = k6(options)
  expect(found.scenario).toMatchObject(wanted)
  expect(found.notes).toEqual([...notes, NO_CODE])
})

test('scenarios of k6 whose loads are alike share one load by weight, others are named', () => {
  const constant = (vus: number, duration = '1m') => ({ executor: 'constant-vus', vus, duration })
  const { scenario, notes } = k6({ scenarios: { a: constant(3), b: constant(1), c: constant(1, '2m') } })
  expect(scenario).toMatchObject({
    load: { players: 4 },
    scenarios: [
      { name: 'a', weight: 3 },
      { name: 'b', weight: 1 },
    ],
  })
  expect(notes).toEqual([
    'scenarios.c: its load is not like that of scenarios.a: import it into a file of its own',
    NO_CODE,
  ])
})

test('thresholds of k6 are taken over where parley measures the same', () => {
  const { scenario, notes } = k6({
    vus: 1,
    duration: '1m',
    thresholds: {
      checks: ['rate>0.95', 'rate==1'],
      ws_connecting: [{ threshold: 'p(99.9) < 100', abortOnFail: true }],
      'ws_connecting{scenario:x}': ['avg<1'],
      http_req_duration: ['p(95)<500'],
    },
  })
  expect(scenario.thresholds).toEqual(['checks.rate>0.95', 'session.connect.p999<100'])
  expect(notes.map((line) => line.split(': ')[0])).toEqual([
    'default function',
    'thresholds.checks[1]',
    'thresholds.ws_connecting[0].abortOnFail',
    'thresholds.ws_connecting{scenario:x}[0]',
    'thresholds.http_req_duration[0]',
  ])
})

test.each([[null], [[]], ['x'], [{}], [{ a: 1 }]])('%j is neither', (value) => {
  expect(() => importLoadTest(value)).toThrow('is neither a script of Artillery nor the options of k6')
})

test('no file makes more than the limits allow, and whatever it holds the scenario can be played', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { get: { url: '/x' } } : { loop: [nested(depth - 1)], count: 100 }
  const { scenario } = artillery({ scenarios: [{ flow: [nested(20)] }] })
  expect(scenario.steps).toHaveLength(500)
  const many = artillery({
    config: { phases: [PHASE] },
    scenarios: [{ flow: Array.from({ length: 5000 }, () => ({ log: 'x' })) }],
  })
  expect(many.notes).toHaveLength(201)
  fc.assert(
    fc.property(fc.object({ maxDepth: 4 }), fc.object({ maxDepth: 3 }), (config, one) => {
      const phases = [config, PHASE, { ...PHASE, ...one }]
      const found = importLoadTest({
        ...one,
        config: { ...config, phases },
        scenarios: [config, { flow: [one, ...flow] }],
      })
      expect(planOf(found).scenarios.length).toBeGreaterThan(0)
      const executor = { executor: 'ramping-vus', ...one }
      expect(planOf(k6({ ...config, scenarios: { a: executor, b: config } })).checks).toEqual([])
    }),
    { numRuns: 100 },
  )
})
