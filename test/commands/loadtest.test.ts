import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { LoadTestResultSchema, type ServerSecond } from '../../src/loadtest/results/result.js'
import { jsonLines, parley, scratchFolder } from '../support/commands/cli.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { createTestServer } from '../support/servers/test-server.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const schema = new URL('../../fixtures/loadtest.schema.json', import.meta.url)
const demo = new URL('../../fixtures/worlds/demo.yaml', import.meta.url).pathname
const SCENARIO = {
  character: 'maren',
  // Seven come, at 125, 250 … 875 ms.
  load: { arrivalsPerSecond: 8, spacing: 'even', rounds: 2 },
  duration: '1s',
  steps: [
    { text: 'How many steps has the tower?', expect: '142' },
    { rest: 'GET /api/v1/characters/{characterId}' },
  ],
  thresholds: ['turn.complete.errors<=0', 'turn.lost.count<=0'],
}

/** A server, a folder with a scenario, and the command that plays it there. */
async function stage(scenario: object = SCENARIO) {
  const server = await createTestServer({
    worldFiles: [demo],
    limits: 'off',
    pace: 'instant',
    dataDir: scratchFolder(),
  })
  onTestFinished(() => server.stop())
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'rush.yaml'), stringify(scenario))
  const { baseUrl, apiKey, localSecret } = server.ready
  const env = { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_LOCAL_SECRET: localSecret }
  return {
    cwd,
    env,
    run: (...args: string[]) => parley(['loadtest', 'rush.yaml', '--json', ...args], { cwd, env }),
    read: (name: string) => readFile(join(cwd, name), 'utf8'),
  }
}

type Metric = { metric: string; count: number; errors: object }

test('players play, what it took is told in every form, and the samples add up', async () => {
  const { run, read } = await stage()
  const { stdout } = await run(
    '--out',
    'r.json',
    '--samples',
    's.ndjson',
    '--junit',
    'r.xml',
    '--html',
    'r.html',
  )
  const result = JSON.parse(stdout)
  expect([...Value.Errors(LoadTestResultSchema, result)]).toEqual([])
  expect(JSON.parse(await read('r.json'))).toEqual(result)
  expect(result.targetVersion).toBe(version)
  const of = (name: string): Metric | undefined =>
    result.metrics.find(({ metric }: Metric) => metric === name)
  expect(of('session.connect')).toMatchObject({ count: 7, errors: {} })
  expect(of('turn.complete')).toMatchObject({ count: 14, errors: {} })
  expect(of('http.GET /api/v1/characters/{characterId}')).toMatchObject({ count: 14, errors: {} })
  expect(result.thresholds).toMatchObject([{ isMet: true }, { isMet: true, value: 0 }])
  // Ten of 14 at most, five of each kind, and who waited for them.
  expect(result.slowestReplies.length).toBeGreaterThanOrEqual(5)
  expect(result.slowestReplies.length).toBeLessThanOrEqual(10)
  expect(result.slowestReplies[0]).toMatchObject({
    player: expect.stringMatching(/^load-\w+-\d$/),
    messageId: expect.stringMatching(/^[\w-]{10,}$/),
    ...{ said: 'How many steps has the tower?', step: 'step 1' },
    firstTextMs: Math.max(
      ...result.slowestReplies.map(({ firstTextMs }: { firstTextMs: number }) => firstTextMs),
    ),
  })
  const seconds: ServerSecond[] = result.server
  expect(seconds.reduce((sum, { storeWrites }) => sum + storeWrites, 0)).toBeGreaterThan(14)
  expect(Math.max(...seconds.map(({ storeWriteMaxMs }) => storeWriteMaxMs))).toBeGreaterThan(0)
  const samples = jsonLines(await read('s.ndjson')) as { metric: string }[]
  expect(samples.filter(({ metric }) => metric === 'turn.complete')).toHaveLength(14)
  for (const { sessions, turnsInFlight } of result.timeline) {
    expect(sessions).toBeLessThanOrEqual(7)
    expect(turnsInFlight).toBeLessThanOrEqual(sessions)
  }
  expect(await read('r.xml')).toContain('name="turn.lost.count&lt;=0"/>')
  expect(await read('r.html')).toContain('"format":"loadtest/1"')
})

