import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'
import { renderHtmlPage } from '../output/output-file.js'
import { printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { TreeNode } from '../output/tree.js'
import { formatMemoryCount } from './memory-view.js'

type Node = MemoryGraph['nodes'][number]
type Edge = MemoryGraph['edges'][number]

type Names = {
  readonly player: string
  /** Whole texts by the id of their memory; where one is missing, the label says its beginning. */
  readonly texts: ReadonlyMap<string, string>
}

/** The graph as a tree: the player, topics, memories with whom and what they mention; then the entities' relations. */
export function memoryGraphTree(graph: MemoryGraph, { player, texts }: Names): TreeNode {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const leaving = (type: string, from: string): Node[] =>
    graph.edges.flatMap((edge) =>
      edge.type === type && edge.source === from ? nodeById(byId, edge.target) : [],
    )
  const memory = (node: Node): TreeNode => {
    const mentioned = leaving('mentions', node.id)
    const mentions = mentioned.length === 0 ? [] : [{ text: mentioned.map(entityName).join(', ') }]
    return {
      text: texts.get(node.id) ?? nodeLabel(node),
      note: `[${node.memoryType ?? 'memory'}]`,
      below: mentions,
    }
  }
  const topics = graph.nodes.filter(({ type }) => type === 'cluster')
  const inTopics = new Set(topics.flatMap(({ id }) => leaving('contains', id).map((node) => node.id)))
  const loose = graph.nodes.filter(({ id, type }) => type === 'memory' && !inTopics.has(id))
  return {
    text: graph.nodes.find(({ type }) => type === 'user')?.label ?? player,
    note: `(${formatMemoryCount(graph.stats.totalMemories)})`,
    below: [
      ...topics.map((topic) => {
        const held = leaving('contains', topic.id)
        return {
          text: nodeLabel(topic),
          note: `(${topic.memoryCount ?? held.length})`,
          below: held.map(memory),
        }
      }),
      ...loose.map(memory),
      ...entities(graph, byId),
    ],
  }
}

function entities(graph: MemoryGraph, byId: ReadonlyMap<string, Node>): TreeNode[] {
  const found = graph.nodes.filter(({ type }) => type === 'entity')
  if (found.length === 0) return []
  const relations = graph.edges.filter(({ type }) => type === 'relationship')
  const below = found.map((entity) => ({
    text: entityName(entity),
    below: relations
      .filter(({ source }) => source === entity.id)
      .map((edge) => ({
        text: `${edgeLabel(edge)} → ${nodeById(byId, edge.target).map(nodeLabel).join('')}`,
      })),
  }))
  return [{ text: 'People, places, things', note: `(${found.length})`, below }]
}

/** Nothing for a node that the graph names and does not hold. */
const nodeById = (byId: ReadonlyMap<string, Node>, id: string): Node[] => [byId.get(id) ?? []].flat()

export const nodeLabel = ({ label, name, id }: Node): string => label ?? name ?? id

const entityName = (node: Node): string =>
  node.entityType === undefined ? nodeLabel(node) : `${nodeLabel(node)} (${node.entityType})`

/** What an edge between entities says. */
export const edgeLabel = ({ label, relationshipType }: Edge): string =>
  label ?? (relationshipType ?? 'related to').replaceAll('_', ' ')

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
      if (edge.type === 'relationship') return `${ends} [label=${quote(edgeLabel(edge))}]`
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

type PageData = {
  readonly character: string
  readonly player: string
  /** ISO 8601. */
  readonly readAt: string
  readonly graph: MemoryGraph
  readonly memories: readonly Memory[]
}

/** One page that draws the graph, with all that it needs in it (src/web/memory-graph). */
export const renderGraphPage = (data: PageData): Promise<string> => renderHtmlPage('memory-graph', data)
