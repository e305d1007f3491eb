import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createStubModelService } from '../../../src/adapters/model-service/stub.js'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import { RIGGED_STAGES, STATIC_STAGES } from '../../../src/contract/models.js'
import type { ModelDescription } from '../../../src/domain/generation/model-builder.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { HttpDeps } from '../../../src/http/create-app.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { onePixel, sendForm } from '../../support/http/forms.js'
import { liveModelsOf, startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'
import { CLIPS, createFakeBodyBuilder, fakeBody } from '../../support/models/fake-body-builder.js'
import { glb, scene } from '../../support/models/glb-files.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const MODEL = '/api/v1/characters/c1/model'
const APPEARANCE = 'A tall woman in a green coat'
type Stub = Parameters<typeof createStubModelService>[1]
type Status = { modelStatus: string; progress: number; [name: string]: unknown }

async function start(stub: Partial<Stub> = {}, overrides: Partial<HttpDeps> = {}) {
  const folder = await temporaryFolder()
  const store = createInMemoryStore({ filesFolder: folder })
  const builder = createFakeBodyBuilder()
  const world = await startHttp(overrides, store)
  const { clock, ids, log } = world.deps
  const settings: Stub = { advance: 'polls', secondsPerStage: 5, fail: null, ...stub }
  const service = createStubModelService({ builder, clock }, settings)
  if (overrides.liveModels === undefined)
    Object.assign(world.deps, { liveModels: liveModelsOf({ ...store, clock, ids, log, service }) })
  await store.characters.insert(characterRecord({ appearance: APPEARANCE }))
  const { call, app } = world
  const post = (body?: unknown, asked: object = {}) =>
    call('POST', MODEL, { ...(body === undefined ? {} : { body }), ...asked })
  const poll = async () => (await call('GET', MODEL)).body as Status
  const finish = async () => {
    for (;;) {
      const status = await poll()
      if (['ready', 'completed', 'failed'].includes(status.modelStatus)) return status
    }
  }
  const fetchFile = (address: unknown, headers: Record<string, string> = {}) =>
    app.inject({ url: new URL(String(address)).pathname, headers })
  return { ...world, builder, post, poll, finish, fetchFile, storedFiles: () => readdir(folder) }
}

const NOTHING = {
  modelStatus: null,
  modelPreviewUrl: null,
  modelUrl: null,
  thumbnailUrl: null,
  progress: 0,
  rigged: false,
  animations: [],
}
const address = (name: string) => expect.stringMatching(`^http://localhost:80/files/[0-9a-f]{64}/${name}$`)

test('a static model goes from state to state with each poll, and its files appear as the contract says', async () => {
  const { call, post, poll, fetchFile } = await start()
  expect(await poll()).toEqual(NOTHING)
  expect(await post()).toMatchObject({
    status: 202,
    body: { characterId: 'c1', modelStatus: 'generating', rigged: false },
  })
  const preview = { ...NOTHING, modelStatus: 'preview_ready', modelPreviewUrl: address('preview.glb') }
  expect(await poll()).toEqual({ ...preview, progress: 50 })
  expect(await poll()).toEqual({ ...preview, modelStatus: 'refining', progress: 55 })
  const ready = {
    ...preview,
    modelStatus: 'ready',
    modelUrl: address('model.glb'),
    thumbnailUrl: address('thumbnail.png'),
    progress: 100,
  }
  expect(await poll()).toEqual(ready)
  expect(await poll()).toEqual(ready)

  const wish = { appearance: APPEARANCE, palette: [], rigged: false }
  const { modelUrl, modelPreviewUrl, thumbnailUrl } = await poll()
  for (const [url, bytes] of [
    [modelUrl, fakeBody(wish).model],
    [modelPreviewUrl, fakeBody(wish).preview],
    [thumbnailUrl, fakeBody(wish).thumbnail],
  ] as const) {
    expect((await fetchFile(url)).rawPayload.equals(bytes)).toBe(true)
  }
  const character = (await call('GET', '/api/v1/characters/c1')).body
  expect(character).toMatchObject({
    model_status: 'ready',
    model_url: modelUrl,
    model_preview_url: modelPreviewUrl,
    model_rigged: false,
    model_animations: [],
  })
})

test('a finished model says what it shows and what not; one that says nothing, or is not finished, says nothing', async () => {
  const { builder, post, poll, finish } = await start()
  expect(await poll()).not.toHaveProperty('notShown')
  const extras = { shown: ['grey hair'], notShown: ['drum', 'parrot'] }
  const asset = { version: '2.0', generator: 'parley', extras }
  const model = glb({ chunks: [scene(JSON.stringify({ asset }))] })
  Object.assign(builder, { build: async (wish: ModelDescription) => ({ ...fakeBody(wish), model }) })
  await post()
  expect(await poll()).not.toHaveProperty('notShown')
  expect(await finish()).toMatchObject({ modelStatus: 'ready', ...extras })
  // Another order, which the service has not built yet.
  Object.assign(builder, { build: async (wish: ModelDescription) => fakeBody(wish) })
  await post({ rigged: true })
  const again = await finish()
  for (const name of ['shown', 'notShown']) expect(again).not.toHaveProperty(name)
})

test('files of a generated model have an ETag, may be asked for in parts, and from any page', async () => {
  const { post, finish, fetchFile } = await start()
  await post()
  const { modelUrl, thumbnailUrl } = await finish()
  const part = await fetchFile(modelUrl, { range: 'bytes=0-3', origin: 'https://elsewhere.example' })
  expect([part.statusCode, part.payload]).toEqual([206, 'glTF'])
  expect(part.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'model/gltf-binary',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  })
  const known = await fetchFile(modelUrl, { 'if-none-match': String(part.headers.etag) })
  expect(known.statusCode).toBe(304)
  expect((await fetchFile(thumbnailUrl)).headers['content-type']).toBe('image/png')
})

