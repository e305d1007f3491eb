import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startHttp } from '../../support/http/http.js'
import { characterRecord, conversationRecord, messageRecord } from '../../support/http/http-records.js'
import { at } from '../../support/stores/store-records.js'

const PLAYERS = '/api/v1/characters/c1/players'

/** One player who said so many things. */
async function givenMessages(count: number) {
  const world = await startHttp()
  await world.store.characters.insert(characterRecord())
  await world.store.conversations.findOrCreate(conversationRecord({ messageCount: 0 }))
  for (let n = 1; n <= count; n += 1) {
    const { id: _, conversationId, ...message } = messageRecord({ content: `${n}`, timestamp: at(n) })
    await world.store.conversations.append(conversationId, message)
  }
  return async (query: string) => {
    const { body } = await world.call('GET', `${PLAYERS}/ada/messages?${query}`)
    const { messages, pagination } = body as {
      messages: { content: string }[]
      pagination: { page: number; limit: number; total: number; hasMore: boolean }
    }
    return { said: messages.map(({ content }) => Number(content)), pagination }
  }
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('a page of messages holds a hundred, or as many as asked for up to two hundred', async () => {
  const page = await givenMessages(250)
  expect(await page('')).toEqual({
    said: from(151, 250),
    pagination: { page: 1, limit: 100, total: 250, hasMore: true },
  })
  expect((await page('limit=200')).said).toEqual(from(51, 250))
  expect(await page('limit=200&page=2')).toEqual({
    said: from(1, 50),
    pagination: { page: 2, limit: 200, total: 250, hasMore: false },
  })
})

test('the pages of any size, last to first, are the conversation as it was said', async () => {
  const total = 23
  const page = await givenMessages(total)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
      const pages = Math.ceil(total / limit)
      const read = await Promise.all(from(1, pages).map((n) => page(`limit=${limit}&page=${n}`)))
      expect(read.toReversed().flatMap(({ said }) => said)).toEqual(from(1, total))
      expect(read.map(({ pagination }) => pagination.hasMore)).toEqual(from(1, pages).map((n) => n < pages))
      expect(new Set(read.map(({ pagination }) => pagination.total))).toEqual(new Set([total]))
    }),
    { numRuns: 30 },
  )
})

test('a page beyond the last is empty, however far beyond', async () => {
  const page = await givenMessages(3)
  for (const n of [2, 1000, 999_999_999_999_999]) {
    expect(await page(`page=${n}`)).toEqual({
      said: [],
      pagination: { page: n, limit: 100, total: 3, hasMore: false },
    })
  }
})

test('a list of conversations holds fifty, or as many as asked for up to a hundred', async () => {
  const { store, call } = await startHttp()
  await store.characters.insert(characterRecord())
  for (const n of from(1, 120)) {
    const opened = { id: `v${n}`, playerId: `p${n}`, lastActivity: at(n), createdAt: at(n) }
    await store.conversations.findOrCreate(conversationRecord(opened))
  }
  const list = async (query: string) => {
    const { body } = await call('GET', `${PLAYERS}?${query}`)
    const { conversations, ...page } = body as { conversations: { playerId: string }[]; total: number }
    return { ...page, players: conversations.map(({ playerId }) => Number(playerId.slice(1))) }
  }
  const newest = { sortBy: 'last_activity', sortOrder: 'desc', total: 120 }
  expect(await list('')).toEqual({ ...newest, limit: 50, offset: 0, players: from(71, 120).toReversed() })
  expect((await list('limit=100')).players).toEqual(from(21, 120).toReversed())
  expect((await list('limit=100&offset=100')).players).toEqual(from(1, 20).toReversed())
  expect(await list('offset=120')).toMatchObject({ total: 120, players: [] })
})

test('a list of characters holds twenty, or as many as asked for up to a hundred', async () => {
  const { store, call } = await startHttp()
  for (const n of from(1, 120)) {
    await store.characters.insert(characterRecord({ id: `c${n}`, created_at: at(n) }))
  }
  const list = async (query: string) => {
    const { body } = await call('GET', `/api/v1/characters?${query}`)
    return (body as { characters: { id: string }[] }).characters.map(({ id }) => Number(id.slice(1)))
  }
  expect(await list('')).toEqual(from(101, 120).toReversed())
  expect(await list('limit=100')).toEqual(from(21, 120).toReversed())
  expect(await list('limit=100&offset=100')).toEqual(from(1, 20).toReversed())
})
