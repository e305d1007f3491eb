import type { Memory } from '../../../src/contract/memories.js'
import type { MemoryGraph } from '../../../src/contract/memory-graph.js'
import type { MemoryGraphPageData } from '../../../src/web/memory-graph/page-data.js'

const TOPICS = [
  'People',
  'Hobbies',
  'Food and drink',
  'Events',
  'Home and places',
  'Work and study',
  'Goals',
  'Health',
]
const SUBJECTS = [
  'Her sister Vera',
  'Tom',
  'Her mother',
  'The neighbour Jonas',
  'Aunt Lucia',
  'Dr. Okafor',
  'Grandfather Albin',
]
const DEEDS = [
  'keeps eleven bees that she names after winds',
  'works the night shift at the harbour hospital',
  'prefers tea to coffee and drinks it without sugar',
  'is afraid of thunderstorms since the boat accident',
  'plays the cello on Sundays',
  'moved from Lyon to Paris last spring',
  'wants to learn to sail before the summer',
  'lost the key to the lighthouse',
  'has a black cat called Pixel',
]
const READ_AT = '2030-04-01T12:00:00.000Z'
const DAY = 86_400_000

type Node = MemoryGraph['nodes'][number]
type Edge = MemoryGraph['edges'][number]

/** What the page of a graph is given, with so many memories in topics of different sizes, always the same. */
export function largeGraph(count: number): MemoryGraphPageData {
  const topicOf = (index: number) => Math.floor(TOPICS.length * ((index * 0.618) % 1) ** 1.7)
  const entities: Node[] = Array.from({ length: Math.ceil(count / 6) }, (_, index) => ({
    id: `entity:${index}`,
    type: 'entity',
    name: `${['Vera', 'Lyon', 'Pixel', 'Tom', 'Paris'][index % 5]} ${index}`,
    entityType: (['person', 'place', 'thing'] as const)[index % 3] ?? 'thing',
  }))
  const memories = Array.from({ length: count }, (_, index) => memoryAt(index))
  const used = [...new Set(memories.map((_, index) => topicOf(index)))].sort()
  const nodes: Node[] = [
    { id: 'user:ada', type: 'user', label: 'ada' },
    ...used.map((topic): Node => ({ id: `topic:${topic}`, type: 'cluster', label: TOPICS[topic] ?? '' })),
    ...memories.map(({ id, content }): Node => ({ id, type: 'memory', label: content, memoryType: 'fact' })),
    ...entities,
  ]
  const edges: Edge[] = [
    ...used.map((topic): Edge => ({ source: 'user:ada', target: `topic:${topic}`, type: 'has_cluster' })),
    ...memories.map(
      ({ id }, index): Edge => ({ source: `topic:${topicOf(index)}`, target: id, type: 'contains' }),
    ),
    ...memories.map(({ id }, index): Edge => {
      const entity = Math.floor(entities.length * ((index * 0.414) % 1) ** 2)
      return { source: id, target: `entity:${entity}`, type: 'mentions' }
    }),
    ...entities
      .slice(1, 20)
      .map(({ id }): Edge => ({ source: id, target: 'entity:0', type: 'relationship', label: 'friend of' })),
  ]
  const stats = {
    totalMemories: count,
    totalEntities: entities.length,
    clusterCount: used.length,
    clusters: {},
  }
  return {
    ...{
      character: 'Mira',
      player: 'ada',
      readAt: READ_AT,
      memories,
      fading: memories.map(fadingOf).toSorted(sooner),
    },
    graph: { nodes, edges, stats, stale: false },
  }
}

/** As a service could tell: short-term ones decay within ninety days, long-term ones become short-term later. */
function fadingOf({ id, memoryLayer }: Memory, index: number) {
  const days = memoryLayer === 'ltm' ? 300 + index : ((index * 7) % 90) + 1
  const turnsAt = new Date(Date.parse(READ_AT) + days * DAY).toISOString()
  const turn = memoryLayer === 'ltm' ? ('demoted' as const) : ('decayed' as const)
  return { memoryId: id, turn, turnsAt, decaysAt: turnsAt }
}

const sooner = (a: { turnsAt: string }, b: { turnsAt: string }): number => a.turnsAt.localeCompare(b.turnsAt)

function memoryAt(index: number): Memory {
  const subject = SUBJECTS[index % SUBJECTS.length]
  const deed = DEEDS[Math.floor(index / SUBJECTS.length) % DEEDS.length]
  return {
    id: `memory:${index}`,
    ...{ userId: 'u', agentId: 'c', playerId: 'ada', topic: 'other', secondaryTopics: [] },
    content: `${subject} ${deed}`,
    memoryType: 'fact',
    memoryLayer: index % 4 === 0 ? 'ltm' : 'stm',
    status: 'active',
    source: 'text_chat',
    importance: 0.2 + 0.8 * ((index * 0.382) % 1),
    confidence: 1,
    accessCount: index % 5,
    sourceQuote: null,
    sourceConversationId: null,
    createdAt: new Date(Date.parse(READ_AT) - 90 * DAY * ((index * 0.732) % 1) ** 3).toISOString(),
    updatedAt: null,
    lastAccessedAt: null,
    extractedAt: null,
    sourceMessageTimestamp: null,
  }
}
