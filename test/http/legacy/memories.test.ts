import { expect, test } from 'vitest'
import type { Memory } from '../../../src/contract/memories.js'
import { startWithHistory } from '../../support/http/http-history.js'

const OLD = '/api/agents/c1/players/ada/memories'
const NEW = '/api/v1/characters/c1/players/ada/memories'
const ALIAS = '/api/v1/agents/c1/players/ada/memories'
const tea = { content: 'Likes tea', memoryType: 'preference' }

async function start() {
  const world = await startWithHistory()
  const create = async (body: object = tea) => (await world.call('POST', NEW, { body })).body as Memory
  const kept = [await create(), await create({ content: 'Lives in Lyon', memoryType: 'fact' })]
  return { ...world, kept }
}

test.each(['', '?limit=1&offset=1', '?memoryType=fact', '?status=deleted', '?limit=201'])(
  '%j answers what its successor answers',
  async (path) => {
    const { call } = await start()
    const [old, now] = [await call('GET', OLD + path), await call('GET', NEW + path)]
    expect([old.status, old.body]).toEqual([now.status, now.body])
  },
)

test('memory_type is understood as memoryType, and sorting is accepted and ignored', async () => {
  const { call } = await start()
  const { body } = await call('GET', `${NEW}?memoryType=fact`)
  expect(body).toMatchObject({ total: 1 })
  expect((await call('GET', `${OLD}?memory_type=fact`)).body).toEqual(body)
  const sorted = await call('GET', `${OLD}?sort_by=content&sort_order=asc&sortBy=x&sortOrder=up`)
  expect([sorted.status, sorted.body]).toEqual([200, (await call('GET', NEW)).body])
})

test('deleting all is answered with the count and a message', async () => {
  const { call } = await start()
  expect((await call('DELETE', OLD)).status).toBe(400)
  const answer = await call('DELETE', `${OLD}?confirm=true`)
  expect([answer.status, answer.body]).toEqual([200, { deletedCount: 2, message: 'All memories deleted' }])
  expect((await call('GET', NEW)).body).toMatchObject({ total: 0 })
})

test('the old paths of writes do what their successors do', async () => {
  const { call } = await start()
  const made = await call('POST', ALIAS, { body: tea })
  expect(made).toMatchObject({ status: 201, body: { ...tea, source: 'manual_dashboard' } })
  const path = `${ALIAS}/${(made.body as Memory).id}`
  expect(await call('PATCH', path, { body: { importance: 1 } })).toMatchObject({
    status: 200,
    body: { importance: 1 },
  })
  expect((await call('PATCH', path, { body: { mood: 1 } })).status).toBe(422)
  expect((await call('DELETE', `${path}?hard=true`)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(404)
})
