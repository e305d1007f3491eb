import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'
import type { FadingMemory } from '../../contract/memory-history.js'

export type GraphNode = MemoryGraph['nodes'][number]
export type GraphEdge = MemoryGraph['edges'][number]

/** The data that the command embeds in the page. */
export type MemoryGraphPageData = {
  readonly character: string
  readonly player: string
  /** When the graph was read, ISO 8601. */
  readonly readAt: string
  readonly graph: MemoryGraph
  /** The full records of the graph's memories; a memory deleted since the graph was made is missing. */
  readonly memories: readonly Memory[]
  /** When they turn unless they are used, the next first; null where the service does not tell. */
  readonly fading: readonly Pick<FadingMemory, 'memoryId' | 'turn' | 'turnsAt' | 'decaysAt'>[] | null
}

/** The display name of a node; the text of a memory is preferred to its label, which may be cut. */
export const nodeName = (node: GraphNode, memories: ReadonlyMap<string, Memory>): string =>
  memories.get(node.id)?.content ?? node.name ?? node.label ?? node.id

/** The display text of an edge between entities. */
export const relationLabel = ({ label, relationshipType }: GraphEdge): string =>
  label ?? (relationshipType ?? '').replaceAll('_', ' ')

/** Who is called as the player is the player: both are one dot, with the relations of both. */
export function joinPlayer(graph: MemoryGraph): MemoryGraph {
  const nameOf = ({ name, label }: GraphNode) => (name ?? label ?? '').toLowerCase()
  const player = graph.nodes.find(({ type }) => type === 'user')
  const same = graph.nodes.find((node) => {
    return node.type === 'entity' && player !== undefined && nameOf(node) === nameOf(player)
  })
  if (player === undefined || same === undefined) return graph
  const joined = (id: string) => (id === same.id ? player.id : id)
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => node !== same),
    edges: graph.edges
      .map((edge) => ({ ...edge, source: joined(edge.source), target: joined(edge.target) }))
      .filter(({ source, target }) => source !== target),
  }
}