test('a rigged model is posed, checked, rigged and animated, and tells its clips', async () => {
  const { call, post, poll } = await start()
  expect((await post({ rigged: true })).body).toEqual({
    characterId: 'c1',
    modelStatus: 'posing',
    rigged: true,
  })
  const seen = [await poll(), await poll(), await poll(), await poll()]
  expect(seen.map(({ modelStatus }) => modelStatus)).toEqual([...RIGGED_STAGES.slice(1), 'ready'])
  expect(seen.at(-1)).toMatchObject({ rigged: true, animations: CLIPS, modelUrl: address('model.glb') })
  expect((await call('GET', '/api/v1/characters/c1')).body).toMatchObject({
    model_rigged: true,
    model_animations: CLIPS,
  })
})

test.each([
  ['no body', undefined],
  ['an empty object', {}],
  ['null', null],
  ['rigged false', { rigged: false }],
])('%s asks for a static model', async (_, body) => {
  const { post } = await start()
  expect((await post(body)).body).toMatchObject({ modelStatus: 'generating', rigged: false })
})

test('rigged must be a boolean', async () => {
  const { post } = await start()
  expect(await post({ rigged: 'yes' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'rigged'] }] },
  })
})

test('a character without an appearance gets no model', async () => {
  const { post, store } = await start()
  for (const appearance of [null, '', '   ']) {
    await updateRecord(store, { kind: 'characters', id: 'c1' }, (record) => ({ ...record, appearance }))
    expect(await post()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('appearance') },
    })
  }
})

test.each([
  [false, STATIC_STAGES],
  [true, RIGGED_STAGES],
])(
  'while a model is being made (rigged: %s) another is refused at every state, and counts nothing',
  async (rigged, stages) => {
    const { post, poll } = await start({}, { limits: { ...CONTRACT_LIMITS, generationsPerHour: 2 } })
    await post({ rigged })
    for (const _ of stages) {
      expect(await post()).toMatchObject({ status: 409, body: { detail: expect.any(String) } })
      await poll()
    }
    expect((await post()).status).toBe(202)
  },
)

test('of many who ask at once one starts a model', async () => {
  const { post } = await start()
  const answers = await Promise.all(Array.from({ length: 8 }, () => post()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array(7).fill(409)])
})

test('polls that come together give each state once, in order', async () => {
  const { post, poll } = await start()
  await post({ rigged: true })
  const states = await Promise.all(Array.from({ length: 8 }, poll))
  const unfinished = states.map(({ modelStatus }) => modelStatus).filter((status) => status !== 'ready')
  expect(unfinished).toEqual(RIGGED_STAGES.slice(1))
})

