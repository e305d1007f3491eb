import { access, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { openFiles } from './files.js'
import { openMedia } from './formats/media.js'
import { openRecords } from './formats/records.js'
import { openSettings } from './formats/settings.js'
import { fuzz } from './fuzz.js'
import { createFuzzRandom } from './fuzz-random.js'
import { mutateJson } from './json-mutations.js'
import { readRegressionInputs } from './regression-inputs.js'
import { openRest } from './rest.js'
import { openSocket } from './socket.js'
import type { Input, OpenTarget, Target, TargetName } from './target.js'

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const bound = { cpuMs: 60_000, cpuMsPerKib: 0, mib: 2000, mibPerKib: 0 }
const input: Input = { target: 'files', what: 'planted', data: 'x' }
const planted =
  (run: Target['run'], changes: Partial<Target> = {}) =>
  async (): Promise<Target> => ({
    name: 'files',
    bound,
    generate: () => input,
    run,
    finish: async () => [],
    ...changes,
  })
const nothing = async () => []
const once = { name: 'files', seed: 1, seconds: 0, kept: [input] } as const
const untilOver = { ...once, seconds: 60, kept: [] } as const

test('a problem, an error of the check, and one at the end of the run are failures with their inputs', async () => {
  const told = await fuzz(
    planted(async () => ['is wrong']),
    once,
  )
  expect(told.failures).toEqual([{ input, problems: ['is wrong'] }])
  const thrown = await fuzz(
    planted(() => Promise.reject(new Error('planted'))),
    once,
  )
  expect(thrown.failures[0]?.problems[0]).toContain('planted')
  const lost = await fuzz(planted(nothing, { finish: async () => ['lost a record'] }), once)
  expect(lost.failures).toMatchObject([
    { input: { what: 'the end of the run' }, problems: ['lost a record'] },
  ])
})

test('an error while a target is opened, while an input is made, or at the end is a failure of the run', async () => {
  const fail = () => {
    throw new Error('planted')
  }
  const whats = async (run: ReturnType<typeof fuzz>) => (await run).failures.map((one) => one.input.what)
  expect(await whats(fuzz(() => Promise.reject(new Error('planted')), once))).toEqual(['the opening'])
  const unmade = fuzz(planted(nothing, { generate: fail }), untilOver)
  expect(new Set(await whats(unmade))).toEqual(new Set(['the generation of an input']))
  const unended = fuzz(planted(nothing, { finish: () => Promise.reject(new Error('planted')) }), once)
  expect(await whats(unended)).toEqual(['the end of the run'])
})

test('some new inputs are tried even when opening and kept inputs have taken all of the time', async () => {
  const { count, failures } = await fuzz(planted(nothing), { ...once, atLeast: 5 })
  expect([count, failures]).toEqual([6, []])
})

test('a run leaves nothing behind that would swallow errors of the process', async () => {
  const listeners = () => process.listenerCount('uncaughtException')
  const before = listeners()
  await fuzz(planted(nothing), once)
  await fuzz(() => Promise.reject(new Error('planted')), once)
  expect(listeners()).toBe(before)
})

test('the first input that hangs ends the run, with what it may wait for', async () => {
  const never = () => new Promise<readonly string[]>(() => undefined)
  const { count, failures } = await fuzz(planted(never), { ...untilOver, hangsMs: 50 })
  expect(count).toBe(1)
  expect(failures).toMatchObject([{ input, problems: [expect.stringMatching(/^hangs; .*Timeout/)] }])
})

/** A process with a watchdog that runs this code. */
async function runHanging(code: string, files: { readonly failureFile: string; readonly scratch: string }) {
  const data = { stageMs: 500, totalMs: 60_000, ...files }
  const program = `import { Worker } from 'node:worker_threads'
    const watchdog = new Worker('./test/fuzz/watchdog.worker.js', { workerData: ${JSON.stringify(data)}, execArgv: [] })
    watchdog.postMessage({ name: 'files, planted', input: { what: 'planted' }, since: Date.now() })
    ${code}`
  return execa(process.execPath, ['--input-type=module', '--eval', program], {
    reject: false,
    timeout: 60_000,
  })
}

const HANGING: readonly (readonly [string, string, RegExp])[] = [
  [
    'an endless loop',
    'const spinForever = () => { for (;;) seen += 1 }; let seen = 0; spinForever()',
    /at spinForever \(/,
  ],
  [
    'a slow regular expression',
    "void /^(a+)+$/.test('a'.repeat(60) + '!')",
    /The main thread is busy:\n {4}at /,
  ],
  ['waiting for nothing', 'setInterval(() => undefined, 1e6)', /it waits for something/],
]

test.each(HANGING)(
  'the watchdog ends a process in %s, and says in which stage and where',
  async (_, code, place) => {
    const folder = await scratch()
    const [failureFile, scratchFolder] = [join(folder, 'hung.json'), join(folder, 'scratch')]
    await mkdir(scratchFolder)
    const { stdout, signal } = await runHanging(code, { failureFile, scratch: scratchFolder })
    expect(signal).toBe('SIGKILL')
    expect(stdout).toMatch(/^hung: files, planted, for \d+ s; a stage may take/)
    expect(stdout).toMatch(place)
    expect(JSON.parse(await readFile(failureFile, 'utf8'))).toEqual({ what: 'planted' })
    await expect(access(scratchFolder)).rejects.toThrow('ENOENT')
  },
)

test('the watchdog ends the process even when it cannot write what hung', async () => {
  const folder = await scratch()
  const missing = join(folder, 'missing/hung.json')
  const { signal, stdout } = await runHanging('for (;;) ;', { failureFile: missing, scratch: folder })
  expect(signal).toBe('SIGKILL')
  expect(stdout).toContain('hung: files, planted')
})

test('the same seed makes the same inputs, and the next seed others', () => {
  const of = (seed: number) =>
    Array.from({ length: 50 }, (_, at) => createFuzzRandom(seed, at).below(2 ** 31))
  expect(of(7)).toEqual(of(7))
  expect(of(7).filter((choice) => of(8).includes(choice))).toEqual([])
})

test('nested values are made, however deep, whoever makes them', () => {
  const makeAtDepth = (depth: number): string[] =>
    depth > 0
      ? makeAtDepth(depth - 1)
      : Array.from({ length: 3000 }, (_, at) => mutateJson({ a: ['b', 1] }, createFuzzRandom(1, at)))
  expect(makeAtDepth(3000).some((text) => text.includes('{"a":['.repeat(2500)))).toBe(true)
})

test('an input that takes more processor time than its bound, time after time, is a failure', async () => {
  const spin = async () => {
    const before = process.cpuUsage().user
    while (process.cpuUsage().user - before < 20_000);
    return []
  }
  const { failures } = await fuzz(planted(spin, { bound: { ...bound, cpuMs: 10 } }), once)
  expect(failures[0]?.problems[0]).toMatch(/took \d+ ms of processor time/)
})

const TARGETS: readonly (readonly [TargetName, OpenTarget])[] = [
  ['rest', openRest],
  ['socket', openSocket],
  ['files', openFiles],
]

test.each(TARGETS)(
  'what was kept of %s holds, and a few new inputs with a fixed seed',
  async (name, open) => {
    const folder = await scratch()
    const kept = (await readRegressionInputs()).filter((one) => one.target === name)
    expect(kept.length).toBeGreaterThan(0)
    const result = await fuzz(() => open(folder), { name, seed: 20_300_101, seconds: 2, kept })
    expect(result.failures).toEqual([])
  },
)

test('the files that inputs are made of are read without a complaint', async () => {
  const folder = await scratch()
  const formats = [
    ...(await openSettings(folder)),
    ...(await openMedia(folder)),
    ...(await openRecords(folder)),
  ]
  for (const { name, seeds, read } of formats.filter((format) => !['pdf', 'image'].includes(format.name))) {
    for (const seed of seeds) {
      const told = await read(seed).catch((error: unknown) => [String(error)])
      expect.soft([name, told]).toEqual([name, []])
    }
  }
  for (const { close } of formats) await close?.()
})
