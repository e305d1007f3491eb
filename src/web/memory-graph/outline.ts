import type { MemoryGraph } from '../../contract/memory-graph.js'
import type { GraphNode } from './page-data.js'

export type OutlineEntry = { readonly node: GraphNode; readonly children: readonly OutlineEntry[] }

/** Every node once as a list: topics with their memories, memories without a topic, then the entities. */
export function buildOutline({ nodes, edges }: MemoryGraph): OutlineEntry[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const topicOf = new Map(
    edges.filter(({ type }) => type === 'contains').map(({ source, target }) => [target, source]),
  )
  const leaf = (node: GraphNode): OutlineEntry => ({ node, children: [] })
  const children = new Map<string, GraphNode[]>()
  for (const node of nodes) {
    const topic = topicOf.get(node.id)
    if (topic !== undefined) children.set(topic, [...(children.get(topic) ?? []), node])
  }
  const topics = nodes
    .filter(({ type }) => type === 'cluster')
    .map((node) => ({ node, children: (children.get(node.id) ?? []).map(leaf) }))
  const others = nodes.filter(
    ({ id, type }) => type !== 'cluster' && type !== 'user' && !byId.has(topicOf.get(id) ?? ''),
  )
  const last = (type: string) => (type === 'entity' ? 1 : 0)
  return [...topics, ...others.sort((a, b) => last(a.type) - last(b.type)).map(leaf)]
}
