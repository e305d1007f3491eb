import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { sendListInChunks } from '../../../src/http/legacy/agents.js'
import { startHttp } from '../../support/http/http.js'
import { characterRecord, conversationRecord } from '../../support/http/http-records.js'

const AGENT = {
  id: 'c1',
  name: 'Mira',
  tagline: null,
  personality: null,
  background: null,
  appearance: null,
  avatar: null,
  sourceImageUrl: null,
  systemPrompt: null,
  ttsProvider: 'default',
  ttsModel: 'default',
  ttsVoice: null,
  generatedVoiceId: null,
  ttsSpeed: 1,
  ttsDeliveryMode: null,
  vlmModel: 'default',
  llmProvider: 'default',
  llmModel: 'default',
  llmTemperature: 0.7,
  llmMaxTokens: 2048,
  llmVerbosity: 'medium',
  sttProvider: 'default',
  sttLanguage: 'en',
  vadSensitivity: 0.5,
  vadMinSpeechDurationMs: 250,
  textOnly: true,
  verbose: false,
  actions: [{ name: 'wave_hand', parameters: [] }],
  isPublic: false,
  isActive: false,
  launchStatus: 'stopped',
  playerId: null,
  modelStatus: null,
  modelUrl: null,
  modelPreviewUrl: null,
  modelRigged: false,
  modelAnimations: [],
  createdAt: '2030-01-02T03:04:05.000Z',
  updatedAt: '2030-01-02T03:04:05.000Z',
}

async function startWithMira(overrides: Parameters<typeof startHttp>[0] = {}) {
  const world = await startHttp(overrides)
  const actions = [{ name: 'wave_hand', parameters: [] }]
  await world.store.characters.insert(characterRecord({ name: 'Mira', actions }))
  return world
}

test('an agent is the bare character in camelCase', async () => {
  const { call } = await startWithMira()
  const answer = await call('GET', '/api/agents/c1')
  expect([answer.status, answer.body]).toEqual([200, AGENT])
})

test('the list is a bare array of all agents, newest first, whatever page is asked for', async () => {
  const { call, store } = await startWithMira()
  const created_at = (n: number) => new Date(Date.UTC(2030, 1, 1) + n).toISOString()
  for (let n = 0; n < 130; n += 1)
    await store.characters.insert(characterRecord({ id: `n${n}`, created_at: created_at(n) }))
  const { body } = await call('GET', '/api/agents?limit=5&offset=9&search=nothing')
  const ids = (body as { id: string }[]).map(({ id }) => id)
  expect(ids).toEqual([...Array.from({ length: 130 }, (_, n) => `n${129 - n}`), 'c1'])
  expect((body as object[]).at(-1)).toEqual(AGENT)
})

test('the list of nobody is empty, and that of a player holds only what is theirs', async () => {
  const { call, otherKey, store } = await startWithMira()
  await store.characters.insert(characterRecord({ id: 'hers', player_id: 'ada' }))
  expect((await call('GET', '/api/agents', { key: otherKey })).body).toEqual([])
  expect((await call('GET', '/api/agents', { playerId: 'ada' })).body).toMatchObject([{ id: 'hers' }])
})

test('a created agent is answered with 201, and is a character like any other', async () => {
  const { call } = await startHttp()
  const created = await call('POST', '/api/agents', {
    body: { persona: { name: 'Ada' }, tts: { speed: 1.5 } },
  })
  expect(created).toMatchObject({ status: 201, body: { name: 'Ada', ttsSpeed: 1.5, modelRigged: false } })
  const { id } = created.body as { id: string }
  expect((await call('GET', `/api/agents/${id}`)).body).toEqual(created.body)
  expect((await call('GET', `/api/v1/characters/${id}`)).body).toMatchObject({ name: 'Ada', tts_speed: 1.5 })
})

test('an update changes the given fields only', async () => {
  const { call } = await startWithMira()
  const answer = await call('PUT', '/api/agents/c1', { body: { persona: { tagline: 'Hello' } } })
  expect([answer.status, answer.body]).toEqual([200, { ...AGENT, tagline: 'Hello' }])
})

test('a deleted agent is gone with its conversations', async () => {
  const { call, store } = await startWithMira()
  await store.conversations.findOrCreate(conversationRecord())
  const answer = await call('DELETE', '/api/agents/c1')
  expect([answer.status, answer.body]).toEqual([200, { deleted: true, id: 'c1' }])
  expect(await call('GET', '/api/agents/c1')).toMatchObject({
    status: 404,
    body: { detail: 'Character not found' },
  })
})

test.each([
  ['a name that is too long', 'PUT', { persona: { name: 'x'.repeat(256) } }, ['body', 'persona', 'name']],
  ['a bad number', 'PUT', { llm: { temperature: '1' } }, ['body', 'llm', 'temperature']],
])('%s is refused as on the new path', async (_, method, body, loc) => {
  const { call } = await startWithMira()
  for (const url of ['/api/agents/c1', '/api/v1/characters/c1']) {
    expect(await call(method, url, { body })).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
  }
})

test("another account's agent does not exist; a player cannot change a developer's", async () => {
  const { call, otherKey } = await startWithMira()
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { body: {} } : {}
    expect((await call(method, '/api/agents/c1', { key: otherKey, ...body })).status).toBe(404)
    const status = method === 'GET' ? 404 : 403
    expect((await call(method, '/api/agents/c1', { playerId: 'ada', ...body })).status).toBe(status)
  }
})

test('an agent that somebody talks to is running', async () => {
  const { call, launchStatuses } = await startWithMira()
  launchStatuses.set('c1', 'running')
  expect((await call('GET', '/api/agents/c1')).body).toMatchObject({
    isActive: true,
    launchStatus: 'running',
  })
})

test('X-Org-Id is refused as on the new path', async () => {
  const { call } = await startWithMira()
  const headers = { 'x-org-id': 'o1' }
  expect((await call('GET', '/api/agents', { headers })).status).toBe(403)
  expect((await call('POST', '/api/agents', { headers, body: {} })).status).toBe(403)
})

/** Notes what it is told; of the library only what lists need. */
function aReply() {
  let written = () => ''
  const reply = {
    serializeInput: (piece: unknown) => JSON.stringify(piece),
    type: () => reply,
    serializer: (make: () => string) => {
      written = make
      return reply
    },
  }
  return { reply: reply as unknown as FastifyReply, written: () => written() }
}

test.each([0, 1, 50, 51, 1000])('a list of %d is written whole and in order', async (length) => {
  const { reply, written } = aReply()
  const numbers = Array.from({ length }, (_, at) => at)
  const shown = await sendListInChunks(reply, numbers, (at) => ({ at }))
  expect(shown).toEqual(numbers.map((at) => ({ at })))
  expect(JSON.parse(written())).toEqual(shown)
})

test('others get their turn while a long list is written', async () => {
  let turns = 0
  let isDone = false
  const take = () => {
    turns += 1
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  await sendListInChunks(aReply().reply, Array.from({ length: 1000 }), () => ({}))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(19)
})
