import { expect, test } from 'vitest'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { startWithHistory } from '../../support/http/http-history.js'
import { livesIn } from '../../support/memories/memory-candidates.js'
import { aMemory, created } from '../../support/stores/store-records.js'

const BASE = '/api/v1/characters/c1/players/ada/memories'
const OLD = '/api/agents/c1/players/ada/memories'
const pair = { characterId: 'c1', playerId: 'ada' }
const ALL = '?includeEntities=true&includeCharacterMemories=true'

const REMEMBERED = [
  { content: 'I promised to wait in Nice', memoryType: 'character_self' },
  { content: 'Has a sister called Beatriz', memoryType: 'relationship' },
  { content: 'Lives in Lyon', memoryType: 'fact', slot: livesIn('Lyon').slot },
] as const

async function start() {
  const world = await startWithHistory()
  const records = REMEMBERED.map((given, at) =>
    aMemory({ id: `m${at}`, agentId: 'c1', playerId: 'ada', ...given }),
  )
  await changeMemories(world.store, { pair }, created(...records))
  const graph = async (query = '', path = BASE) => (await world.call('GET', `${path}/graph${query}`)).body
  return { ...world, graph }
}

test('the graph leads from the player over topics to memories', async () => {
  const { graph } = await start()
  expect(await graph()).toEqual({
    nodes: [
      { id: 'user:ada', type: 'user', label: 'ada' },
      { id: 'cluster:people', type: 'cluster', label: 'Family and friends', memoryCount: 1 },
      { id: 'cluster:places', type: 'cluster', label: 'Home and places', memoryCount: 1 },
      { id: 'm1', type: 'memory', label: 'Has a sister called Beatriz', memoryType: 'relationship' },
      { id: 'm2', type: 'memory', label: 'Lives in Lyon', memoryType: 'fact' },
    ],
    edges: [
      { source: 'user:ada', target: 'cluster:people', type: 'has_cluster' },
      { source: 'user:ada', target: 'cluster:places', type: 'has_cluster' },
      { source: 'cluster:people', target: 'm1', type: 'contains' },
      { source: 'cluster:places', target: 'm2', type: 'contains' },
    ],
    stats: {
      totalMemories: 2,
      totalEntities: 0,
      clusterCount: 2,
      clusters: { 'Family and friends': 1, 'Home and places': 1 },
    },
    stale: false,
  })
})

test('includeEntities adds whom and what memories mention, and how they stand to each other', async () => {
  const { graph } = await start()
  const { nodes, edges, stats } = (await graph('?includeEntities=true')) as Record<
    'nodes' | 'edges',
    object[]
  > & {
    stats: object
  }
  expect(nodes.slice(5)).toEqual([
    { id: 'entity:ada', type: 'entity', entityType: 'person', name: 'ada' },
    { id: 'entity:beatriz', type: 'entity', entityType: 'person', name: 'Beatriz' },
    { id: 'entity:lyon', type: 'entity', entityType: 'place', name: 'Lyon' },
  ])
  expect(edges.slice(4)).toEqual([
    { source: 'm1', target: 'entity:beatriz', type: 'mentions' },
    { source: 'm2', target: 'entity:lyon', type: 'mentions' },
    {
      source: 'entity:ada',
      target: 'entity:lyon',
      type: 'relationship',
      relationshipType: 'lives_in',
      label: 'lives in',
    },
    {
      source: 'entity:beatriz',
      target: 'entity:ada',
      type: 'relationship',
      relationshipType: 'sister_of',
      label: 'sister of',
    },
  ])
  expect(stats).toMatchObject({ totalMemories: 2, totalEntities: 3 })
})

test('includeCharacterMemories adds what the character remembers of itself, and whom that mentions', async () => {
  const { graph } = await start()
  expect(await graph('?includeCharacterMemories=true')).toMatchObject({
    nodes: expect.arrayContaining([
      { id: 'm0', type: 'memory', label: REMEMBERED[0].content, memoryType: 'character_self' },
    ]),
    stats: { totalMemories: 3, totalEntities: 0, clusters: { 'The character': 1 } },
  })
  const names = ({ nodes }: { nodes: { name?: string }[] }) => nodes.flatMap(({ name }) => name ?? [])
  expect(names((await graph(ALL)) as never)).toContain('Nice')
  expect(names((await graph('?includeEntities=true')) as never)).not.toContain('Nice')
})

