import { expect, test } from 'vitest'
import { viewCharacter } from '../../../src/domain/characters/view.js'
import { startHttp } from '../../support/http/http.js'
import { characterRecord, conversationRecord, messageRecord } from '../../support/http/http-records.js'

const BASE = '/api/v1/characters'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type Body = { id: string; characters: { id: string; name: string }[] }

const shown = (fields: Parameters<typeof characterRecord>[0]) =>
  viewCharacter(characterRecord(fields), {
    launchStatus: 'stopped',
    address: 'http://localhost',
    finalState: 'ready',
  })

test('a created character is read back as it was answered', async () => {
  const { call } = await startHttp()
  const created = await call('POST', BASE, { body: { persona: { name: 'Mira' } } })
  const { id } = created.body as Body
  expect(id).toMatch(UUID)
  expect(created).toMatchObject({ status: 201, body: shown({ id, name: 'Mira' }) })
  expect(await call('GET', `${BASE}/${id}`)).toMatchObject({ status: 200, body: created.body })
})

test('the answer holds the fields of the contract, and nothing of what is stored besides', async () => {
  const { call } = await startHttp()
  const { body } = await call('POST', BASE, { body: {} })
  expect(Object.keys(body as Body)).toEqual([
    ...['id', 'name', 'tagline', 'personality', 'background', 'appearance', 'avatar', 'source_image_url'],
    ...['system_prompt', 'tts_provider', 'tts_model', 'tts_voice', 'generated_voice_id', 'tts_speed'],
    ...['tts_delivery_mode', 'vlm_model', 'llm_provider', 'llm_model', 'llm_temperature', 'llm_max_tokens'],
    ...['llm_verbosity', 'stt_provider', 'stt_language', 'vad_sensitivity', 'vad_min_speech_duration_ms'],
    ...['text_only', 'verbose', 'actions', 'is_public', 'is_active', 'launch_status', 'player_id'],
    ...['model_status', 'model_url', 'model_preview_url', 'model_rigged', 'model_animations'],
    ...['created_at', 'updated_at'],
  ])
})

test('whole numbers stay whole on the wire', async () => {
  const { app, key } = await startHttp()
  const answer = await app.inject({
    method: 'POST',
    url: BASE,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: '{"llm":{"max_tokens":20.0,"temperature":1.0},"tts":{"speed":2.0}}',
  })
  expect(answer.body).toContain('"llm_max_tokens":20,')
  expect(answer.body).toContain('"llm_temperature":1,')
  expect(answer.body).toContain('"tts_speed":2,')
})

test('an update is seen by the next read, and so is a session', async () => {
  const { call, clock, launchStatuses } = await startHttp()
  const { body } = await call('POST', BASE, { body: { persona: { name: 'Mira' } } })
  const { id } = body as Body
  const url = `${BASE}/${id}`
  await call('GET', url)

  await clock.adjust({ advance: 1000 })
  const updated_at = '2030-01-02T03:04:06.000Z'
  const after = { ...shown({ id, name: 'Mira', tagline: 'new', updated_at }) }
  const update = await call('PUT', url, { body: { persona: { tagline: 'new' } } })
  expect(update).toMatchObject({ status: 200, body: after })
  expect((await call('GET', url)).body).toEqual(after)

  for (const [launch_status, is_active] of [['starting', false] as const, ['running', true] as const]) {
    launchStatuses.set(id, launch_status)
    expect((await call('GET', url)).body).toEqual({ ...after, launch_status, is_active })
  }
  launchStatuses.set(id, 'stopped')
  expect((await call('GET', url)).body).toEqual(after)
})

test('a deleted character is gone, with what was said to it', async () => {
  const { call, store } = await startHttp()
  const { id } = (await call('POST', BASE, { body: {} })).body as Body
  await store.conversations.findOrCreate(conversationRecord({ characterId: id }))
  const { id: _, conversationId, ...message } = messageRecord()
  await store.conversations.append(conversationId, message)

  expect(await call('DELETE', `${BASE}/${id}`)).toMatchObject({ status: 200, body: { deleted: true, id } })
  for (const [method, path] of [
    ['GET', id],
    ['PUT', id],
    ['DELETE', id],
    ['GET', `${id}/players`],
  ] as const) {
    expect(await call(method, `${BASE}/${path}`, method === 'PUT' ? { body: {} } : {})).toMatchObject({
      status: 404,
      body: { detail: 'Character not found' },
    })
  }
  expect(await store.conversations.find({ characterId: id, playerId: 'ada' })).toBeUndefined()
})