test('a player sees and starts models of their own characters only', async () => {
  const { call, post, store } = await start()
  await store.characters.insert(characterRecord({ id: 'hers', player_id: 'ada', appearance: APPEARANCE }))
  const gone = { status: 404, body: { detail: 'Character not found' } }
  for (const playerId of ['bob', 'ada']) {
    expect(await call('GET', MODEL, { playerId })).toMatchObject(gone)
    expect(await post({}, { playerId })).toMatchObject(gone)
  }
  const hers = '/api/v1/characters/hers/model'
  expect(await call('GET', hers, { playerId: 'bob' })).toMatchObject(gone)
  expect((await call('POST', hers, { playerId: 'ada' })).status).toBe(202)
  expect((await call('GET', hers, { playerId: 'ada' })).body).toMatchObject({ modelStatus: 'preview_ready' })
})

test('generation:read reads the state, generation:write starts a model, and neither is of characters', async () => {
  const { call, makeKey } = await start()
  const may = async (scope: 'generation:read' | 'generation:write' | 'characters:write') => {
    const key = await makeKey('a1', [scope])
    return [(await call('GET', MODEL, { key })).status, (await call('POST', MODEL, { key })).status]
  }
  expect(await may('generation:read')).toEqual([200, 403])
  expect(await may('generation:write')).toEqual([200, 202])
  expect(await may('characters:write')).toEqual([403, 403])
})

test('models and characters of pictures share a bucket; a model beyond it is refused for the hour', async () => {
  const limits = { ...CONTRACT_LIMITS, generationsPerHour: 2 }
  const { call, post, finish, clock } = await start({ advance: 'at-once' }, { limits })
  const image = onePixel().toString('base64')
  expect((await call('POST', '/api/v1/characters/from-image', { body: { image } })).status).toBe(201)
  expect((await post()).status).toBe(202)
  await finish()
  expect(await post()).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
  await clock.adjust({ advance: 3_600_000 })
  expect((await post()).status).toBe(202)
})

test('a quota of models is exhausted until midnight; none is left of zero', async () => {
  const models = { isConfigured: true, quota: 1 }
  const { post, finish, deps } = await start({ advance: 'at-once' }, { models })
  expect((await post()).status).toBe(202)
  await finish()
  const exhausted = {
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    body: { detail: expect.stringContaining('quota exhausted') },
  }
  expect(await post()).toMatchObject(exhausted)
  Object.assign(deps.models, { quota: 0 })
  expect(await post()).toMatchObject(exhausted)
})

test('without a service models are refused with 503, and asking still answers', async () => {
  const models = { isConfigured: false, quota: Number.POSITIVE_INFINITY }
  const { post, poll, storedFiles } = await start({}, { models })
  expect(await post()).toMatchObject({ status: 503, body: { detail: expect.any(String) } })
  expect(await poll()).toEqual(NOTHING)
  expect(await storedFiles()).toEqual([])
})

test('a service that fails to start is a 502 that counts nothing and leaves all as it was', async () => {
  const { post, poll, store } = await start(
    { fail: 'start' },
    { limits: { ...CONTRACT_LIMITS, generationsPerHour: 1 } },
  )
  const before = await store.characters.find('c1')
  for (const _ of [1, 2])
    expect(await post()).toMatchObject({ status: 502, body: { detail: expect.any(String) } })
  expect(await poll()).toEqual(NOTHING)
  expect(await store.characters.find('c1')).toMatchObject({ ...before, updated_at: expect.any(String) })
})

test.each([...STATIC_STAGES, ...RIGGED_STAGES])(
  'a job that fails at %s says so with 200, never falls back in progress, and may be tried again',
  async (stage) => {
    const { call, post, poll, finish, deps, store, clock } = await start({ fail: stage })
    const rigged = (RIGGED_STAGES as readonly string[]).includes(stage)
    await post({ rigged })
    const seen: Status[] = []
    while (seen.at(-1)?.modelStatus !== 'failed') seen.push(await poll())
    expect(seen.map(({ progress }) => progress)).toEqual(
      seen.map(({ progress }) => progress).toSorted((a, b) => a - b),
    )
    expect(seen.at(-1)).toMatchObject({ modelStatus: 'failed', modelUrl: null, rigged: false })
    expect(await poll()).toEqual(seen.at(-1))
    expect((await call('GET', '/api/v1/characters/c1')).body).toMatchObject({ model_status: 'failed' })

    const { ids, log } = deps
    const service = createStubModelService(
      { builder: createFakeBodyBuilder(), clock },
      { advance: 'polls', secondsPerStage: 5, fail: null },
    )
    Object.assign(deps, { liveModels: liveModelsOf({ ...store, clock, ids, log, service }) })
    expect(await post({ rigged })).toMatchObject({
      status: 202,
      body: { modelStatus: rigged ? 'posing' : 'generating' },
    })
    expect(await finish()).toMatchObject({ modelStatus: 'ready', progress: 100 })
  },
)

