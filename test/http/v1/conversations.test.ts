import { expect, test } from 'vitest'
import type { Conversation } from '../../../src/contract/conversations.js'
import { startHttp } from '../../support/http/http.js'
import { ada, minute, startWithHistory } from '../../support/http/http-history.js'
import { characterRecord, conversationRecord, messageRecord } from '../../support/http/http-records.js'

const BASE = '/api/v1/characters/c1/players'
const playersOf = (body: unknown) =>
  (body as { conversations: Conversation[] }).conversations.map(({ playerId }) => playerId)

test('one conversation is read whole', async () => {
  const { call } = await startWithHistory()
  expect(await call('GET', `${BASE}/ada`)).toMatchObject({ status: 200, body: ada })
})

test('a player who never spoke has no conversation, and an empty history', async () => {
  const { call } = await startWithHistory()
  expect(await call('GET', `${BASE}/zoe`)).toMatchObject({
    status: 404,
    body: { detail: 'Conversation not found' },
  })
  expect(await call('GET', `${BASE}/zoe/messages`)).toMatchObject({
    status: 200,
    body: { messages: [], pagination: { page: 1, limit: 100, total: 0, hasMore: false } },
  })
})

test('the list tells how it was sorted and cut', async () => {
  const { call } = await startWithHistory()
  const { body } = await call('GET', `${BASE}?limit=1`)
  expect(body).toEqual({
    conversations: [ada],
    total: 3,
    limit: 1,
    offset: 0,
    sortBy: 'last_activity',
    sortOrder: 'desc',
  })
})

test.each([
  ['', ['ada', 'bob', 'Bobby']],
  ['?sortOrder=asc', ['Bobby', 'bob', 'ada']],
  ['?sortBy=created_at', ['Bobby', 'bob', 'ada']],
  ['?sortBy=created_at&sortOrder=asc', ['ada', 'bob', 'Bobby']],
  ['?sortBy=message_count', ['ada', 'bob', 'Bobby']],
  ['?sortBy=message_count&sortOrder=asc', ['Bobby', 'bob', 'ada']],
  ['?sortBy=player_id&sortOrder=asc', ['Bobby', 'ada', 'bob']],
  ['?playerSearch=BOB', ['bob', 'Bobby']],
  ['?minMessages=1', ['ada', 'bob']],
  ['?minMessages=2&playerSearch=b', []],
  ['?limit=1&offset=1', ['bob']],
  ['?sort_by=created_at&player_search=bob&min_messages=9', ['ada', 'bob', 'Bobby']],
])('the list with %j', async (query, players) => {
  const { call } = await startWithHistory()
  expect(playersOf((await call('GET', BASE + query)).body)).toEqual(players)
})

test('the statistics count everything said to a character', async () => {
  const { call } = await startWithHistory()
  expect((await call('GET', `${BASE}/stats`)).body).toEqual({
    totalConversations: 3,
    totalMessages: 4,
    firstActivity: minute(0),
    lastActivity: minute(5),
  })
})

test('the statistics of a character that nobody spoke to are empty', async () => {
  const { call, store } = await startHttp()
  await store.characters.insert(characterRecord())
  expect((await call('GET', `${BASE}/stats`)).body).toEqual({
    totalConversations: 0,
    totalMessages: 0,
    firstActivity: null,
    lastActivity: null,
  })
})

test('messages come newest page first, and in the order they were said within it', async () => {
  const { call } = await startWithHistory()
  const page = async (query: string) => {
    const { messages, pagination } = (await call('GET', `${BASE}/ada/messages${query}`)).body as {
      messages: { content: string }[]
      pagination: object
    }
    return { said: messages.map(({ content }) => content), pagination }
  }
  expect(await page('')).toEqual({
    said: ['ada 1', 'ada 2', 'ada 5'],
    pagination: { page: 1, limit: 100, total: 3, hasMore: false },
  })
  expect(await page('?limit=2')).toEqual({
    said: ['ada 2', 'ada 5'],
    pagination: { page: 1, limit: 2, total: 3, hasMore: true },
  })
  expect(await page('?limit=2&page=2')).toEqual({
    said: ['ada 1'],
    pagination: { page: 2, limit: 2, total: 3, hasMore: false },
  })
  expect(await page('?limit=2&page=3')).toEqual({
    said: [],
    pagination: { page: 3, limit: 2, total: 3, hasMore: false },
  })
})

