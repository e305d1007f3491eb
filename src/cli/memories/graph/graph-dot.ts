import type { MemoryGraph } from '../../../contract/memory-graph.js'
import { printableLine } from '../../output/printable.js'
import { wrapText } from '../../output/table.js'
import { nodeLabel, relationLabel } from './graph-tree.js'

const LINE = 30
const SHAPES: Readonly<Record<string, string>> = {
  user: 'shape=hexagon, style=filled',
  cluster: 'shape=box, style="rounded,filled"',
  memory: 'shape=box, style=rounded',
  entity: 'shape=ellipse',
}

/** The graph in the language of Graphviz; every text is a quoted string of it. */
export function renderGraphDot({ nodes, edges }: MemoryGraph): string {
  const lines = [
    ...nodes.map((node) => {
      const label = wrapText(printableLine(nodeLabel(node)), LINE, true)
        .map(escapeDot)
        .join('\\n')
      const shape = SHAPES[node.type]
      return `${quote(node.id)} [label="${label}"${shape === undefined ? '' : `, ${shape}`}]`
    }),
    ...edges.map((edge) => {
      const ends = `${quote(edge.source)} -> ${quote(edge.target)}`
      if (edge.type === 'relationship') return `${ends} [label=${quote(relationLabel(edge))}]`
      return edge.type === 'mentions' ? `${ends} [style=dotted]` : `${ends} [arrowhead=none]`
    }),
  ]
  return [
    'digraph memories {',
    '  rankdir=LR',
    '  node [fontname="sans-serif"]',
    '  edge [fontname="sans-serif", fontsize=10]',
    ...lines.map((line) => `  ${line}`),
    '}',
  ].join('\n')
}

const quote = (text: string): string => `"${escapeDot(printableLine(text))}"`

const escapeDot = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
