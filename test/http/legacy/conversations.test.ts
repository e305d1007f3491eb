import { expect, test } from 'vitest'
import { ada, startWithHistory } from '../../support/http/http-history.js'

const OLD = '/api/agents/c1/players'
const NEW = '/api/v1/characters/c1/players'

test.each([
  '/stats',
  '',
  '/ada',
  '/zoe',
  '/ada/messages',
  '/ada/messages?limit=2&page=2',
  '/zoe/messages',
  '?sortBy=message_count&sortOrder=asc&playerSearch=B&minMessages=1&limit=1',
  '?limit=101',
  '/ada/messages?page=0',
  `/${'x'.repeat(129)}`,
])('%s answers what its successor answers', async (path) => {
  const { call } = await startWithHistory()
  const [old, now] = [await call('GET', `${OLD}${path}`), await call('GET', `${NEW}${path}`)]
  expect([old.status, old.body]).toEqual([now.status, now.body])
})

test.each([
  ['sort_by=message_count&sort_order=asc', 'sortBy=message_count&sortOrder=asc'],
  ['sort_by=player_id', 'sortBy=player_id'],
  ['player_search=BO', 'playerSearch=BO'],
  ['min_messages=1', 'minMessages=1'],
  ['min_messages=1&player_search=b&limit=1&offset=0', 'minMessages=1&playerSearch=b&limit=1&offset=0'],
])('%s is understood as %s', async (oldQuery, newQuery) => {
  const { call } = await startWithHistory()
  const { body } = await call('GET', `${NEW}?${newQuery}`)
  expect(body).not.toEqual((await call('GET', NEW)).body)
  expect((await call('GET', `${OLD}?${oldQuery}`)).body).toEqual(body)
  expect((await call('GET', `${OLD}?${newQuery}`)).body).toEqual(body)
})

test('of a name in both spellings the last one counts', async () => {
  const { call } = await startWithHistory()
  const sortedBy = async (query: string) =>
    (await call('GET', `${OLD}?${query}`)).body as { readonly sortBy: string }
  expect(await sortedBy('sort_by=player_id&sortBy=created_at')).toMatchObject({ sortBy: 'created_at' })
  expect(await sortedBy('sortBy=created_at&sort_by=player_id')).toMatchObject({ sortBy: 'player_id' })
})

test('what is wrong is named as the client wrote it', async () => {
  const { call } = await startWithHistory()
  const answer = await call('GET', `${OLD}?sort_by=mood&min_messages=-1`)
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'sort_by'] }, { loc: ['query', 'min_messages'] }] },
  })
})

test('names that no schema knows have no effect, whatever they are called', async () => {
  const { call } = await startWithHistory()
  const { body } = await call('GET', OLD)
  expect((await call('GET', `${OLD}?constructor=1&__proto__=2&toString=3&memory_type=x`)).body).toEqual(body)
})

test('a deleted conversation is answered with 200 and a message, and is gone', async () => {
  const { call } = await startWithHistory()
  expect((await call('GET', `${OLD}/ada`)).body).toEqual(ada)
  const answer = await call('DELETE', `${OLD}/ada`)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Conversation deleted' }])
  for (const method of ['GET', 'DELETE']) {
    expect(await call(method, `${OLD}/ada`)).toMatchObject({
      status: 404,
      body: { detail: 'Conversation not found' },
    })
  }
})

test("a player reaches their own conversation, and not another's", async () => {
  const { call } = await startWithHistory()
  expect((await call('GET', `${OLD}/ada`, { playerId: 'ada' })).status).toBe(200)
  expect((await call('GET', `${OLD}/ada`, { playerId: 'bob' })).status).toBe(404)
  expect((await call('DELETE', `${OLD}/ada`, { playerId: 'bob' })).status).toBe(403)
})