test('a list is newest first, in pages, and the search narrows its total', async () => {
  const { call, clock } = await startHttp()
  for (const name of ['Ada', 'Bo', 'Adam']) {
    await clock.adjust({ advance: 1000 })
    await call('POST', BASE, { body: { persona: { name } } })
  }
  const list = async (query: string) => {
    const { characters, ...page } = (await call('GET', `${BASE}${query}`)).body as Body
    return { ...page, names: characters.map(({ name }) => name) }
  }
  expect(await list('')).toEqual({ total: 3, limit: 20, offset: 0, names: ['Adam', 'Bo', 'Ada'] })
  expect(await list('?limit=1&offset=1')).toEqual({ total: 3, limit: 1, offset: 1, names: ['Bo'] })
  expect(await list('?search=ADA')).toEqual({ total: 2, limit: 20, offset: 0, names: ['Adam', 'Ada'] })
  expect(await list('?search=')).toMatchObject({ total: 3 })
  expect(await list('?player_search=x&sort_by=name&Limit=1')).toMatchObject({ total: 3, limit: 20 })
  expect(await list('?offset=9')).toEqual({ total: 3, limit: 20, offset: 9, names: [] })
})

test('what is listed is what is read', async () => {
  const { call } = await startHttp()
  const { body } = await call('POST', BASE, { body: { actions: [{ name: 'wave' }] } })
  expect((await call('GET', BASE)).body).toEqual({ characters: [body], total: 1, limit: 20, offset: 0 })
})

test('a player lists, reads and changes what is theirs alone', async () => {
  const { call } = await startHttp()
  const ofDeveloper = ((await call('POST', BASE, { body: {} })).body as Body).id
  const ofAda = ((await call('POST', BASE, { body: {}, playerId: 'ada' })).body as Body).id
  const ofBob = ((await call('POST', BASE, { body: {}, playerId: 'bob' })).body as Body).id

  const listed = (await call('GET', BASE, { playerId: 'ada' })).body as Body & { total: number }
  expect(listed).toMatchObject({ total: 1, characters: [{ id: ofAda, player_id: 'ada' }] })
  expect((await call('GET', BASE)).body).toMatchObject({ total: 3 })

  for (const id of [ofDeveloper, ofBob]) {
    expect(await call('GET', `${BASE}/${id}`, { playerId: 'ada' })).toMatchObject({
      status: 404,
      body: { detail: 'Character not found' },
    })
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? {} : undefined
      expect(await call(method, `${BASE}/${id}`, { playerId: 'ada', body })).toMatchObject({
        status: 403,
        body: { detail: 'Character belongs to someone else' },
      })
    }
  }
  expect(await call('GET', `${BASE}/${ofAda}`, { playerId: 'ada' })).toMatchObject({ status: 200 })
  expect(await call('PUT', `${BASE}/${ofAda}`, { playerId: 'ada', body: {} })).toMatchObject({ status: 200 })
  expect(await call('DELETE', `${BASE}/${ofAda}`, { playerId: 'ada' })).toMatchObject({ status: 200 })
})

test("another account's characters do not exist", async () => {
  const { call, otherKey } = await startHttp()
  const { id } = (await call('POST', BASE, { body: {} })).body as Body
  const missing = { status: 404, body: { detail: 'Character not found' } }
  expect(await call('GET', `${BASE}/${id}`, { key: otherKey })).toMatchObject(missing)
  expect(await call('PUT', `${BASE}/${id}`, { key: otherKey, body: {} })).toMatchObject(missing)
  expect(await call('DELETE', `${BASE}/${id}`, { key: otherKey })).toMatchObject(missing)
  expect((await call('GET', BASE, { key: otherKey })).body).toMatchObject({ total: 0 })
})

test.each([
  'not-a-uuid',
  '0',
  '%00',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  '%F0%9F%92%A9',
])('an id like %j is a character that is not there', async (id) => {
  const { call } = await startHttp()
  for (const method of ['GET', 'DELETE']) {
    expect(await call(method, `${BASE}/${id}`)).toMatchObject({
      status: 404,
      body: { detail: 'Character not found' },
    })
  }
})

test('a document that is not there refuses the whole character', async () => {
  const { call } = await startHttp()
  const refused = {
    status: 422,
    body: {
      detail: {
        message: 'Some documents cannot be attached',
        errors: [
          {
            customId: null,
            path: 'document_ids.0',
            code: 'document_not_found',
            message: 'Document not found',
          },
        ],
      },
    },
  }
  expect(await call('POST', BASE, { body: { document_ids: ['d1'] } })).toMatchObject(refused)
  expect((await call('GET', BASE)).body).toMatchObject({ total: 0 })
})

test('updates sent at once do not lose each other', async () => {
  const { call } = await startHttp()
  const { id } = (await call('POST', BASE, { body: {} })).body as Body
  const changes = [
    { persona: { name: 'Mira' } },
    { persona: { tagline: 'Keeper' } },
    { llm: { max_tokens: 7 } },
    { tts: { voice: 'v1' } },
    { avatar: 'a.png' },
  ]
  await Promise.all(changes.map((body) => call('PUT', `${BASE}/${id}`, { body })))
  expect((await call('GET', `${BASE}/${id}`)).body).toEqual({
    ...shown({ id, name: 'Mira', tagline: 'Keeper', llm_max_tokens: 7, tts_voice: 'v1', avatar: 'a.png' }),
    text_only: false,
  })
})
