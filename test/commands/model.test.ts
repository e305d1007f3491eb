import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderBar } from '../../src/cli/models/model-command.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

let server: RunningServer
let failing: RunningServer
let folder: string
beforeAll(async () => {
  server = await createTestServer({ logLevel: 'silent', limits: 'off' })
  folder = await mkdtemp(join(tmpdir(), 'parley-model-test-'))
  const config = join(folder, 'config.yaml')
  await writeFile(config, 'model3d: { fail: preview_ready }')
  failing = await createTestServer({ logLevel: 'silent', limits: 'off', configFile: config })
  for (const one of [server, failing]) {
    const appearance = 'A small robot with a blue scarf and a drum'
    await rest(one, 'POST', '/api/v1/characters', { persona: { name: 'Mira' }, appearance })
    await rest(one, 'POST', '/api/v1/characters', { persona: { name: 'Bram' } })
  }
})
afterAll(async () => {
  await server.stop()
  await failing.stop()
  await rm(folder, { recursive: true })
})

const at = ({ ready }: RunningServer, cwd: string, args: readonly string[]) =>
  parley(args, {
    cwd,
    env: { PARLEY_BASE_URL: ready.baseUrl, PARLEY_API_KEY: ready.apiKey },
  })
const run = (...args: string[]) => at(server, scratchFolder(), ['model', ...args])

test('a model is generated, waited for, told of and saved', async () => {
  const cwd = scratchFolder()
  const model = (...args: string[]) => at(server, cwd, ['model', ...args])
  const none = await model('status', 'Mira')
  expect([none.stdout.replace(/ +/g, ' '), none.exitCode]).toEqual(['status none', 0])
  const missing = await model('download', 'Mira')
  expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('no model yet')])

  const made = await model('generate', 'Mira', '--rigged', '--wait', '--poll-interval', '20ms')
  expect([made.exitCode, made.stdout]).toEqual([
    0,
    expect.stringMatching(/status +ready\n[\s\S]*clips +idle, /),
  ])
  const states = made.stderr.split('\n').map((line) => line.replace(/^\d+ % /, ''))
  expect(states.filter((state) => state !== 'posing')).toEqual([
    'rig checking',
    'rigging',
    'animating',
    'ready',
  ])

  const told = await model('status', 'Mira', '--json')
  expect(JSON.parse(told.stdout)).toMatchObject({
    modelStatus: 'ready',
    progress: 100,
    rigged: true,
    notShown: ['drum'],
  })
  expect((await model('status', 'Mira')).stdout).toMatch(/\nnot shown +drum$/)

  const saved = await model('download', 'Mira')
  expect(saved).toMatchObject({ stdout: 'Saved Mira.glb', exitCode: 0 })
  expect((await readFile(join(cwd, 'Mira.glb'))).subarray(0, 4).toString()).toBe('glTF')
  expect((await model('download', 'Mira')).stderr).toContain('The file Mira.glb already exists')
  const small = await model('download', 'Mira', '--preview', '--out', 'small.glb', '--json')
  expect(JSON.parse(small.stdout)).toMatchObject({
    file: 'small.glb',
    url: expect.stringContaining('preview.glb'),
  })
  expect((await model('download', 'Mira', '--out', '-')).stdout.slice(0, 4)).toBe('glTF')

  const shown = await model('view', 'Mira', '--html', 'mira.html')
  expect(shown).toMatchObject({ stdout: 'Wrote mira.html', stderr: '', exitCode: 0 })
  expect(await readFile(join(cwd, 'mira.html'), 'utf8')).toMatch(/"name":"Mira",[^{}]*"model":"Z2xURg/)
  const temporary = JSON.parse((await model('view', 'Mira', '--preview', '--json')).stdout)
  expect(await readFile(temporary.file, 'utf8')).toContain('"model":"Z2xURg')
})

