import { expect, onTestFinished, test } from 'vitest'
import type { ModelServiceProvider } from '../../../src/adapters/model-service/provider.js'
import { createTextTo3d } from '../../../src/adapters/model-service/text-to-3d.js'
import { parsePrivateHost } from '../../../src/domain/documents/private-hosts.js'
import type { LiveModels } from '../../../src/domain/generation/model3d/live-models.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { liveModelsOf, startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'
import { CLIPS } from '../../support/models/fake-body-builder.js'
import { fileOf, type Saying, startModel3dServer } from '../../support/providers/model3d-server.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const MODEL = '/api/v1/characters/c1/model'
const KEY = 'msy_secret'
const APPEARANCE = `A tall woman ${'in a green coat '.repeat(60)}`

/** So long the service takes for nothing, however busy the machine is. */
const PATIENCE_SECONDS = 60

/** A whole app whose models come from an imitation of the service. */
async function start() {
  const service = await startModel3dServer()
  const store = createInMemoryStore({ filesFolder: await temporaryFolder() })
  const world = await startHttp({}, store)
  const { clock, ids, log } = world.deps
  const own = parsePrivateHost(new URL(service.url).host)
  const allowed = own === undefined ? [] : [own]
  const provider: ModelServiceProvider = {
    baseUrl: service.url,
    apiKey: KEY,
    headers: { 'x-team': 'parley' },
    timeoutSeconds: PATIENCE_SECONDS,
    actionId: 7,
  }
  const meshy = createTextTo3d({ timers: createTimers(), allowed }, provider)
  const liveModels: LiveModels = liveModelsOf({ ...store, clock, ids, log, service: meshy })
  onTestFinished(() => liveModels.settle())
  Object.assign(world.deps, { liveModels })
  await store.characters.insert(characterRecord({ appearance: APPEARANCE }))
  const post = (body: object = {}) => world.call('POST', MODEL, { body })
  const poll = async () => {
    const { status, body } = await world.call('GET', MODEL)
    expect(status).toBe(200)
    return body as { modelStatus: string; progress: number; modelUrl: string | null; [name: string]: unknown }
  }
  const statesUntilEnd = async () => {
    const seen: Awaited<ReturnType<typeof poll>>[] = []
    while (!['ready', 'failed'].includes(seen.at(-1)?.modelStatus ?? '')) seen.push(await poll())
    return seen
  }
  const fetchFile = async (url: unknown) =>
    (await world.app.inject({ url: new URL(String(url)).pathname })).rawPayload
  return {
    ...world,
    service,
    post,
    poll,
    statesUntilEnd,
    fetchFile,
    /** What the service says from now on; of a silent one one soon has enough. */
    hears: (saying: Saying | undefined) => {
      service.sayWhen(() => saying)
      Object.assign(provider, { timeoutSeconds: saying === 'silent' ? 0.2 : PATIENCE_SECONDS })
    },
  }
}

const distinct = (states: readonly { modelStatus: string }[]) => [
  ...new Set(states.map((one) => one.modelStatus)),
]

test('a static model is two tasks, asked after until they are done; its files are copied', async () => {
  const { service, post, statesUntilEnd, fetchFile } = await start()
  expect((await post()).status).toBe(202)
  const seen = await statesUntilEnd()
  expect(distinct(seen)).toEqual(['generating', 'preview_ready', 'refining', 'ready'])
  const progress = seen.map((one) => one.progress)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.every(Number.isInteger)).toBe(true)
  expect(progress).toContain(25)
  expect(service.posted().map(({ path, body }) => [path, body])).toEqual([
    ['/v2/text-to-3d', { mode: 'preview', prompt: expect.stringMatching(/^A tall woman [\s\S]{500,587}$/) }],
    ['/v2/text-to-3d', { mode: 'refine', preview_task_id: 'task-1', enable_pbr: true }],
  ])
  const last = seen.at(-1)
  expect(await fetchFile(last?.modelUrl)).toEqual(Buffer.from(fileOf('refine.glb')))
  expect(await fetchFile(last?.['modelPreviewUrl'])).toEqual(Buffer.from(fileOf('preview.glb')))
  expect(await fetchFile(last?.['thumbnailUrl'])).toEqual(Buffer.from(fileOf('.png')))
})

test('a rigged model is posed, coloured, rigged and animated, one task after the other', async () => {
  const { service, post, statesUntilEnd } = await start()
  expect((await post({ rigged: true })).body).toMatchObject({ modelStatus: 'posing' })
  const seen = await statesUntilEnd()
  expect(distinct(seen)).toEqual(['posing', 'rig_checking', 'rigging', 'animating', 'ready'])
  expect(seen.at(-1)).toMatchObject({ rigged: true, animations: CLIPS, thumbnailUrl: expect.any(String) })
  expect(service.posted().map(({ path, body }) => [path, body])).toEqual([
    ['/v2/text-to-3d', { mode: 'preview', prompt: expect.any(String), pose_mode: 'a-pose' }],
    ['/v2/text-to-3d', { mode: 'refine', preview_task_id: 'task-1', enable_pbr: true }],
    ['/v1/rigging', { input_task_id: 'task-2' }],
    ['/v1/animations', { rig_task_id: 'task-3', action_id: 7 }],
  ])
})

