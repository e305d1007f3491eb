import type { MemoryGraph } from '../../../contract/memory-graph.js'
import type { MemoryEntity } from '../changes/memory-plan.js'
import { entityKey, type GraphMemory } from './graph-memory.js'
import { TOPICS, type Topic } from './topics.js'

export type GraphOptions = {
  readonly includeEntities: boolean
  readonly includeCharacterMemories: boolean
}
/** Labels for the player and the character. */
export type DisplayNames = { readonly playerId: string; readonly characterName: string }

type Graph = Pick<MemoryGraph, 'nodes' | 'edges' | 'stats'>
type Nodes = MemoryGraph['nodes']
type Edges = MemoryGraph['edges']

/** The graph of these memories. Deterministic: the same memories give the same ids and order. */
export function assembleGraph(
  all: readonly GraphMemory[],
  options: GraphOptions,
  names: DisplayNames,
): Graph {
  const shown = options.includeCharacterMemories
    ? all
    : all.filter(({ memoryType }) => memoryType !== 'character_self')
  const userId = `user:${names.playerId}`
  const clusters = clustersOf(shown)
  const people = options.includeEntities ? entitiesOf(shown, names) : { nodes: [], edges: [], count: 0 }

  const nodes: Nodes = [
    { id: userId, type: 'user', label: names.playerId },
    ...clusters.map(({ id, label, memories }) => ({
      id,
      type: 'cluster' as const,
      label,
      memoryCount: memories.length,
    })),
    ...shown.map(({ id, label, memoryType }) => ({ id, type: 'memory' as const, label, memoryType })),
    ...people.nodes,
  ]
  const edges: Edges = [
    ...clusters.map(({ id }) => ({ source: userId, target: id, type: 'has_cluster' as const })),
    ...clusters.flatMap(({ id: source, memories }) =>
      memories.map(({ id: target }) => ({ source, target, type: 'contains' as const })),
    ),
    ...people.edges,
  ]
  const stats = {
    totalMemories: shown.length,
    totalEntities: people.count,
    clusterCount: clusters.length,
    clusters: Object.fromEntries(clusters.map(({ label, memories }) => [label, memories.length])),
  }
  return { nodes, edges, stats }
}

function clustersOf(memories: readonly GraphMemory[]) {
  const topics = Object.entries(TOPICS) as [Topic, string][]
  const byTopic = new Map<Topic, GraphMemory[]>(topics.map(([topic]) => [topic, []]))
  for (const memory of memories) byTopic.get(memory.topic)?.push(memory)
  return topics.flatMap(([topic, label]) => {
    const own = byTopic.get(topic) ?? []
    return own.length === 0 ? [] : [{ id: `cluster:${topic}`, label, memories: own }]
  })
}

const idOf = (key: string): string => `entity:${key}`

/** Entity nodes, `mentions` edges from memories, and relationship edges between entities. */
function entitiesOf(memories: readonly GraphMemory[], names: DisplayNames) {
  const known = new Map<string, Entity>()
  const mentions: Edges = []
  for (const { id, entities } of memories) {
    for (const entity of entities) {
      known.set(entity.key, countMention(known.get(entity.key), entity))
      mentions.push({ source: id, target: idOf(entity.key), type: 'mentions' })
    }
  }
  const relationships = relationshipsOf(memories, names, known)
  const nodes: Nodes = inOrder(known).map(([key, entity]) => ({
    id: idOf(key),
    type: 'entity',
    entityType: mostFrequentType(entity),
    name: entity.name,
  }))
  return { nodes, edges: [...mentions, ...relationships], count: nodes.length }
}

/** One edge per relation, however many memories have it. Adds entities that occur only in relations to `known`. */
function relationshipsOf(
  memories: readonly GraphMemory[],
  { playerId, characterName }: DisplayNames,
  known: Map<string, Entity>,
): Edges {
  const player = memories.find(({ playerName }) => playerName !== undefined)?.playerName ?? playerId
  const displayNames = new Map([
    ['player', player],
    ['character', characterName],
  ])
  const relations = new Map(memories.flatMap((memory) => memory.relations.map((one) => [one.key, one])))
  const edges = [...relations.values()].map(({ from, to, relationshipType }) => {
    const [source = '', target = ''] = [from, to].map((name) => {
      const shown = displayNames.get(name) ?? name
      const key = entityKey(shown)
      if (!known.has(key)) known.set(key, countMention(undefined, { name: shown, entityType: 'person' }))
      return idOf(key)
    })
    const label = relationshipType.replaceAll('_', ' ')
    return { source, target, type: 'relationship' as const, relationshipType, label }
  })
  // The player may occur by name in one memory and as `player` in another, which gives the same edge twice.
  const byEnds = new Map(
    edges.map((edge) => [[edge.source, edge.target, edge.relationshipType].join('\n'), edge]),
  )
  return inOrder(byEnds).map(([, edge]) => edge)
}

const inOrder = <T>(known: ReadonlyMap<string, T>): [string, T][] =>
  [...known].sort(([a], [b]) => (a < b ? -1 : 1))

type Entity = { readonly name: string; readonly types: Readonly<Record<MemoryEntity['entityType'], number>> }

/** The first spelling wins: memories come newest first. */
function countMention(entity: Entity | undefined, { name, entityType }: MemoryEntity): Entity {
  const types = entity?.types ?? { person: 0, place: 0, thing: 0 }
  return { name: entity?.name ?? name, types: { ...types, [entityType]: types[entityType] + 1 } }
}

function mostFrequentType({ types }: Entity): MemoryEntity['entityType'] {
  if (types.person >= types.place && types.person >= types.thing) return 'person'
  return types.place >= types.thing ? 'place' : 'thing'
}
