import { expect, test } from 'vitest'
import type { TurnRecord } from '../../../src/contract/turns.js'
import { DomainError } from '../../../src/domain/errors.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { givenTurnRequests } from '../../support/sessions/given-turn-requests.js'

const URL = '/api/v1/characters/c1/turn'
const WAVE = { name: 'wave', parameters: [{ name: 'at', required: true }] }

/** The real app, with a character of the first account, and a model that the test speaks for. */
async function given() {
  const store = createInMemoryStore()
  const model = createControlledModel()
  const plain = await startHttp({}, store)
  await store.characters.insert(characterRecord({ id: 'c1', account_id: 'a1', actions: [WAVE] }))
  const { turnRequests } = givenTurnRequests({
    ...{ ...plain.deps, store },
    timers: createTimers(),
    model: model.model,
  })
  const { app, ...http } = await startHttp({ turnRequests }, store)
  return { ...http, app, store, model }
}

const messagesOf = async ({ call }: Awaited<ReturnType<typeof given>>) => {
  const { body } = await call('GET', '/api/v1/characters/c1/players/ada/messages')
  return (body as { messages: { role: string; content: string; speaker: string | null }[] }).messages
}

test('a turn is answered with the reply, its actions and its ids, and both sides are stored', async () => {
  const world = await given()
  world.model.act('wave', { at: 'you' })
  world.model.say('Good ', 'evening.')
  world.model.end()
  const body = {
    message: 'Hello',
    playerId: 'ada',
    speakerName: 'Ada',
    callbackContext: { a: 1 },
    unknown: 1,
  }
  const answer = await world.call('POST', URL, { body })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      text: 'Good evening.',
      characterId: 'c1',
      playerId: 'ada',
      actions: [{ name: 'wave', arguments: { at: 'you' } }],
    },
  })
  const ids = answer.body as Record<string, string>
  expect(new Set([ids['messageId'], ids['sessionId'], ids['conversationId']]).size).toBe(3)
  expect((await messagesOf(world)).map(({ content, speaker }) => [content, speaker])).toEqual([
    ['Hello', 'Ada'],
    ['Good evening.', null],
  ])
})

test.each([
  ['asked for in the body', { stream: true }, {}],
  ['asked for by Accept', {}, { accept: 'application/x-ndjson' }],
])(
  'a streamed turn, %s, is one record a line, the last of which is the response',
  async (_, asked, headers) => {
    const { app, key, model } = await given()
    model.say('Good evening.')
    model.end()
    const answer = await app.inject({
      method: 'POST',
      url: URL,
      headers: { 'x-api-key': key, ...headers },
      payload: { message: 'Hello', playerId: 'ada', ...asked },
    })
    expect(answer.headers['content-type']).toBe('application/x-ndjson')
    expect(linesOf(answer.body)).toEqual([
      { type: 'text_delta', data: { text: 'Good evening.' } },
      { type: 'turn_completed', data: expect.objectContaining({ text: 'Good evening.', actions: [] }) },
    ])
  },
)

const linesOf = (body: string) =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TurnRecord)

test('`stream: false` counts, whatever the client accepts', async () => {
  const { call, model } = await given()
  model.say('Yes.')
  model.end()
  const headers = { accept: 'application/x-ndjson' }
  const answer = await call('POST', URL, { body: { message: 'Hi', playerId: 'ada', stream: false }, headers })
  expect(answer.body).toMatchObject({ text: 'Yes.' })
})

test('a model that fails is a 502, and what it had said is stored', async () => {
  const world = await given()
  world.model.say('Well')
  world.model.fail(new DomainError('upstream', 'The provider answered 500'))
  const answer = await world.call('POST', URL, { body: { message: 'Hello', playerId: 'ada' } })
  expect(answer).toMatchObject({ status: 502, body: { detail: 'The provider answered 500' } })
  expect((await messagesOf(world)).map(({ content }) => content)).toEqual(['Hello', 'Well'])
})

test('of a streamed turn that fails, the failure is the last line', async () => {
  const { app, key, model } = await given()
  model.say('Well')
  model.fail(new DomainError('upstream', 'The provider answered 500'))
  const payload = { message: 'Hello', playerId: 'ada', stream: true }
  const answer = await app.inject({ method: 'POST', url: URL, headers: { 'x-api-key': key }, payload })
  expect(linesOf(answer.body)).toEqual([
    { type: 'text_delta', data: { text: 'Well' } },
    { type: 'error', data: { message: 'The provider answered 500' } },
  ])
})

test.each([
  ['no message', { message: ' \n' }, 'message'],
  ['no player', { playerId: '' }, 'playerId'],
  ['a callback', { callbackUrl: 'https://example.org/done' }, 'callbackUrl'],
  ['a time limit of nothing', { timeoutSeconds: 0 }, 'timeoutSeconds'],
  ['a time limit of days', { timeoutSeconds: 100_000 }, 'timeoutSeconds'],
])('%s is refused, before anything is stored', async (_, wrong, field) => {
  const { call, store, model } = await given()
  const answer = await call('POST', URL, { body: { message: 'Hello', playerId: 'ada', ...wrong } })
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
  expect(model.requests).toEqual([])
  expect(await store.conversations.find({ characterId: 'c1', playerId: 'ada' })).toBeUndefined()
})

test('a callback is refused in words that say why', async () => {
  const { call } = await given()
  const body = { message: 'Hello', playerId: 'ada', callbackUrl: 'https://example.org/done' }
  expect((await call('POST', URL, { body })).body).toEqual({
    detail: [{ loc: ['body', 'callbackUrl'], msg: 'Not supported here: leave it out', type: 'value_error' }],
  })
})

test('who may not talk to a character is refused, and begins no conversation', async () => {
  const { call, store, makeKey, otherKey } = await given()
  const body = { message: 'Hello', playerId: 'ada' }
  const reader = await makeKey('a1', ['conversations:read'])
  expect(await call('POST', URL, { body, key: null })).toMatchObject({ status: 401 })
  expect(await call('POST', URL, { body, key: reader })).toMatchObject({
    status: 403,
    body: { detail: { requiredScope: 'conversations:write' } },
  })
  expect(await call('POST', URL, { body, key: otherKey })).toMatchObject({ status: 404 })
  expect(await call('POST', URL, { body, playerId: 'bob' })).toMatchObject({ status: 403 })
  expect(await call('POST', '/api/v1/characters/c9/turn', { body })).toMatchObject({ status: 404 })
  expect(await store.conversations.find({ characterId: 'c1', playerId: 'ada' })).toBeUndefined()
})

test('a player may talk as themselves', async () => {
  const { call, model } = await given()
  model.say('Hello, Ada.')
  model.end()
  const body = { message: 'Hello', playerId: 'ada' }
  expect(await call('POST', URL, { body, playerId: 'ada' })).toMatchObject({ status: 200 })
})
