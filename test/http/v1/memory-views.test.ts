import { expect, test } from 'vitest'
import type { Memory } from '../../../src/contract/memories.js'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { startWithHistory } from '../../support/http/http-history.js'
import { characterRecord } from '../../support/http/http-records.js'
import { aMemory, created } from '../../support/stores/store-records.js'

const BASE = '/api/v1/characters/c1/players/ada/memories'
const OLD = '/api/agents/c1/players/ada/memories'
const pair = { characterId: 'c1', playerId: 'ada' }

async function start(...memories: readonly Partial<Memory>[]) {
  const world = await startWithHistory()
  const records = memories.map((memory, at) =>
    aMemory({ id: `m${at}`, agentId: 'c1', playerId: 'ada', ...memory }),
  )
  await changeMemories(world.store, { pair }, created(...records))
  const search = async (body: object, path = BASE) => world.call('POST', `${path}/search`, { body })
  return { ...world, search }
}

const days = (...dates: readonly string[]) => dates.map((createdAt) => ({ createdAt, content: createdAt }))
const shape = (body: unknown) =>
  (body as { timeline: { date: string; memories: Memory[] }[] }).timeline.map(({ date, memories }) => [
    date,
    memories.length,
  ])

const SPREAD = days(
  '2029-12-31T23:59:59.999Z',
  '2030-01-01T00:00:00.000Z',
  '2030-01-06T12:00:00.000Z',
  '2030-01-06T13:00:00.000Z',
  '2030-01-07T00:00:00.000Z',
)

test.each([
  [
    '',
    [
      ['2030-01-07', 1],
      ['2030-01-06', 2],
      ['2030-01-01', 1],
      ['2029-12-31', 1],
    ],
  ],
  [
    '?groupBy=week',
    [
      ['2030-01-07', 1],
      ['2029-12-31', 4],
    ],
  ],
  [
    '?groupBy=month',
    [
      ['2030-01', 4],
      ['2029-12', 1],
    ],
  ],
  ['?startDate=2030-01-06&endDate=2030-01-06T12:30:00Z', [['2030-01-06', 1]]],
  [
    '?startDate=2030-01-06T13:00:00',
    [
      ['2030-01-07', 1],
      ['2030-01-06', 1],
    ],
  ],
  ['?endDate=2029-12-31T23:59:59.999%2B00:00', [['2029-12-31', 1]]],
  [
    '?start_date=2031-01-01',
    [
      ['2030-01-07', 1],
      ['2030-01-06', 2],
      ['2030-01-01', 1],
      ['2029-12-31', 1],
    ],
  ],
])('the timeline with %j', async (query, expected) => {
  const { call } = await start(...SPREAD)
  const answer = await call('GET', `${BASE}/timeline${query}`)
  expect(answer.status).toBe(200)
  expect(shape(answer.body)).toEqual(expected)
})

test('the timeline counts its memories and says how they are grouped', async () => {
  const { call } = await start(...SPREAD, { status: 'deleted' })
  expect((await call('GET', `${BASE}/timeline`)).body).toMatchObject({ totalMemories: 5, groupBy: 'day' })
  expect((await call('GET', `${BASE.replace('ada', 'zoe')}/timeline`)).body).toEqual({
    timeline: [],
    totalMemories: 0,
    groupBy: 'day',
  })
})

test('the timeline holds the newest five hundred of the time that is asked for', async () => {
  const many = Array.from({ length: 502 }, (_, at) => new Date(Date.UTC(2030, 0, 1) + at).toISOString())
  const { call } = await start(...days(...many))
  expect((await call('GET', `${BASE}/timeline`)).body).toMatchObject({ totalMemories: 500 })
  const { body } = await call('GET', `${BASE}/timeline?endDate=2030-01-01T00:00:00.000Z`)
  expect(body).toMatchObject({ totalMemories: 1 })
})

test.each([
  '?groupBy=year',
  '?startDate=yesterday',
  '?endDate=2030-13-01',
  '?endDate=2030-02-29',
  '?startDate=',
])('a timeline with %s is refused with 422', async (query) => {
  const { call } = await start()
  expect((await call('GET', `${BASE}/timeline${query}`)).status).toBe(422)
})

