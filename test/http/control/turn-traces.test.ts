import { expect, test } from 'vitest'
import type { TurnTrace } from '../../../src/contract/turn-traces.js'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'
import { aMemory, created } from '../../support/stores/store-records.js'

const URL = '/api/control/v1/local/turns'
const staff = { headers: { authorization: 'Bearer id:a1@example.org' }, key: null }

async function given() {
  const http = await startHttp()
  await http.store.characters.insert(characterRecord({ id: 'c1', account_id: 'a1' }))
  const say = async (message: string, more: object = {}) => {
    const body = { message, playerId: 'ada', ...more }
    return (await http.call('POST', '/api/v1/characters/c1/turn', { body })).body as {
      messageId: string
      text: string
    }
  }
  return { ...http, say }
}

test('staff read the newest turns, and what each was given', async () => {
  const { call, say } = await given()
  await say('One')
  const second = await say('Two')
  expect(await call('GET', URL, staff)).toMatchObject({
    status: 200,
    body: { turns: [{ messageId: second.messageId, state: 'completed', provider: null }, { kind: 'typed' }] },
  })
  expect((await call('GET', `${URL}?limit=1`, staff)).body).toMatchObject({
    turns: [{ messageId: second.messageId }],
  })
  const { body } = await call('GET', `${URL}/${second.messageId}`, staff)
  expect(body).toMatchObject({
    text: 'Two',
    reply: { text: second.text, actions: [] },
    request: { messages: [{ content: 'One' }, { role: 'assistant' }, { role: 'user', content: 'Two' }] },
    sections: [{ name: 'persona' }],
  })
  const { playerMessageId } = body as { playerMessageId: number }
  expect((await call('GET', `${URL}/${playerMessageId}`, staff)).body).toEqual(body)
})

test('a trace tells what was remembered of the turn, once extraction has read it', async () => {
  const { call, say, store } = await given()
  const { messageId } = await say('I live in Lyon')
  const read = async () => (await call('GET', `${URL}/${messageId}`, staff)).body as TurnTrace
  const { playerMessageId = 0, remembered } = await read()
  expect(remembered).toEqual({ isRead: false, memories: [] })
  const pair = { characterId: 'c1', playerId: 'ada' }
  const memory = aMemory({ id: 'm1', agentId: 'c1', playerId: 'ada', messageId: playerMessageId })
  const other = aMemory({ id: 'm2', agentId: 'c1', playerId: 'ada', messageId: playerMessageId + 7 })
  for (const one of [memory, other]) await changeMemories(store, { pair }, created(one))
  const { content, memoryType, status } = memory
  expect((await read()).remembered).toEqual({
    isRead: false,
    memories: [{ id: 'm1', content, memoryType, status }],
  })
})

test('a turn is asked again with another persona, and nothing of it is stored', async () => {
  const { call, say, store } = await given()
  const { messageId } = await say('Who are you?')
  const messages = () => call('GET', '/api/v1/characters/c1/players/ada/messages')
  const before = (await messages()).body
  const body = { persona: { personality: 'Grumpy' }, llm: { max_tokens: 9 } }
  const retried = await call('POST', `${URL}/${messageId}/retry`, { ...staff, body })
  expect(retried).toMatchObject({
    status: 200,
    body: { retryOf: messageId, state: 'completed', text: 'Who are you?', remembered: null },
  })
  const trace = retried.body as TurnTrace
  expect(trace.sections[0]?.text).toContain('Personality: Grumpy')
  expect(trace.request?.system).toContain('Personality: Grumpy')
  expect(trace.reply.text).not.toBe('')
  expect(trace.times).not.toHaveProperty('storedMs')
  expect((await messages()).body).toEqual(before)
  expect((await store.characters.find('c1'))?.personality).not.toBe('Grumpy')
  // A retry of a retry is one of the first turn.
  const again = await call('POST', `${URL}/${trace.messageId}/retry`, { ...staff, body: {} })
  expect(again.body).toMatchObject({ retryOf: messageId })
  expect((await call('GET', URL, staff)).body).toMatchObject({
    turns: [
      { retryOf: messageId, state: 'completed' },
      { retryOf: messageId, state: 'completed' },
      { messageId },
    ],
  })
})

test('what the stub was asked is no request; of an unknown turn there is nothing to retry', async () => {
  const { call, say } = await given()
  const { messageId } = await say('One')
  expect(await call('GET', `${URL}/${messageId}/request`, staff)).toMatchObject({
    status: 200,
    body: { request: null },
  })
  expect(await call('GET', `${URL}/nobody/request`, staff)).toMatchObject({ status: 404 })
  expect(await call('POST', `${URL}/nobody/retry`, { ...staff, body: {} })).toMatchObject({ status: 404 })
  const body = { llm: { temperature: 9 } }
  expect(await call('POST', `${URL}/${messageId}/retry`, { ...staff, body })).toMatchObject({ status: 422 })
})

test('a turn that is not remembered leaves no trace', async () => {
  const { call, say } = await given()
  const { messageId } = await say('Psst', { remember: false })
  expect((await call('GET', URL, staff)).body).toEqual({ turns: [] })
  expect(await call('GET', `${URL}/${messageId}`, staff)).toMatchObject({
    status: 404,
    body: { detail: 'Turn not found' },
  })
})

test('only staff may read them', async () => {
  const { call, say, key } = await given()
  const { messageId } = await say('One')
  for (const path of [URL, `${URL}/${messageId}`, `${URL}/${messageId}/request`]) {
    expect(await call('GET', path, { key: null })).toMatchObject({ status: 401 })
    expect(await call('GET', path, { key })).toMatchObject({ status: 401 })
    const headers = { authorization: 'Bearer id:a2@example.org' }
    expect(await call('GET', path, { headers, key: null })).toMatchObject({ status: 403 })
  }
  expect(await call('GET', `${URL}?limit=0`, staff)).toMatchObject({ status: 422 })
})
