import type { MemoryGraph } from '../../../contract/memory-graph.js'
import type { TreeNode } from '../../output/tree.js'
import { formatMemoryCount } from '../memory-view.js'

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
        text: `${relationLabel(edge)} → ${nodeById(byId, edge.target).map(nodeLabel).join('')}`,
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
export const relationLabel = ({ label, relationshipType }: Edge): string =>
  label ?? (relationshipType ?? 'related to').replaceAll('_', ' ')
