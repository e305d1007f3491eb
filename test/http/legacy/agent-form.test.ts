import { expect, test } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { FORM_TYPE, formBytes, type Part, sendForm } from '../../support/http/forms.js'
import { characterRecord } from '../../support/http/http-records.js'
import { startWithFiles } from '../../support/http/uploads.js'
import { colourAt, png } from '../../support/images/images.js'
import { glb } from '../../support/models/glb-files.js'

const field = (name: string, content: string): Part => ({ name, content })
const image = async (content?: Uint8Array): Promise<Part> => ({
  name: 'image',
  filename: 'mira.png',
  content: content ?? (await png()),
})
const model = (content: Uint8Array = glb()): Part => ({ name: 'model', filename: 'mira.glb', content })

async function start() {
  const world = await startWithFiles()
  const send = (method: 'POST' | 'PUT', form: readonly Part[] | Buffer, headers: object = {}) =>
    sendForm({ ...world, method, headers: { ...headers } }, method === 'POST' ? '/api/agents' : AGENT, form)
  const all = async () => (await world.call('GET', '/api/v1/characters')).body as { total: number }
  return { ...world, send, all }
}

const AGENT = '/api/agents/c1'
const METHODS = ['POST', 'PUT'] as const

test.each(METHODS)('a form of %s gives the configuration and both files at once', async (method) => {
  const { send, call, fetchFile, storedFiles } = await start()
  const answer = await send(method, [field('name', 'Ada'), await image(), model()])
  expect(answer).toMatchObject({
    status: method === 'POST' ? 201 : 200,
    body: {
      name: 'Ada',
      avatar: expect.stringMatching(/^http:\/\/localhost:80\/files\/[0-9a-f]{64}\/avatar\.png$/),
      modelUrl: expect.stringMatching(/\/files\/[0-9a-f]{64}\/model\.glb$/),
      modelStatus: 'completed',
    },
  })
  const { id, avatar, modelUrl } = answer.body as { id: string; avatar: string; modelUrl: string }
  expect((await call('GET', `/api/v1/characters/${id}`)).body).toMatchObject({ avatar, model_url: modelUrl })
  expect(await colourAt((await fetchFile(avatar)).rawPayload, { left: 2, top: 2 })).toBe('red')
  expect((await fetchFile(modelUrl)).rawPayload).toEqual(glb())
  await expect.poll(storedFiles).toHaveLength(2)
})

test.each(METHODS)('%s takes text fields in the types of the configuration', async (method) => {
  const { send } = await start()
  const fields = {
    name: '007',
    tagline: 'true',
    system_prompt: 'null',
    llm_temperature: '1.25',
    llm_max_tokens: '100',
    llm_verbosity: 'short',
    tts_voice: '12',
    tts_speed: '2',
    vad_min_speech_duration_ms: '300',
    text_only: 'false',
    is_public: 'true',
    avatar: 'an identifier',
    actions: '[{"name":"wave"}]',
  }
  const answer = await send(
    method,
    Object.entries(fields).map(([name, content]) => field(name, content)),
  )
  expect(answer.body).toMatchObject({
    name: '007',
    tagline: 'true',
    systemPrompt: 'null',
    llmTemperature: 1.25,
    llmMaxTokens: 100,
    llmVerbosity: 'short',
    ttsVoice: '12',
    ttsSpeed: 2,
    vadMinSpeechDurationMs: 300,
    textOnly: false,
    isPublic: true,
    avatar: 'an identifier',
    actions: [{ name: 'wave', parameters: [] }],
  })
})

test.each(METHODS)(
  '%s takes sections as JSON text, next to which a field of its own counts first',
  async (method) => {
    const { send } = await start()
    const answer = await send(method, [
      field('tts_speed', '1.5'),
      field('tts', '{"speed":0.5,"voice":"alto"}'),
      field('persona', '{"name":"Ada","tagline":null}'),
      field('llmMaxTokens', '7'),
      field('nobody_knows', '['),
    ])
    expect(answer.body).toMatchObject({ ttsSpeed: 1.5, ttsVoice: 'alto', name: 'Ada', llmMaxTokens: 7 })
  },
)