test('the statistics count by status, type and layer', async () => {
  const { call } = await start(
    { memoryType: 'fact', memoryLayer: 'ltm' },
    { memoryType: 'fact' },
    { memoryType: 'event' },
    { status: 'superseded' },
    { status: 'decayed' },
    { status: 'deleted' },
  )
  expect((await call('GET', `${BASE}/stats`)).body).toEqual({
    totalActive: 3,
    totalSuperseded: 1,
    totalDecayed: 1,
    byType: { fact: 2, event: 1 },
    coreFacts: 0,
    byLayer: { ltm: 1, stm: 2 },
    lastLayerTransferAt: null,
    recentPromotions7d: 0,
    recentDemotions7d: 0,
  })
})

test('promotions and demotions are counted for seven days, the last one is told for ever', async () => {
  const { call, store, clock } = await start({})
  const memory = aMemory({ id: 'm0', agentId: 'c1', playerId: 'ada' })
  const event = {
    memoryId: 'm0',
    agentId: 'c1',
    playerId: 'ada',
    actor: 'time',
    reason: null,
    quote: null,
  } as const
  const moved = (kind: 'promoted' | 'demoted', at: string) => ({ ...event, kind, at, before: {}, after: {} })
  await changeMemories(store, { pair }, () => ({
    memories: [memory],
    events: [moved('promoted', '2030-01-01T00:00:00.000Z'), moved('demoted', '2030-01-02T00:00:00.000Z')],
    facts: [],
    removedFactIds: [],
  }))
  const stats = async () => (await call('GET', `${BASE}/stats`)).body
  expect(await stats()).toMatchObject({
    lastLayerTransferAt: '2030-01-02T00:00:00.000Z',
    recentPromotions7d: 1,
    recentDemotions7d: 1,
  })
  await clock.adjust({ set: new Date('2030-01-08T12:00:00Z') })
  expect(await stats()).toMatchObject({ recentPromotions7d: 0, recentDemotions7d: 1 })
  await clock.adjust({ set: new Date('2030-02-01T00:00:00Z') })
  expect(await stats()).toMatchObject({
    lastLayerTransferAt: '2030-01-02T00:00:00.000Z',
    recentDemotions7d: 0,
  })
})

test('core facts are read with the memory they come from, and go with it', async () => {
  const { call, store } = await startWithHistory()
  const slot = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
  await changeMemories(store, { pair }, created(aMemory({ agentId: 'c1', playerId: 'ada', slot })))
  expect((await call('GET', `${BASE}/core-facts`)).body).toEqual({
    coreFacts: [
      {
        id: 'fact of memory-1',
        userId: 'account-1',
        agentId: 'c1',
        playerId: 'ada',
        factKey: 'home',
        factValue: 'Lyon',
        sourceMemoryId: 'memory-1',
        createdAt: '2030-01-02T00:00:00.000Z',
        updatedAt: null,
      },
    ],
  })
  await call('DELETE', `${BASE}/memory-1`)
  expect((await call('GET', `${BASE}/core-facts`)).body).toEqual({ coreFacts: [] })
})

const KNOWN = [
  { content: 'Lives in a small house in Lyon' },
  { content: 'Likes green tea in the morning' },
  { content: 'Has a dog called Rex' },
]

test('a search finds what fits, the most similar first, between 0 and 1', async () => {
  const { search } = await start(...KNOWN)
  const answer = await search({ query: 'the dog called Rex' })
  const body = answer.body as {
    query: string
    results: { memoryId: string; similarity: number }[]
    total: number
  }
  expect(answer.status).toBe(200)
  expect(body.query).toBe('the dog called Rex')
  expect(body.results[0]).toMatchObject({ memoryId: 'm2', content: KNOWN[2]?.content })
  expect(body.total).toBe(body.results.length)
  const similarities = body.results.map(({ similarity }) => similarity)
  expect(similarities).toEqual([...similarities].sort((a, b) => b - a))
  expect(Math.min(...similarities)).toBeGreaterThan(0)
  expect(Math.max(...similarities)).toBeLessThanOrEqual(1)
})