test('the page of a model has its picture, what it does not show and, if asked for, what the character says', async () => {
  const cwd = scratchFolder()
  const persona = { name: 'Vera' }
  const appearance = 'A knight with a closed helm and a drum'
  const { id } = (await rest(server, 'POST', '/api/v1/characters', { persona, appearance })).body as {
    id: string
  }
  const model = (...args: string[]) => at(server, cwd, ['model', ...args])
  await model('generate', 'Vera', '--rigged', '--wait', '--poll-interval', '20ms')
  const dataOf = async (file: string) => {
    const [, json = ''] =
      /<script type="application\/json" id="data">(.*)<\/script>/.exec(
        await readFile(join(cwd, file), 'utf8'),
      ) ?? []
    return JSON.parse(json)
  }
  await model('view', 'Vera', '--html', 'vera.html')
  const { poster, ...still } = await dataOf('vera.html')
  expect(still).toMatchObject({ appearance, notShown: ['drum'], spoken: null })
  expect(Buffer.from(poster, 'base64').subarray(1, 4).toString()).toBe('PNG')

  const mute = await model('view', 'Vera', '--say', 'Halt!', '--html', 'mute.html')
  expect([mute.exitCode, mute.stderr]).toEqual([1, expect.stringContaining('Vera is text-only')])
  await rest(server, 'PUT', `/api/v1/characters/${id}`, { text_only: false })
  expect((await model('view', 'Vera', '--say', ' ')).stderr).toContain('There is nothing to say')
  await model('view', 'Vera', '--say', 'Halt!', '--html', 'said.html')
  const { spoken } = await dataOf('said.html')
  expect(spoken).toMatchObject({ text: 'Halt!', sampleRate: 16_000, actions: [] })
  // Two bytes a sample: as long as the frames, which are 30 a second.
  const seconds = Buffer.from(spoken.pcm16, 'base64').length / 32_000
  expect(spoken.frames.at(-1).at).toBeCloseTo(seconds, 0)
  expect(Math.max(...spoken.frames.map(({ weights }: Frame) => weights.jawOpen ?? 0))).toBeGreaterThan(0.1)

  await model('view', 'Vera', '--ask', 'Hello!', '--html', 'asked.html')
  expect((await dataOf('asked.html')).spoken.text).not.toBe('')
})

type Frame = { readonly weights: { readonly jawOpen?: number } }

test('without --wait the command says how to see more; a second one is refused', async () => {
  const cwd = scratchFolder()
  const created = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Ada' },
    appearance: 'Tall',
  })
  const { id } = created.body as { id: string }
  const started = await at(server, cwd, ['model', 'generate', id])
  expect(started).toEqual({
    stdout: 'Started: generating',
    stderr: `Follow it with \`parley model status ${id} --wait\`.`,
    exitCode: 0,
  })
  const second = await at(server, cwd, ['model', 'generate', id, '--json'])
  expect(second.exitCode).toBe(1)
  expect(JSON.parse(second.stdout)).toMatchObject({ error: { status: 409 } })
})

test('a character without an appearance is a failure', async () => {
  const { exitCode, stderr } = await run('generate', 'Bram')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no appearance')])
})

test('a model that fails is 68, one that still is being made when the time is up 69', async () => {
  const cwd = scratchFolder()
  const short = await at(failing, cwd, ['model', 'generate', 'Mira', '--wait=1ms', '--poll-interval', '1ms'])
  expect([short.exitCode, short.stdout]).toEqual([
    69,
    expect.stringMatching(/status +(generating|preview_ready)/),
  ])
  const failed = await at(failing, cwd, [
    'model',
    'status',
    'Mira',
    '--wait',
    '--poll-interval',
    '20ms',
    '--json',
  ])
  expect([failed.exitCode, JSON.parse(failed.stdout)]).toEqual([
    68,
    expect.objectContaining({ modelStatus: 'failed' }),
  ])
})

test('the bar grows with the progress', () => {
  const status = { modelStatus: 'rig_checking', modelPreviewUrl: null, modelUrl: null, thumbnailUrl: null }
  const more = { rigged: false, animations: [] }
  expect(renderBar({ ...status, ...more, progress: 0 })).toBe(`${'░'.repeat(24)}   0 % rig checking`)
  expect(renderBar({ ...status, ...more, progress: 50 })).toBe(
    `${'█'.repeat(12)}${'░'.repeat(12)}  50 % rig checking`,
  )
})