test('at once, a model is ready with the first poll', async () => {
  const { post, poll } = await start({ advance: 'at-once' })
  expect((await post({ rigged: true })).body).toMatchObject({ modelStatus: 'posing' })
  expect(await poll()).toMatchObject({ modelStatus: 'ready', rigged: true })
})

test('by time, a stage lasts as long as it is said, and progress grows meanwhile', async () => {
  const { post, poll, clock } = await start({ advance: 'time', secondsPerStage: 10 })
  await post()
  expect(await poll()).toMatchObject({ modelStatus: 'generating', progress: 0 })
  await clock.adjust({ advance: 5000 })
  expect(await poll()).toMatchObject({ modelStatus: 'generating', progress: 25 })
  await clock.adjust({ advance: 5000 })
  expect(await poll()).toMatchObject({ modelStatus: 'preview_ready', progress: 50 })
})

test('a model that is ready is made again; its files stay until the new ones take their place', async () => {
  const { call, post, poll, finish, fetchFile, store, storedFiles } = await start()
  await post()
  const first = await finish()
  await updateRecord(store, { kind: 'characters', id: 'c1' }, (record) => ({
    ...record,
    appearance: 'A small robot',
  }))
  expect((await post({ rigged: true })).status).toBe(202)
  expect(await poll()).toMatchObject({ modelStatus: 'rig_checking', modelUrl: null, rigged: false })
  expect((await call('GET', '/api/v1/characters/c1')).body).toMatchObject({ model_url: first['modelUrl'] })
  expect((await fetchFile(first['modelUrl'])).statusCode).toBe(200)
  const second = await finish()
  expect(second['modelUrl']).not.toBe(first['modelUrl'])
  await expect.poll(async () => (await storedFiles()).length).toBe(3)
  expect((await fetchFile(first['modelUrl'])).statusCode).toBe(404)
})

test('a model that is uploaded meanwhile stays, and ends the job', async () => {
  const { app, key, post, poll, storedFiles } = await start()
  await post()
  await poll()
  const part = { name: 'model', filename: 'own.glb', content: glb() }
  const answer = await sendForm({ app, key }, '/api/v1/characters/c1/model-file', [part])
  expect(answer).toMatchObject({ status: 200, body: { model_status: 'completed', model_preview_url: null } })
  expect(await poll()).toEqual({
    ...NOTHING,
    modelStatus: 'ready',
    modelUrl: address('model.glb'),
    progress: 100,
  })
  await expect.poll(async () => (await storedFiles()).length).toBe(1)
  expect((await post()).status).toBe(202)
})

test('who opens a share sees the model, its preview and its state', async () => {
  const { call, key, post, poll, finish } = await start()
  const headers = { authorization: `Bearer ${key}` }
  const body = { characterId: 'c1', permanent: true }
  const { token } = (await call('POST', '/api/v1/share', { body, headers, key: null })).body as {
    token: string
  }
  const shared = async () => {
    const opened = await call('POST', `/api/v1/share/${token}/open`, { key: null })
    return (opened.body as { character: object }).character
  }
  expect(await shared()).toMatchObject({ modelStatus: null, modelUrl: null, modelPreviewUrl: null })
  await post()
  await poll()
  const preview = { modelPreviewUrl: address('preview.glb') }
  expect(await shared()).toMatchObject({ modelStatus: 'preview_ready', modelUrl: null, ...preview })
  await finish()
  expect(await shared()).toMatchObject({ modelStatus: 'ready', modelUrl: address('model.glb'), ...preview })
})

test('a character that is deleted meanwhile takes its files along', async () => {
  const { call, post, poll, storedFiles } = await start()
  await post()
  await poll()
  expect(await storedFiles()).toHaveLength(1)
  expect((await call('DELETE', '/api/v1/characters/c1')).status).toBe(200)
  await expect.poll(storedFiles).toEqual([])
  expect((await call('GET', MODEL)).status).toBe(404)
  expect((await post()).status).toBe(404)
})