async function missesAThreshold(): Promise<void> {
  const { run, read, env } = await stage({ ...SCENARIO, duration: '500ms' })
  await run('--out', 'base.json', '--html', 'first of all.html')
  const { stdout, exitCode } = await run(
    ...['--threshold', 'turn.complete.p50<0.001', '--compare', 'base.json'],
    ...['--html', 'now.html', '--api-key', env.PARLEY_API_KEY, `--local-secret=${env.PARLEY_LOCAL_SECRET}`],
  )
  const result = JSON.parse(stdout)
  const page = await read('now.html')
  // A report is sent to others: it has all options but no key.
  for (const secret of [env.PARLEY_API_KEY, env.PARLEY_LOCAL_SECRET]) expect(page).not.toContain(secret)
  const begin = '<script type="application/json" id="data">'
  const data = page.slice(page.indexOf(begin) + begin.length)
  expect(JSON.parse(data.slice(0, data.indexOf('</script>')))).toMatchObject({
    repeat: {
      scenario: 'rush.yaml',
      words: [
        ...['parley', 'loadtest', 'rush.yaml', '--json', '--threshold', 'turn.complete.p50<0.001'],
        ...['--compare', 'base.json', '--html', 'now.html'],
      ],
    },
    baseFile: { name: 'base.json', report: './first%20of%20all.html' },
  })
  expect(result).not.toHaveProperty('repeat')
  expect(result.thresholds.at(-1)).toMatchObject({ threshold: 'turn.complete.p50<0.001', isMet: false })
  expect(result.comparison).toContainEqual(
    expect.objectContaining({ metric: 'turn.complete', statistic: 'p50' }),
  )
  // On a machine too busy to be believed the run is not valid, which comes first.
  expect(exitCode).toBe(result.isValid ? 99 : 1)
  expect(JSON.parse(await read('base.json')).comparison).toBeNull()
}

const ONE = { ...SCENARIO, load: { players: 1 }, duration: '10ms', thresholds: [] }
const WRONG = { ...ONE, steps: [{ text: 'How many steps has the tower?', expect: 'ten thousand' }] }

test('replies that are not as expected fail a run without thresholds, and the first are shown', async () => {
  const { run, cwd, env } = await stage(WRONG)
  const { stdout, exitCode } = await run()
  const result = JSON.parse(stdout)
  expect(exitCode).toBe(99)
  expect(result.thresholds).toEqual([{ threshold: 'turn.complete.unexpected<=0', value: 1, isMet: false }])
  expect(result.unexpectedReplies).toEqual([
    {
      ...{ said: 'How many steps has the tower?', step: 'step 1' },
      ...{ expected: 'ten thousand', got: expect.stringContaining('142'), second: expect.any(Number) },
    },
  ])
  const { stdout: shown } = await parley(['loadtest', 'rush.yaml'], { cwd, env })
  expect(shown).toMatch(/ {2}expected {2}ten thousand\n {2}got {7}.*142/)
})

const WEIGHTED = {
  ...ONE,
  load: { players: 8 },
  steps: undefined,
  scenarios: [
    {
      name: 'newcomer',
      weight: 3,
      steps: [
        { name: 'tower', text: 'How many steps has the tower?', expect: '142', tags: { kind: 'question' } },
      ],
    },
    {
      name: 'regular',
      steps: [
        { name: 'page', rest: 'GET /api/v1/characters/{characterId}', status: 404 },
        { memory: 'Lyon', within: '1ms' },
      ],
    },
  ],
  thresholds: [
    'turn.complete{step:tower}.errors<=0',
    'turn.complete{kind:question}.count>=1',
    'checks{scenario:newcomer}.rate>=1',
    'checks{scenario:regular}.passes<=0',
  ],
}

test('players of several scenarios are told apart by scenario, step and tag, and each check is counted', async () => {
  const { run, cwd, env } = await stage(WEIGHTED)
  const { stdout } = await run()
  const result = JSON.parse(stdout)
  expect([...Value.Errors(LoadTestResultSchema, result)]).toEqual([])
  expect(result.thresholds.map(({ isMet }: { isMet: boolean }) => isMet)).toEqual([
    ...[true, true, true, true],
    // Implied, because nothing else limits the replies of the whole run.
    true,
  ])
  const count = (metric: string) =>
    [...result.metrics, ...result.submetrics].find((one: Metric) => one.metric === metric)?.count
  const newcomers = count('session.connect{scenario:newcomer}')
  expect(newcomers + count('session.connect{scenario:regular}')).toBe(count('session.connect'))
  expect(count('turn.complete{step:tower}')).toBe(count('turn.complete'))
  expect(result.checks).toMatchObject([
    { kind: 'reply', expected: '142', failures: 0, got: [], labels: { scenario: 'newcomer', step: 'tower' } },
    { kind: 'status', expected: '404', passes: 0, got: expect.arrayContaining(['200']) },
    { kind: 'memory', expected: 'Lyon', passes: 0, got: expect.arrayContaining(['(no memories)']) },
  ])
  const { stdout: shown } = await parley(['loadtest', 'rush.yaml'], { cwd, env })
  expect(shown).toMatch(/^newcomer: tower +reply 142 +\d+ +0$/m)
  expect(shown).toMatch(/^regular: page +status 404 +0 +\d+$/m)
  expect(shown).toContain('  check     regular: page\n  expected  404\n  got       200')
  expect(shown).toMatch(/^step:tower\n- turn.complete /m)
})

