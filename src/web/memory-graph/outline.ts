import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'
import { type GraphNode, nodeName } from './page-data.js'
import { ENTITIES, GROUP_LABELS, OTHERS } from './picture/graph-layout.js'
import { timeOfMemory } from './times.js'

export type OutlineEntry = {
  readonly id: string
  /** `repeated`: memories with the same text, which are its children; none of them is the entry itself. */
  readonly kind: 'cluster' | 'repeated' | 'memory' | 'entity' | 'player'
  readonly node: GraphNode
  readonly children: readonly OutlineEntry[]
}

/**
 * Every node once as a list: the player where somebody is related to them, topics, the largest first, with their memories in this order, memories without a topic, then
 * the entities, those in most memories first, in the groups of the picture. Memories with the same text stand in one entry, the newest first.
 */
export function buildOutline(
  { nodes, edges }: MemoryGraph,
  memories: ReadonlyMap<string, Memory>,
  compare: (a: Memory, b: Memory) => number,
): OutlineEntry[] {
  const topics = nodes.filter(({ type }) => type === 'cluster')
  const topicIds = new Set(topics.map(({ id }) => id))
  const topicOf = new Map(
    edges.flatMap(({ type, source, target }) =>
      type === 'contains' && topicIds.has(source) ? [[target, source] as const] : [],
    ),
  )
  const members = new Map<string, GraphNode[]>()
  for (const node of nodes) {
    if (node.type === 'cluster' || node.type === 'user') continue
    const group = node.type === 'entity' ? ENTITIES : (topicOf.get(node.id) ?? OTHERS)
    const list = members.get(group)
    if (list === undefined) members.set(group, [node])
    else list.push(node)
  }
  const groups: GraphNode[] = [
    ...topics,
    { id: OTHERS, type: 'cluster', label: GROUP_LABELS[OTHERS] },
    { id: ENTITIES, type: 'entity', label: GROUP_LABELS[ENTITIES] },
  ]
  const mentions = mentionsOf(edges)
  const mostMentionedFirst = (a: GraphNode, b: GraphNode) =>
    (mentions.get(b.id) ?? 0) - (mentions.get(a.id) ?? 0) ||
    nodeName(a, memories).localeCompare(nodeName(b, memories))
  const inOrder = (a: GraphNode, b: GraphNode) => {
    const [one, other] = [memories.get(a.id), memories.get(b.id)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined)
    return compare(one, other)
  }
  const sizeOf = ({ id }: GraphNode) => members.get(id)?.length ?? 0
  const entries = groups.map((node): OutlineEntry => {
    const own = members.get(node.id) ?? []
    const isMemories = node.type === 'cluster'
    const sorted = [...own].sort(isMemories ? inOrder : mostMentionedFirst)
    const children = fold(sorted, memories)
    return { id: node.id, kind: node.type === 'entity' ? 'entity' : 'cluster', node, children }
  })
  const isTopic = ({ id }: OutlineEntry) => topicIds.has(id)
  const isRelated = ({ id }: GraphNode) =>
    edges.some(({ type, source, target }) => type === 'relationship' && (source === id || target === id))
  const players = nodes.filter((node) => node.type === 'user' && isRelated(node))
  return [
    ...players.map((node): OutlineEntry => ({ id: node.id, kind: 'player', node, children: [] })),
    ...entries.filter(isTopic).sort((a, b) => sizeOf(b.node) - sizeOf(a.node)),
    ...entries.filter((entry) => !isTopic(entry) && entry.children.length > 0),
  ]
}

/** In how many memories each person, place or thing is. */
export function mentionsOf(edges: MemoryGraph['edges']): Map<string, number> {
  const mentions = new Map<string, number>()
  for (const { type, target } of edges) {
    if (type === 'mentions') mentions.set(target, (mentions.get(target) ?? 0) + 1)
  }
  return mentions
}

const newestFirst =
  (memories: ReadonlyMap<string, Memory>) =>
  (a: GraphNode, b: GraphNode): number =>
    (timeOfMemory(memories.get(b.id)) ?? 0) - (timeOfMemory(memories.get(a.id)) ?? 0)

/** Nodes with the same name become one entry, at the place of the first of them. */
function fold(nodes: readonly GraphNode[], memories: ReadonlyMap<string, Memory>): OutlineEntry[] {
  const byName = new Map<string, GraphNode[]>()
  for (const node of nodes) {
    const name = nodeName(node, memories)
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [node])
    else same.push(node)
  }
  return [...byName.values()].flatMap((same): OutlineEntry[] => {
    const [first, ...others] = [...same].sort(newestFirst(memories)).map(entryOf)
    if (first === undefined) return []
    if (others.length === 0) return [first]
    return [{ id: `repeated ${first.id}`, kind: 'repeated', node: first.node, children: [first, ...others] }]
  })
}

const entryOf = (node: GraphNode): OutlineEntry => ({
  ...{ id: node.id, node, children: [] },
  kind: node.type === 'entity' ? 'entity' : 'memory',
})

/** The nodes of an entry that has no further ones in it; of one that has, those. */
export const leavesOf = (entry: OutlineEntry): OutlineEntry[] =>
  entry.children.length === 0 ? [entry] : entry.children.flatMap(leavesOf)