test('a search sees what was created, changed and deleted since the last one', async () => {
  const { search, call } = await start(...KNOWN)
  const found = async (query: string) => {
    const { body } = await search({ query, limit: 1 })
    return (body as { results: { content: string }[] }).results.map(({ content }) => content)
  }
  expect(await found('zebra')).not.toContain('Rides a zebra')
  const { body } = await call('POST', BASE, { body: { content: 'Rides a zebra', memoryType: 'fact' } })
  const path = `${BASE}/${(body as Memory).id}`
  expect(await found('zebra')).toEqual(['Rides a zebra'])
  await call('PATCH', path, { body: { content: 'Rides a camel' } })
  expect(await found('camel')).toEqual(['Rides a camel'])
  await call('DELETE', path)
  expect(await found('camel')).not.toContain('Rides a camel')
  await call('DELETE', `${BASE}?confirm=true`)
  expect(await found('Lyon')).toEqual([])
})

test('a search knows nothing of other players, other characters and what is not active', async () => {
  const { search, store } = await start(...KNOWN, { content: 'Hates Lyon', status: 'superseded' })
  await store.characters.insert(characterRecord({ id: 'c2' }))
  for (const path of [BASE.replace('ada', 'bob'), BASE.replace('c1', 'c2')]) {
    expect((await search({ query: 'Lyon' }, path)).body).toEqual({ results: [], query: 'Lyon', total: 0 })
  }
  const { results } = (await search({ query: 'Hates Lyon' })).body as { results: { content: string }[] }
  expect(results.map(({ content }) => content)).not.toContain('Hates Lyon')
})

test.each([
  ['no query', {}, 'query'],
  ['an empty query', { query: '' }, 'query'],
  ['501 characters', { query: 'x'.repeat(501) }, 'query'],
  ['a limit of 0', { query: 'x', limit: 0 }, 'limit'],
  ['a limit of 51', { query: 'x', limit: 51 }, 'limit'],
  ['an unknown field', { query: 'x', threshold: 1 }, 'threshold'],
])('a search with %s is refused with 422', async (_, body, field) => {
  const { search } = await start()
  expect(await search(body)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
})

test.each([`${'(a+)+'.repeat(99)}$`, '\u0000', '🫖'.repeat(500), '.*', 'constructor'])(
  'a search for %j is answered',
  async (query) => {
    const { search } = await start(...KNOWN)
    expect((await search({ query })).status).toBe(200)
  },
)

test('a search needs no more than memories:read, and is no GET', async () => {
  const { search, call, makeKey } = await start(...KNOWN)
  const key = await makeKey('a1', ['memories:read'])
  const options = { body: { query: 'Lyon' }, key }
  expect((await call('POST', `${BASE}/search`, options)).status).toBe(200)
  expect((await call('POST', BASE, { body: { content: 'x', memoryType: 'fact' }, key })).status).toBe(403)
  for (const path of [BASE, OLD]) {
    const answer = await call('GET', `${path}/search?q=Lyon`)
    expect([answer.status, answer.headers['allow']]).toMatchObject([405, expect.stringContaining('POST')])
  }
  expect((await search({ query: 'Lyon' }, OLD)).body).toEqual((await search({ query: 'Lyon' })).body)
})

test.each([
  [
    '/timeline?group_by=month&start_date=2030-01-01&end_date=2030-01-06',
    '/timeline?groupBy=month&startDate=2030-01-01&endDate=2030-01-06',
  ],
  ['/timeline?groupBy=week', '/timeline?groupBy=week'],
  ['/stats', '/stats'],
  ['/core-facts', '/core-facts'],
])('the old %s is the new %s', async (old, now) => {
  const { call } = await start(...SPREAD)
  const answer = await call('GET', BASE + now)
  expect(answer.status).toBe(200)
  expect((await call('GET', OLD + old)).body).toEqual(answer.body)
})
