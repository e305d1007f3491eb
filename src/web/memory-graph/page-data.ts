import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'

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
}

/** The display name of a node; the text of a memory is preferred to its label, which may be cut. */
export const nodeName = (node: GraphNode, memories: ReadonlyMap<string, Memory>): string =>
  memories.get(node.id)?.content ?? node.name ?? node.label ?? node.id

/** The display text of an edge between entities. */
export const relationLabel = ({ label, relationshipType }: GraphEdge): string =>
  label ?? (relationshipType ?? '').replaceAll('_', ' ')
