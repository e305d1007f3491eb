import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'

export type GraphNode = MemoryGraph['nodes'][number]
export type GraphEdge = MemoryGraph['edges'][number]

/** What the command that writes the page puts into it. */
export type MemoryGraphPageData = {
  readonly character: string
  readonly player: string
  /** When it was read, ISO 8601. */
  readonly readAt: string
  readonly graph: MemoryGraph
  /** The memories of the graph with all that is known of them; one that went meanwhile may be missing. */
  readonly memories: readonly Memory[]
}

/** What a node is called: a text may have been cut in its label, so the memory itself comes first. */
export const nodeName = (node: GraphNode, memories: ReadonlyMap<string, Memory>): string =>
  memories.get(node.id)?.content ?? node.name ?? node.label ?? node.id

/** What an edge between entities says. */
export const relationLabel = ({ label, relationshipType }: GraphEdge): string =>
  label ?? (relationshipType ?? '').replaceAll('_', ' ')
