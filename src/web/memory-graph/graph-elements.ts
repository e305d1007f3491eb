import type { MemoryGraph } from '../../contract/memory-graph.js'
import { type GraphNode, relationLabel } from './page-data.js'

/** Longer names are cut in the graph; the list and the details show them completely. */
const MAX_LABEL_LENGTH = 60

export type GraphElement = {
  readonly data: {
    readonly id: string
    readonly type: string
    readonly short: string
    readonly source?: string
    readonly target?: string
  }
}

/** The nodes and edges to draw. Leaves out edges to unknown nodes: the service may have more kinds of nodes. */
export function graphElements(
  { nodes, edges }: MemoryGraph,
  nameOf: (node: GraphNode) => string,
): GraphElement[] {
  const known = new Set(nodes.map(({ id }) => id))
  const drawn = edges.filter(({ source, target }) => known.has(source) && known.has(target))
  return [
    ...nodes.map((node) => ({ data: { id: node.id, type: node.type, short: shorten(nameOf(node)) } })),
    ...drawn.map((edge, index) => ({
      data: {
        id: `edge ${index}`,
        type: edge.type,
        source: edge.source,
        target: edge.target,
        short: shorten(relationLabel(edge)),
      },
    })),
  ]
}

const shorten = (text: string): string => {
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length > MAX_LABEL_LENGTH
    ? `${letters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…`
    : letters.join('')
}