test('every edge leads from a node to a node, and no two nodes share an id', async () => {
  const { graph } = await start()
  const { nodes, edges } = (await graph(ALL)) as {
    nodes: { id: string }[]
    edges: { source: string; target: string }[]
  }
  const ids = nodes.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(edges.flatMap(({ source, target }) => [source, target]).filter((id) => !ids.includes(id))).toEqual(
    [],
  )
})

test('the same memories make the same graph in another server', async () => {
  const [one, two] = [await start(), await start()]
  expect(await two.graph(ALL)).toEqual(await one.graph(ALL))
})

test('after a change the graph of before is stale, and the next one is not; what is erased is gone at once', async () => {
  const { graph, call } = await start()
  const before = (await graph()) as object
  await call('PATCH', `${BASE}/m1`, { body: { content: 'Has a brother called Marek' } })
  expect(await graph()).toEqual({ ...before, stale: true })
  expect(await graph()).toMatchObject({
    stale: false,
    nodes: expect.arrayContaining([expect.objectContaining({ label: 'Has a brother called Marek' })]),
  })
  await call('DELETE', `${BASE}/m1?hard=true`)
  expect(JSON.stringify(await graph(ALL))).not.toContain('Marek')
  await call('DELETE', `${BASE}?confirm=true`)
  expect(await graph(ALL)).toEqual({
    nodes: [{ id: 'user:ada', type: 'user', label: 'ada' }],
    edges: [],
    stats: { totalMemories: 0, totalEntities: 0, clusterCount: 0, clusters: {} },
    stale: false,
  })
})

test('the old graph takes its names in snake_case, and answers what its successor answers', async () => {
  const { graph } = await start()
  const now = await graph(ALL)
  expect(await graph('?include_entities=true&include_character_memories=true', OLD)).toEqual(now)
  expect(await graph(ALL, OLD)).toEqual(now)
  expect(await graph('', OLD)).toEqual(await graph())
})

test.each(['includeEntities=maybe', 'includeCharacterMemories=1'])(
  'a graph with %s is refused with 422',
  async (query) => {
    const { call } = await start()
    expect((await call('GET', `${BASE}/graph?${query}`)).status).toBe(422)
  },
)

test('memories carry the label of their cluster as topic, wherever they are answered', async () => {
  const { call, graph } = await start()
  type Sent = { readonly id: string; readonly topic: string; readonly secondaryTopics: string[] }
  const { nodes, edges } = (await graph(ALL)) as {
    nodes: { id: string; label: string }[]
    edges: { source: string; target: string; type: string }[]
  }
  const clusterOf = (id: string) => {
    const contains = edges.find(({ type, target }) => type === 'contains' && target === id)
    return nodes.find((node) => node.id === contains?.source)?.label
  }
  for (const base of [BASE, OLD]) {
    const { memories } = (await call('GET', base)).body as { memories: Sent[] }
    const { timeline } = (await call('GET', `${base}/timeline`)).body as { timeline: { memories: Sent[] }[] }
    expect(memories).toHaveLength(3)
    for (const memory of [...memories, ...timeline.flatMap((group) => group.memories)]) {
      expect(memory).toMatchObject({ topic: clusterOf(memory.id), secondaryTopics: [] })
    }
  }
  const body = { content: 'Works at the harbour', memoryType: 'fact' }
  const made = (await call('POST', BASE, { body })).body as Sent
  expect(made).toMatchObject({ topic: 'Work and study', secondaryTopics: [] })
  const change = { content: 'Is allergic to nuts' }
  expect((await call('PATCH', `${BASE}/${made.id}`, { body: change })).body).toMatchObject({
    topic: 'Health',
    secondaryTopics: [],
  })
})