test.each(['turn.complete.unexpected<=1', 'turn.complete.errors<=1'])(
  'a scenario may allow some: %s',
  async (threshold) => {
    const { run } = await stage({ ...WRONG, thresholds: [threshold] })
    const { stdout, exitCode } = await run()
    const { isValid, thresholds } = JSON.parse(stdout)
    expect(thresholds).toEqual([{ threshold, value: 1, isMet: true }])
    expect(exitCode).toBe(isValid ? 0 : 1)
  },
)

test('a character that is not there is an error before anybody comes', async () => {
  for (const character of ['nobody', '00000000-0000-4000-8000-000000000000']) {
    const { run } = await stage({ ...SCENARIO, character, duration: '1h' })
    const { stdout, exitCode } = await run()
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout).error.message).toContain(`There is no character ${character}`)
  }
})

async function comparesOnRequest(): Promise<void> {
  const { run, cwd } = await stage({ ...ONE, name: 'before' })
  await run('--out', 'base.json')
  await writeFile(join(cwd, 'rush.yaml'), stringify({ ...ONE, steps: [{ text: 'Hello' }] }))
  const { stdout, exitCode } = await run('--compare', 'base.json')
  expect(exitCode).toBe(2)
  expect(JSON.parse(stdout).error).toMatchObject({
    message: expect.stringContaining('base.json is of another scenario (before)'),
    hint: expect.stringContaining('--compare-any'),
  })
  const compared = await run('--compare', 'base.json', '--compare-any')
  const { comparison, base, generator } = JSON.parse(compared.stdout)
  expect(comparison).not.toEqual([])
  expect(base).toMatchObject({ scenario: 'before', isPassed: true, isValid: expect.any(Boolean) })
  expect(generator.eventLoopLimitMs).toBe(20)
}

async function timesSpokenTurns(): Promise<void> {
  const { run, cwd, env } = await stage({
    character: 'maren',
    load: { players: 1 },
    duration: '100ms',
    // What is heard is not checked here: on a busy machine the microphone falters.
    steps: [{ voice: 'hello.wav' }],
  })
  await parley(['say', 'maren', 'Hello Maren', '--out', 'hello.wav', '--data-layer', '--rate', '16000'], {
    cwd,
    env,
  })
  const result = JSON.parse((await run()).stdout)
  const of = (name: string): Metric | undefined =>
    result.metrics.find(({ metric }: Metric) => metric === name)
  expect(of('turn.first_audio')).toMatchObject({ count: 1, errors: {} })
  expect(of('turn.complete')).toMatchObject({ count: 1, errors: {} })
  expect(of('turn.gap')).toMatchObject({ count: 1, errors: {} })
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

async function playsParts(): Promise<void> {
  const { run, read, cwd, env } = await stage()
  const play = async (leadMs: number): Promise<{ at: string; parts: Awaited<ReturnType<typeof run>>[] }> => {
    const at = inMs(leadMs)
    const parts = await Promise.all(
      [1, 2].map((index) => run('--part', `${index}/2`, '--start-at', at, '--out', `part-${index}.json`)),
    )
    // A busy machine comes too late to the start that it was given.
    return parts.some(({ stdout }) => stdout.includes('too soon')) ? play(2 * leadMs) : { at, parts }
  }
  const { at, parts } = await play(2500)
  expect(parts.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  for (const { stdout } of parts) {
    const result = JSON.parse(stdout)
    expect([...Value.Errors(LoadTestResultSchema, result)]).toEqual([])
    expect(result).toMatchObject({ startedAt: at, thresholds: [] })
  }
  const merge = (...args: string[]) => parley(['loadtest', 'merge', ...args], { cwd, env })
  const { stdout } = await merge(
    'part-2.json',
    'part-1.json',
    '--out',
    'all.json',
    '--html',
    'all.html',
    '--json',
  )
  const merged = JSON.parse(stdout)
  const of = (name: string): Metric | undefined =>
    merged.metrics.find(({ metric }: Metric) => metric === name)
  // All seven players came once: four in one part and three in the other.
  expect(of('session.connect')).toMatchObject({ count: 7, errors: {} })
  expect(of('turn.complete')).toMatchObject({ count: 14, errors: {} })
  expect(merged.thresholds).toMatchObject([
    { threshold: 'turn.complete.errors<=0', isMet: true },
    { threshold: 'turn.lost.count<=0', isMet: true },
  ])
  expect(JSON.parse(await read('all.json'))).toEqual(merged)
  expect(await read('all.html')).toContain('"format":"loadtest/1"')
  const missing = await merge('part-1.json')
  expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('Missing: part 2 of 2')])
}

