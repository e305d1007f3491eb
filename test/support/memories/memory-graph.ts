import type { Memory } from '../../../src/contract/memories.js'
import type { MemoryGraph } from '../../../src/contract/memory-graph.js'
import { fakeRest } from '../providers/fake-service.js'

/** A text that would break out of a page, of a quoted string, and of a terminal. */
export const HOSTILE = 'Said </script><img src=x onerror=alert(1)> "\\" \u001b[2J and <!-- left'

const memory = (id: string, label: string, memoryType: string) => ({ id, type: 'memory', label, memoryType })
const entity = (id: string, name: string, entityType: string) => ({ id, type: 'entity', name, entityType })
const edge = (type: string, source: string, target: string) => ({ type, source, target })

/** What a service could tell of a player, with a key, a node and an edge of kinds that nobody knows yet. */
export const SAMPLE_GRAPH = {
  nodes: [
    { id: 'user:ada', type: 'user', label: 'ada' },
    { id: 'topic:home', type: 'cluster', label: 'Home & family', memoryCount: 2, mood: 'warm' },
    { id: 'topic:food', type: 'cluster', label: 'Food', memoryCount: 1 },
    memory('m1', 'Lives in Lyon', 'fact'),
    memory('m2', 'Her sister Vera lives in Paris and keeps eleven bees that she names…', 'relationship'),
    memory(
      'm3',
      '灯台の守り人が淹れるお茶が毎晩のように好きで、雨の日には二杯目も飲むと言っていた',
      'preference',
    ),
    memory('m4', HOSTILE, 'event'),
    entity('e1', 'Lyon', 'place'),
    entity('e2', 'Vera', 'person'),
    entity('e3', 'Paris', 'place'),
    { id: 'x1', type: 'dream' },
  ],
  edges: [
    edge('has_cluster', 'user:ada', 'topic:home'),
    edge('has_cluster', 'user:ada', 'topic:food'),
    edge('contains', 'topic:home', 'm1'),
    edge('contains', 'topic:home', 'm2'),
    edge('contains', 'topic:food', 'm3'),
    edge('mentions', 'm1', 'e1'),
    edge('mentions', 'm2', 'e2'),
    edge('mentions', 'm2', 'e3'),
    edge('mentions', 'm2', 'gone'),
    { ...edge('relationship', 'e2', 'e3'), relationshipType: 'lives_in', label: 'lives in' },
    edge('haunts', 'x1', 'm4'),
  ],
  stats: { totalMemories: 4, totalEntities: 3, clusterCount: 2, clusters: { 'Home & family': 2, Food: 1 } },
  stale: true,
  // Its types say what this server tells; clients tolerate more.
} as MemoryGraph

const WHOLE = 'Her sister Vera lives in Paris and keeps eleven bees that she names after winds'

/** The memories behind the graph. */
const MEMORIES = SAMPLE_GRAPH.nodes
  .filter(({ type }) => type === 'memory')
  .map(({ id, label, memoryType }) => ({
    id,
    playerId: 'ada',
    content: id === 'm2' ? WHOLE : label,
    memoryType: memoryType as Memory['memoryType'],
    memoryLayer: id === 'm1' ? 'ltm' : 'stm',
    status: 'active',
    source: 'text_chat',
    importance: 0.5,
    confidence: 1,
    accessCount: 2,
    sourceQuote: id === 'm1' ? 'I live in Lyon now.' : null,
    sourceConversationId: null,
    createdAt: '2030-01-02T03:04:05.678Z',
    updatedAt: null,
    lastAccessedAt: null,
    extractedAt: null,
    sourceMessageTimestamp: null,
  }))

/** A service that tells this graph, and what of it fades unless that is null. */
export const graphService = (fading: readonly object[] | null = null) =>
  fakeRest(({ url }) => {
    const { pathname } = new URL(url, 'http://x')
    if (pathname.endsWith('/identity/token')) return { body: { idToken: 'token-of-the-account' } }
    if (pathname.endsWith('/fading')) {
      return fading === null
        ? { status: 404, body: { detail: 'Not Found' } }
        : { body: { memories: fading, total: fading.length, limit: 200, offset: 0, days: 36_500 } }
    }
    if (pathname.endsWith('/graph')) return { body: SAMPLE_GRAPH }
    if (pathname.endsWith('/memories')) {
      return { body: { memories: MEMORIES, total: MEMORIES.length, limit: 200, offset: 0 } }
    }
    return { body: { name: 'Mira <b>' } }
  })
