import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { LoadTestResultSchema, type ServerSecond } from '../../src/loadtest/results/result.js'
import { jsonLines, parley, scratchFolder } from '../support/commands/cli.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { createTestServer } from '../support/servers/test-server.js'

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
  const of = (name: string): Metric | undefined =>
    result.metrics.find(({ metric }: Metric) => metric === name)
  expect(of('session.connect')).toMatchObject({ count: 7, errors: {} })
  expect(of('turn.complete')).toMatchObject({ count: 14, errors: {} })
  expect(of('http.GET /api/v1/characters/{characterId}')).toMatchObject({ count: 14, errors: {} })
  expect(result.thresholds).toMatchObject([{ isMet: true }, { isMet: true, value: 0 }])
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
  const { run, read } = await stage({ ...SCENARIO, duration: '500ms' })
  await run('--out', 'base.json')
  const { stdout, exitCode } = await run('--threshold', 'turn.complete.p50<0.001', '--compare', 'base.json')
  const result = JSON.parse(stdout)
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
    { expected: 'ten thousand', got: expect.stringContaining('142') },
  ])
  const { stdout: shown } = await parley(['loadtest', 'rush.yaml'], { cwd, env })
  expect(shown).toMatch(/ {2}expected {2}ten thousand\n {2}got {7}.*142/)
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
  expect(JSON.parse(compared.stdout).comparison).not.toEqual([])
}

async function timesSpokenTurns(): Promise<void> {
  const { run, cwd, env } = await stage({
    character: 'maren',
    load: { players: 1 },
    duration: '100ms',
    steps: [{ voice: 'hello.wav', transcript: 'Hello Maren' }],
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

test('what takes its time is measured, compared and judged', () =>
  runConcurrently([
    ['spoken turns are timed from the end of speech, with their sound', timesSpokenTurns],
    ['a threshold that is not met ends with 99, and a comparison has ratios', missesAThreshold],
    ['a run is compared with another scenario only by who asks for that', comparesOnRequest],
  ]))

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
  ['a WAV file that is not there', { ...SCENARIO, steps: [{ voice: 'none.wav' }] }, 'none.wav'],
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