test('a form changes the given fields only, and none when it gives nothing', async () => {
  const { send, store } = await start()
  await updateRecord(store, { kind: 'characters', id: 'c1' }, (current) => ({
    ...current,
    tagline: 'old',
    avatar: 'x',
    tts_speed: 2,
  }))
  await send('PUT', [field('tts_voice', 'alto')])
  const changed = await store.characters.find('c1')
  expect(changed).toMatchObject({ tagline: 'old', avatar: 'x', tts_speed: 2, tts_voice: 'alto' })
  expect((await send('PUT', [])).status).toBe(200)
  expect(await store.characters.find('c1')).toEqual(changed)
})

test('an uploaded image counts before an avatar in the text, and replaces the one of before', async () => {
  const { send, storedFiles } = await start()
  const first = await send('PUT', [await image()])
  const second = await send('PUT', [
    field('avatar', 'https://example.org/a.png'),
    await image(await png({ width: 8, height: 8 })),
  ])
  expect(second.body).toMatchObject({ avatar: expect.stringContaining('/files/') })
  expect(second.body).not.toMatchObject({ avatar: (first.body as { avatar: string }).avatar })
  await expect.poll(storedFiles).toHaveLength(1)
})

test('a field without a name is passed over, and so is a form within the form', async () => {
  const { send } = await start()
  const nested = { type: 'multipart/mixed; boundary=x', content: '--x\r\n\r\nhello\r\n--x--' }
  const answer = await send('PUT', [{ content: 'x' }, nested, field('name', 'Ada')])
  expect(answer).toMatchObject({ status: 200, body: { name: 'Ada' } })
})

test('a file field that nobody filled in counts as absent', async () => {
  const { send, store } = await start()
  const empty = { filename: '', type: 'application/octet-stream', content: '' }
  const form = [field('name', 'Ada'), { name: 'image', ...empty }, { name: 'model', ...empty }]
  expect(await send('PUT', form)).toMatchObject({ status: 200, body: { name: 'Ada', avatar: null } })
  expect(await store.characters.find('c1')).toMatchObject({ avatar_file: null, model_file: null })
})

const bad: [string, number, () => Promise<readonly Part[] | Buffer>, object][] = [
  ['an image that is none', 400, async () => [await image(Buffer.from('x')), model()], { detail: /PNG/ }],
  ['an image of no bytes', 400, async () => [await image(Buffer.alloc(0))], { detail: /PNG/ }],
  ['a model that is none', 400, async () => [await image(), model(Buffer.from('x'))], { detail: /glTF/ }],
  [
    'a model under another name',
    400,
    async () => [await image(), { ...model(), filename: 'm.png' }],
    { detail: /\.glb/ },
  ],
  ['two images', 400, async () => [await image(), await image()], { detail: /one file part/ }],
  ['another file', 400, async () => [{ ...model(), name: 'file' }], { detail: /image, model/ }],
  ['a form cut off', 400, async () => formBytes([await image()]).subarray(0, -9), { detail: /breaks off/ }],
  ['a body that is no form', 400, async () => Buffer.from('{}'), { detail: /malformed|breaks off/ }],
  ['a number in words', 422, async () => [field('tts_speed', 'fast'), model()], { loc: ['tts_speed'] }],
  ['a number beyond its bounds', 422, async () => [field('tts_speed', '3')], { loc: ['tts_speed'] }],
  ['a number in another notation', 422, async () => [field('tts_speed', '1e0')], { loc: ['tts_speed'] }],
  ['no name', 422, async () => [field('name', ''), await image()], { loc: ['name'] }],
  ['a word that is no choice', 422, async () => [field('llm_verbosity', 'x')], { loc: ['llm_verbosity'] }],
  ['a boolean in another word', 422, async () => [field('text_only', 'yes')], { loc: ['text_only'] }],
  ['a section that is no JSON', 422, async () => [field('persona', '{')], { loc: ['persona'] }],
  ['a section that is no object', 422, async () => [field('tts', '[]')], { loc: ['tts'] }],
  [
    'a bad field of a section',
    422,
    async () => [await image(), field('tts', '{"speed":9}')],
    { loc: ['tts', 'speed'] },
  ],
  [
    'a number in quotes in a section',
    422,
    async () => [field('tts', '{"speed":"1"}')],
    { loc: ['tts', 'speed'] },
  ],
  ['actions that are no list', 422, async () => [field('actions', 'wave')], { loc: ['actions'] }],
  [
    'a bad action',
    422,
    async () => [field('actions', '[{"name":"Wave"}]'), await image()],
    { loc: ['actions', 0, 'name'] },
  ],
  ['an image as text', 422, async () => [field('image', 'aGVsbG8=')], { loc: ['image'] }],
]

