import type { MemoryGraph } from '../../contract/memory-graph.js'
import { type GraphNode, relationOf } from './data.js'

/** Longer names are whole in the list and in the details only. */
const SHOWN = 60

export type Element = {
  readonly data: {
    readonly id: string
    readonly type: string
    readonly short: string
    readonly source?: string
    readonly target?: string
  }
}

/** The graph as it is drawn. An edge to a node that is not there is left out: the service may know more kinds. */
export function elementsOf({ nodes, edges }: MemoryGraph, nameOf: (node: GraphNode) => string): Element[] {
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
        short: shorten(relationOf(edge)),
      },
    })),
  ]
}

const shorten = (text: string): string => {
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN - 1).join('')}…` : letters.join('')
}
