import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFiles } from './files.js'
import { openMedia } from './formats/media.js'
import { openRecords } from './formats/records.js'
import { openSettings } from './formats/settings.js'
import { fuzz } from './fuzz.js'
import { readKept } from './kept.js'
import { openRest } from './rest.js'
import { openSocket } from './socket.js'
import type { Input, OpenTarget, Target } from './target.js'

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const bound = { cpuMs: 60_000, cpuMsPerKib: 0, mib: 2000, mibPerKib: 0 }
const input: Input = { target: 'files', what: 'planted', data: 'x' }
const planted = (run: Target['run'], changes: Partial<Target> = {}): Target => ({
  name: 'files',
  bound,
  generate: () => input,
  run,
  finish: async () => [],
  ...changes,
})
const once = { seed: 1, seconds: 0, kept: [input] }

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
  const lost = await fuzz(
    planted(async () => [], { finish: async () => ['lost a record'] }),
    once,
  )
  expect(lost.failures).toMatchObject([
    { input: { what: 'the end of the run' }, problems: ['lost a record'] },
  ])
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

const TARGETS: readonly (readonly [string, OpenTarget])[] = [
  ['rest', openRest],
  ['socket', openSocket],
  ['files', openFiles],
]

test.each(TARGETS)(
  'what was kept of %s holds, and a few new inputs with a fixed seed',
  async (name, open) => {
    const target = await open(await scratch())
    const kept = (await readKept()).filter((one) => one.target === name)
    expect(kept.length).toBeGreaterThan(0)
    expect((await fuzz(target, { seed: 20_300_101, seconds: 2, kept })).failures).toEqual([])
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
