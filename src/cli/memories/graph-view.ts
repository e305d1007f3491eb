import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'
import { renderHtmlPage } from '../output/output-file.js'
import { printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { TreeNode } from '../output/tree.js'
import { formatMemoryCount } from './memory-view.js'
import type { Fading } from './read-fading.js'

type Node = MemoryGraph['nodes'][number]
type Edge = MemoryGraph['edges'][number]

type Names = {
  readonly player: string
  /** Complete texts by memory id; for a missing one the shorter label of the node is used. */
  readonly texts: ReadonlyMap<string, string>
}

/** Converts the graph to a tree: the player, topics, memories with their entities; then entities with relations. */
export function memoryGraphTree(graph: MemoryGraph, { player, texts }: Names): TreeNode {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const targetsOf = (type: string, from: string): Node[] =>
    graph.edges.flatMap((edge) =>
      edge.type === type && edge.source === from ? nodeById(byId, edge.target) : [],
    )
  const memory = (node: Node): TreeNode => {
    const mentioned = targetsOf('mentions', node.id)
    const mentions = mentioned.length === 0 ? [] : [{ text: mentioned.map(entityName).join(', ') }]
    return {
      text: texts.get(node.id) ?? nodeLabel(node),
      note: `[${node.memoryType ?? 'memory'}]`,
      children: mentions,
    }
  }
  const topics = graph.nodes.filter(({ type }) => type === 'cluster')
  const inTopics = new Set(topics.flatMap(({ id }) => targetsOf('contains', id).map((node) => node.id)))
  const withoutTopic = graph.nodes.filter(({ id, type }) => type === 'memory' && !inTopics.has(id))
  return {
    text: graph.nodes.find(({ type }) => type === 'user')?.label ?? player,
    note: `(${formatMemoryCount(graph.stats.totalMemories)})`,
    children: [
      ...topics.map((topic) => {
        const memories = targetsOf('contains', topic.id)
        return {
          text: nodeLabel(topic),
          note: `(${topic.memoryCount ?? memories.length})`,
          children: memories.map(memory),
        }
      }),
      ...withoutTopic.map(memory),
      ...entities(graph, byId),
    ],
  }
}

function entities(graph: MemoryGraph, byId: ReadonlyMap<string, Node>): TreeNode[] {
  const found = graph.nodes.filter(({ type }) => type === 'entity')
  if (found.length === 0) return []
  const relations = graph.edges.filter(({ type }) => type === 'relationship')
  const children = found.map((entity) => ({
    text: entityName(entity),
    children: relations
      .filter(({ source }) => source === entity.id)
      .map((edge) => ({
        text: `${edgeLabel(edge)} → ${nodeById(byId, edge.target).map(nodeLabel).join('')}`,
      })),
  }))
  return [{ text: 'People, places, things', note: `(${found.length})`, children }]
}

/** The node as a list; empty if the graph does not contain it. */
const nodeById = (byId: ReadonlyMap<string, Node>, id: string): Node[] => [byId.get(id) ?? []].flat()

export const nodeLabel = ({ label, name, id }: Node): string => label ?? name ?? id

const entityName = (node: Node): string =>
  node.entityType === undefined ? nodeLabel(node) : `${nodeLabel(node)} (${node.entityType})`

/** The label of a relation between entities. */
export const edgeLabel = ({ label, relationshipType }: Edge): string =>
  label ?? (relationshipType ?? 'related to').replaceAll('_', ' ')

const LABEL_WIDTH = 30
const SHAPES: Readonly<Record<string, string>> = {
  user: 'shape=hexagon, style=filled',
  cluster: 'shape=box, style="rounded,filled"',
  memory: 'shape=box, style=rounded',
  entity: 'shape=ellipse',
}

/** Renders the graph in DOT, the language of Graphviz. */
export function renderGraphDot({ nodes, edges }: MemoryGraph): string {
  const lines = [
    ...nodes.map((node) => {
      const label = wrapText(printableLine(nodeLabel(node)), LABEL_WIDTH, true)
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
  /** When they turn unless they are used, the next first; null where the service does not tell. */
  readonly fading: readonly Fading[] | null
}

/** Now, by the clock of this machine or of a service that is ahead of it: nothing was remembered later. */
export function readingTime(memories: readonly Pick<Memory, 'createdAt'>[], now: Date): string {
  const times = memories.map(({ createdAt }) => Date.parse(createdAt)).filter((time) => !Number.isNaN(time))
  return new Date(times.reduce((a, b) => Math.max(a, b), now.getTime())).toISOString()
}

/** Embeds the graph into a page that draws it (src/web/memory-graph). */
export const renderGraphPage = (data: PageData): Promise<string> => renderHtmlPage('memory-graph', data)
