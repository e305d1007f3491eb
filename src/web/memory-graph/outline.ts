import type { MemoryGraph } from '../../contract/memory-graph.js'
import type { GraphNode } from './page-data.js'
import { ENTITIES, GROUP_LABELS, OTHERS } from './picture/graph-layout.js'

export type OutlineEntry = { readonly node: GraphNode; readonly children: readonly OutlineEntry[] }

/**
 * Every node but the player once as a list: topics with their memories, the largest first, memories without a topic, then
 * the entities, in the groups of the picture.
 */
export function buildOutline({ nodes, edges }: MemoryGraph): OutlineEntry[] {
  const topics = nodes.filter(({ type }) => type === 'cluster')
  const topicIds = new Set(topics.map(({ id }) => id))
  const topicOf = new Map(
    edges.flatMap(({ type, source, target }) =>
      type === 'contains' && topicIds.has(source) ? [[target, source] as const] : [],
    ),
  )
  const members = new Map<string, OutlineEntry[]>()
  for (const node of nodes) {
    if (node.type === 'cluster' || node.type === 'user') continue
    const group = node.type === 'entity' ? ENTITIES : (topicOf.get(node.id) ?? OTHERS)
    const entry = { node, children: [] }
    const list = members.get(group)
    if (list === undefined) members.set(group, [entry])
    else list.push(entry)
  }
  const groups: GraphNode[] = [
    ...topics,
    { id: OTHERS, type: 'cluster', label: GROUP_LABELS[OTHERS] },
    { id: ENTITIES, type: 'entity', label: GROUP_LABELS[ENTITIES] },
  ]
  const entries = groups.map((node) => ({ node, children: members.get(node.id) ?? [] }))
  const isTopic = ({ node }: OutlineEntry) => topicIds.has(node.id)
  return [
    ...entries.filter(isTopic).sort((a, b) => b.children.length - a.children.length),
    ...entries.filter((entry) => !isTopic(entry) && entry.children.length > 0),
  ]
}