test('the colours of the avatar go into the model', async () => {
  const { app, key, post, builder } = await start()
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()
  const part = { name: 'image', filename: 'a.png', content: picture }
  expect((await sendForm({ app, key }, '/api/v1/characters/c1/avatar', [part])).status).toBe(200)
  await post()
  expect(builder.wishes).toEqual([{ appearance: APPEARANCE, palette: ['#3366cc'], rigged: false }])
})

test('no answer names a task of the service', async () => {
  const { call, post, poll } = await start()
  const answers = [await post(), await poll(), await call('GET', '/api/v1/characters/c1'), await poll()]
  expect(JSON.stringify(answers)).not.toContain('stub-')
  expect(JSON.stringify(answers)).not.toMatch(/task/i)
})

const SDK = { 'x-vendor-client': 'web-sdk/1.2.3' }
const NO_SDK = { 'x-service-client': 'parley/0.1.0' }

test.each([
  ['auto', {}, 'ready'],
  ['auto', SDK, 'completed'],
  ['auto', { ...NO_SDK, ...SDK }, 'completed'],
  ['auto', NO_SDK, 'ready'],
  ['auto', { 'x-vendor-client': 'my web-sdk/1' }, 'ready'],
  ['auto', { 'x-vendor-client': '-sdk/1' }, 'ready'],
  ['auto', { 'x-vendor': 'web-sdk/1', 'user-agent': 'web-sdk/1', 'x-client': 'web-sdk/1' }, 'ready'],
  ['ready', SDK, 'ready'],
  ['completed', {}, 'completed'],
] as const)(
  'under %s, a client that sends %o finds a finished model %s',
  async (modelFinalState, headers, state) => {
    const { call, deps, post, finish, store, key } = await start()
    Object.assign(deps.settings, { modelFinalState })
    await post()
    await finish()
    const get = async (path: string) => (await call('GET', path, { headers })).body
    const both = { modelStatus: state, progress: 100 }
    expect(await get(MODEL)).toMatchObject(both)
    expect(await get('/api/v1/characters/c1')).toMatchObject({ model_status: state })
    expect(await get('/api/v1/characters')).toMatchObject({ characters: [{ model_status: state }] })
    const share = { method: 'POST', key: null, headers: { ...headers, authorization: `Bearer ${key}` } }
    const { token } = (
      await call('POST', '/api/v1/share', { ...share, body: { characterId: 'c1', permanent: true } })
    ).body as { token: string }
    expect((await call('POST', `/api/v1/share/${token}/open`, { key: null, headers })).body).toMatchObject({
      character: { modelStatus: state },
    })
    // Whatever the old routes and the setting say, one word is stored.
    expect((await store.characters.find('c1'))?.model_status).toBe('ready')
    expect(await get('/api/generate/c1/model-status')).toMatchObject({ modelStatus: 'completed' })
    expect(await get('/api/agents/c1')).toMatchObject({ modelStatus: 'completed' })
  },
)

test('under auto, one client after the other is told its own word', async () => {
  const { call, post, finish } = await start()
  await post()
  await finish()
  const statusFor = async (headers: Record<string, string>) =>
    (await call('GET', '/api/v1/characters/c1', { headers })).body
  for (const [headers, model_status] of [
    [SDK, 'completed'],
    [{}, 'ready'],
    [SDK, 'completed'],
  ] as const) {
    expect(await statusFor(headers)).toMatchObject({ model_status })
  }
})

test('the old routes start a model and tell of it in their own words', async () => {
  const { call, poll } = await start()
  const started = await call('POST', '/api/generate/c1/generate-model')
  expect(started).toMatchObject({
    status: 200,
    body: { agentId: 'c1', modelStatus: 'generating', rigged: false, taskId: expect.any(String) },
  })
  expect(JSON.stringify(started.body)).not.toContain('stub-')
  const old = async () => (await call('GET', '/api/generate/c1/model-status')).body
  expect(await old()).toMatchObject({ modelStatus: 'preview_ready' })
  await old()
  expect(await old()).toMatchObject({ modelStatus: 'completed', modelUrl: address('model.glb') })
  expect(await poll()).toMatchObject({ modelStatus: 'ready' })
  expect((await call('GET', '/api/agents/c1')).body).toMatchObject({
    modelStatus: 'completed',
    modelPreviewUrl: address('preview.glb'),
    modelRigged: false,
    modelAnimations: [],
  })
})