const cases = METHODS.flatMap((method) => bad.map((one) => [method, ...one] as const))

test.each(cases)(
  '%s with %s is refused with %i; nothing changes, no file is left',
  async (method, _, status, make, expected) => {
    const { send, store, all, storedFiles } = await start()
    const answer = await send(method, await make())
    const { detail, loc } = expected as { detail?: RegExp; loc?: (string | number)[] }
    const refusal = detail === undefined ? [{ loc: ['body', ...(loc ?? [])] }] : expect.stringMatching(detail)
    expect(answer).toMatchObject({ status, body: { detail: refusal } })
    expect((await all()).total).toBe(1)
    expect(await store.characters.find('c1')).toEqual(characterRecord())
    await expect.poll(storedFiles).toEqual([])
  },
)

test('all bad fields of a form are told at once', async () => {
  const { send } = await start()
  const answer = await send('POST', [field('name', ''), field('tts_speed', 'x'), field('model', 'x')])
  const { detail } = answer.body as { detail: { loc: string[] }[] }
  expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(['body.model', 'body.name', 'body.tts_speed'])
})

test('a document that is not there refuses the whole form', async () => {
  const { send, all, storedFiles } = await start()
  const answer = await send('POST', [field('document_ids', '["d1"]'), await image(), model()])
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: { errors: [{ code: 'document_not_found' }] } },
  })
  expect((await all()).total).toBe(1)
  await expect.poll(storedFiles).toEqual([])
})

/** A form that is refused for what it holds as soon as anybody reads it. */
const unreadable = () => Buffer.from('no form at all')

test('nobody who may not create or change an agent has their form read', async () => {
  const { app, key, otherKey, store, makeKey } = await start()
  await store.characters.insert(characterRecord({ id: 'hers', player_id: 'ada' }))
  const ask = async (url: string, asking: { key: string | null; headers?: Record<string, string> }) => {
    const method = url === '/api/agents' ? 'POST' : 'PUT'
    return (await sendForm({ app, method, ...asking }, url, unreadable())).status
  }
  expect(await ask('/api/agents', { key: null })).toBe(401)
  expect(await ask('/api/agents', { key: await makeKey('a1', ['characters:read']) })).toBe(403)
  expect(await ask('/api/agents', { key, headers: { 'x-org-id': 'o1' } })).toBe(403)
  expect(await ask(AGENT, { key: otherKey })).toBe(404)
  expect(await ask('/api/agents/nobody', { key })).toBe(404)
  expect(await ask(AGENT, { key, headers: { 'x-player-id': 'ada' } })).toBe(403)
  expect(await ask('/api/agents/hers', { key, headers: { 'x-player-id': 'bob' } })).toBe(403)
  expect(await ask('/api/agents/hers', { key, headers: { 'x-player-id': 'ada' } })).toBe(400)
})

test('an agent created by a player with a form is theirs', async () => {
  const { send } = await start()
  const answer = await send('POST', [field('name', 'Ada')], { 'x-player-id': 'ada' })
  expect(answer).toMatchObject({ status: 201, body: { name: 'Ada', playerId: 'ada' } })
})

test.each([
  ['POST', '/api/v1/characters'],
  ['PUT', '/api/v1/characters/c1'],
] as const)('the successor %s %s takes JSON only', async (method, url) => {
  const { app, key } = await start()
  const headers = { 'x-api-key': key, 'content-type': FORM_TYPE }
  const answer = await app.inject({ method, url, headers, payload: formBytes([field('name', 'Ada')]) })
  expect(answer.statusCode).toBe(415)
})