test('what takes its time is measured, compared and judged', () =>
  runConcurrently([
    ['spoken turns are timed from the end of speech, with their sound', timesSpokenTurns],
    ['a threshold that is not met ends with 99, and a comparison has ratios', missesAThreshold],
    ['the parts of two machines add up to the run of one', playsParts],
    ['a run is compared with another scenario only by who asks for that', comparesOnRequest],
  ]))

test.each([
  [['--part', '3/2'], '"3/2" is no part of a run'],
  [['--part', '0/2'], '"0/2" is no part of a run'],
  [['--part', '1/2000'], '"1/2000" is no part of a run'],
  [['--part', 'one'], '"one" is no part of a run'],
  [['--start-at', 'noon'], '"noon" is no date and time such as'],
  [['--start-at', '2030-01-31T09:00:00'], 'is no date and time such as'],
  [['--start-at', '2030-13-31T09:00:00Z'], 'is no date and time such as'],
  [['--start-at', '2020-01-31T09:00:00Z'], 'has passed'],
  [['--start-at', '2999-01-31T09:00:00Z'], 'is more than 24 hours away'],
])('%j is wrong usage, and nothing is played', async (flags, words) => {
  const { run } = await stage()
  const rest = flags[0] === '--part' ? ['--start-at', inMs(3_600_000)] : ['--part', '1/2']
  const { stdout, exitCode } = await run(...flags, ...rest, '--out', 'part.json')
  expect([exitCode, JSON.parse(stdout).error.message]).toEqual([2, expect.stringContaining(words)])
})

test.each([
  ['a part without a start', ['--part', '1/2', '--out', 'p.json'], '--start-at'],
  ['a part whose result is not kept', ['--part', '1/2', '--start-at', '2030-01-31T09:00:00Z'], '--out'],
])('%s is wrong usage', async (_, flags, named) => {
  const { run } = await stage()
  const { stdout, exitCode } = await run(...flags)
  expect([exitCode, JSON.parse(stdout).error.message]).toEqual([2, expect.stringContaining(named)])
})

test('a file that is no result is not merged', async () => {
  const { cwd, env } = await stage()
  await writeFile(join(cwd, 'other.json'), '{"format":"loadtest/2"}')
  for (const [file, words] of [
    ['other.json', 'other.json is no result of a load test (loadtest/1)'],
    ['rush.yaml', 'rush.yaml is no result of a load test (loadtest/1)'],
    ['none.json', 'none.json cannot be read'],
  ] as const) {
    const { stderr, exitCode } = await parley(['loadtest', 'merge', file], { cwd, env })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)])
  }
})

test('another machine’s service is loaded only by who says it is theirs', async () => {
  const { cwd } = await stage()
  const { stdout, exitCode } = await parley(
    ['loadtest', 'rush.yaml', '--json', '--base-url', 'https://service.example'],
    { cwd },
  )
  expect(exitCode).toBe(4)
  expect(JSON.parse(stdout).error.hint).toContain('--i-own-this-target')
})

test.each([
  ['a key that is not known', { ...SCENARIO, player: 3 }, 'player'],
  ['no duration', { ...SCENARIO, duration: undefined }, 'rush.yaml: duration is missing'],
  ['a WAV file that is not there', { ...SCENARIO, steps: [{ voice: 'none.wav' }] }, 'none.wav'],
  [
    'a threshold of a step that is not there',
    { ...SCENARIO, thresholds: ['turn.complete{step:x}.p95<3'] },
    'no step has step x',
  ],
  ['two kinds of steps', { ...SCENARIO, scenarios: WEIGHTED.scenarios }, 'give steps or scenarios, not both'],
  ['a threshold of nothing', { ...SCENARIO, thresholds: ['turn.nothing.p95<3'] }, 'turn.nothing'],
])('%s is wrong usage, and nothing is played', async (_, scenario, named) => {
  const { run } = await stage(scenario)
  const { stdout, exitCode } = await run()
  expect(exitCode).toBe(2)
  expect(JSON.parse(stdout).error.message).toContain(named)
})

test('the published schema is that of the results (UPDATE_GOLDEN=1 writes it anew)', async () => {
  const published = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...LoadTestResultSchema }
  const text = `${JSON.stringify(published, null, 2)}\n`
  if (process.env['UPDATE_GOLDEN']) await writeFile(schema, text)
  expect(text).toBe(await readFile(schema, 'utf8'))
})