test('the key goes to the service and to no file; no answer and no log names a task or the key', async () => {
  const { service, call, post, statesUntilEnd, logged } = await start()
  const answers = [await post(), await statesUntilEnd(), await call('GET', '/api/v1/characters/c1')]
  for (const { path, headers } of service.asked) {
    const isFile = path.startsWith('/files/')
    expect([path, headers.authorization, headers['x-team']]).toEqual([
      path,
      ...(isFile ? [undefined, undefined] : [`Bearer ${KEY}`, 'parley']),
    ])
  }
  expect(JSON.stringify([answers, logged])).not.toMatch(/task-\d|msy_secret/)
})

const refusals: [Saying, number, string | undefined][] = [
  [{ status: 401, body: { message: KEY } }, 502, undefined],
  [{ status: 400, body: { message: KEY } }, 502, undefined],
  [{ status: 500 }, 502, undefined],
  ['cut', 502, undefined],
  ['silent', 502, undefined],
  [{ status: 200, body: [] }, 502, undefined],
  [{ status: 200, body: { result: 7 } }, 502, undefined],
  [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 502, undefined],
  [{ status: 402 }, 429, '60'],
  [{ status: 429, headers: { 'retry-after': '7' } }, 429, '7'],
]

test.each(refusals)(
  'a start that the service meets with %j is a %i, and another may follow',
  async (saying, status, wait) => {
    const { post, hears } = await start()
    hears(saying)
    const answer = await post()
    expect(answer).toMatchObject({ status, body: { detail: expect.not.stringContaining(KEY) } })
    if (wait !== undefined) expect(answer.headers['retry-after']).toBe(wait)
    hears(undefined)
    expect((await post()).status).toBe(202)
  },
)

test.each<[Saying]>([[{ status: 500 }], ['cut'], ['silent'], [{ status: 429 }], [{ status: 200, body: [] }]])(
  'a service that meets questions with %j for a while does not end the job',
  async (saying) => {
    const { service, post, poll, statesUntilEnd, hears } = await start()
    await post()
    hears(saying)
    for (const _ of [1, 2, 3]) expect(await poll()).toMatchObject({ modelStatus: 'generating', progress: 0 })
    hears(undefined)
    expect((await statesUntilEnd()).at(-1)).toMatchObject({ modelStatus: 'ready' })
    expect(service.posted()).toHaveLength(2)
  },
)

test('a service that is silent for more than ten minutes ends the job', async () => {
  const { service, post, poll, clock } = await start()
  await post()
  service.sayWhen(() => 'cut')
  await clock.adjust({ advance: 9 * 60_000 })
  expect(await poll()).toMatchObject({ modelStatus: 'generating' })
  await clock.adjust({ advance: 2 * 60_000 })
  expect(await poll()).toMatchObject({ modelStatus: 'failed' })
})

test.each(['FAILED', 'CANCELED', 'EXPIRED'])('a task that is %s fails the job', async (word) => {
  const { service, post, poll } = await start()
  await post()
  service.sayWhen(() => ({ status: 200, body: { status: word, task_error: { message: KEY } } }))
  expect(await poll()).toMatchObject({ modelStatus: 'failed', progress: 0 })
})

test.each<[string, Saying]>([
  ['the task is unknown', { status: 404 }],
  ['the key is refused', { status: 403 }],
])('a job fails when %s', async (_, saying) => {
  const { service, post, poll } = await start()
  await post()
  service.sayWhen(() => saying)
  expect(await poll()).toMatchObject({ modelStatus: 'failed' })
})

test.each([
  'http://127.0.0.1:1/x.glb',
  'http://10.0.0.1/x.glb',
  'http://[::1]/x.glb',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'http://localhost/x.glb',
])('a file at %s is not fetched, and fails the job', async (address) => {
  const { service, post, statesUntilEnd } = await start()
  service.putFilesAt(() => address)
  await post()
  expect((await statesUntilEnd()).at(-1)).toMatchObject({ modelStatus: 'failed', modelUrl: null })
})

test('a redirect to a host that is not public is not followed', async () => {
  const { service, post, statesUntilEnd } = await start()
  service.sayWhen(({ path }) =>
    path.startsWith('/files/')
      ? { status: 302, headers: { location: 'http://127.0.0.1:1/x.glb' } }
      : undefined,
  )
  await post()
  expect((await statesUntilEnd()).at(-1)).toMatchObject({ modelStatus: 'failed' })
})

test.each<[string, Saying]>([
  ['is no model', { status: 200, body: Buffer.from('<html>') }],
  ['says that it is larger than 150 MB', { status: 200, headers: { 'content-length': '157286401' } }],
  ['is gone', { status: 404 }],
])('a file that %s fails the job and is not kept', async (_, saying) => {
  const { service, post, statesUntilEnd, store } = await start()
  service.sayWhen(({ path }) => (path.endsWith('refine.glb') ? saying : undefined))
  await post()
  expect((await statesUntilEnd()).at(-1)).toMatchObject({ modelStatus: 'failed', modelUrl: null })
  expect(await store.characters.find('c1')).toMatchObject({ model_file: null })
})

test('a picture that is none is left out', async () => {
  const { service, post, statesUntilEnd } = await start()
  service.sayWhen(({ path }) => (path.endsWith('.png') ? { status: 404 } : undefined))
  await post()
  expect((await statesUntilEnd()).at(-1)).toMatchObject({ modelStatus: 'ready', thumbnailUrl: null })
})