test('a message shows every field, its id a number', async () => {
  const { call } = await startWithHistory()
  const { messages } = (await call('GET', `${BASE}/bob/messages`)).body as { messages: object[] }
  expect(messages).toEqual([
    messageRecord({ id: 4, conversationId: 'v1', content: 'bob 4', timestamp: minute(4) }),
  ])
})

test('a deleted conversation leaves an empty answer and nothing behind', async () => {
  const { call } = await startWithHistory()
  expect(await call('DELETE', `${BASE}/ada`)).toMatchObject({ status: 204, body: null })
  expect(await call('DELETE', `${BASE}/ada`)).toMatchObject({
    status: 404,
    body: { detail: 'Conversation not found' },
  })
  expect((await call('GET', `${BASE}/ada/messages`)).body).toMatchObject({ pagination: { total: 0 } })
  expect((await call('GET', `${BASE}/stats`)).body).toMatchObject({ totalConversations: 2, totalMessages: 1 })
})

test('a player sees and deletes their own conversation only', async () => {
  const { call } = await startWithHistory()
  const asBob = { playerId: 'bob' }
  expect(await call('GET', `${BASE}/ada`, asBob)).toMatchObject({ status: 404 })
  expect(await call('GET', `${BASE}/ada/messages`, asBob)).toMatchObject({ status: 404 })
  expect(await call('DELETE', `${BASE}/ada`, asBob)).toMatchObject({
    status: 403,
    body: { detail: 'Conversation belongs to someone else' },
  })
  expect(playersOf((await call('GET', BASE, asBob)).body)).toEqual(['bob'])
  expect((await call('GET', `${BASE}/stats`, asBob)).body).toEqual({
    totalConversations: 1,
    totalMessages: 1,
    firstActivity: minute(1),
    lastActivity: minute(4),
  })
  expect(await call('GET', `${BASE}/bob`, asBob)).toMatchObject({ status: 200 })
  expect(await call('DELETE', `${BASE}/bob`, asBob)).toMatchObject({ status: 204 })
})

test("another account's character is not there, whatever is asked of it", async () => {
  const { call, otherKey } = await startWithHistory()
  for (const path of ['', '/stats', '/ada', '/ada/messages']) {
    expect(await call('GET', BASE + path, { key: otherKey })).toMatchObject({
      status: 404,
      body: { detail: 'Character not found' },
    })
  }
  expect(await call('DELETE', `${BASE}/ada`, { key: otherKey })).toMatchObject({ status: 404 })
})

test('player ids may hold any character, and at most 128 of them', async () => {
  const { call, store } = await startHttp()
  await store.characters.insert(characterRecord())
  for (const playerId of ['a/b?c#d', '%41', 'Zoë', '🦊'.repeat(128), 'stats', ' ']) {
    await store.conversations.findOrCreate(conversationRecord({ id: playerId, playerId }))
    const url = `${BASE}/${encodeURIComponent(playerId)}`
    if (playerId !== 'stats') expect((await call('GET', url)).body).toMatchObject({ playerId })
    expect(await call('DELETE', url)).toMatchObject({ status: 204 })
  }
  expect(await call('GET', `${BASE}/${'x'.repeat(129)}`)).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          loc: ['path', 'playerId'],
          msg: 'String should have at most 128 characters',
          type: 'string_too_long',
        },
      ],
    },
  })
})
