import type { Memory } from '../../contract/memories.js'
import { type GraphNode, type MemoryGraphPageData, nodeName, relationLabel } from './page-data.js'
import type { Group } from './picture/graph-layout.js'

type DetailsContext = {
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  choose(id: string): void
}

/** The content of the details panel. Texts are set as text content and never parsed as markup. */
export function renderNodeDetails({ data, memories, choose }: DetailsContext, node: GraphNode): Node[] {
  const memory = memories.get(node.id)
  const heading = element('h2', nodeName(node, memories))
  const quote = memory?.sourceQuote ? [element('blockquote', memory.sourceQuote)] : []
  return [heading, ...quote, fieldsOf(node, memory), ...neighbours({ data, memories, choose }, node)]
}

/** Of a group that is no node of the graph, such as that of all entities. */
export const renderGroupDetails = ({ label, count }: Group): Node[] => [
  element('h2', label),
  element('p', `${count} in this circle. Choose one to see what it is joined to.`),
]

function fieldsOf(node: GraphNode, memory: Memory | undefined): HTMLElement {
  const fields: readonly (readonly [string, string | null | undefined])[] = [
    ['kind', node.type === 'cluster' ? 'topic' : node.type],
    ['type', memory?.memoryType ?? node.memoryType ?? node.entityType],
    ['memories', node.memoryCount === undefined ? null : String(node.memoryCount)],
    ['kept', memory && (memory.memoryLayer === 'ltm' ? 'long-term' : 'short-term')],
    ['importance', memory && `${memory.importance} of 1`],
    ['confidence', memory && `${memory.confidence} of 1`],
    ['source', memory?.source.replaceAll('_', ' ')],
    ['remembered', timeOf(memory?.createdAt)],
    ['said', timeOf(memory?.sourceMessageTimestamp)],
    ['changed', timeOf(memory?.updatedAt)],
    ['used', memory && timesOf(memory.accessCount)],
    ['last used', timeOf(memory?.lastAccessedAt)],
    ['id', memory?.id],
  ]
  const list = document.createElement('dl')
  for (const [name, value] of fields) if (value) list.append(element('dt', name), element('dd', value))
  return list
}

/** Those of a large topic are in the list. */
const MOST_NEIGHBOURS = 100

/** The neighbours of a node, as buttons that choose them. */
function neighbours({ data, memories, choose }: DetailsContext, { id }: GraphNode): Node[] {
  const byId = new Map(data.graph.nodes.map((node) => [node.id, node]))
  const rows = data.graph.edges.flatMap((edge) => {
    const other = byId.get(edge.source === id ? edge.target : edge.source)
    if (other === undefined || (edge.source !== id && edge.target !== id)) return []
    const relation = edge.type === 'relationship' ? relationLabel(edge) : ''
    const arrow = edge.source === id ? '→' : '←'
    const button = element('button', `${arrow} ${relation} ${nodeName(other, memories)}`.replace(/ +/g, ' '))
    button.setAttribute('type', 'button')
    button.addEventListener('click', () => choose(other.id))
    const item = document.createElement('li')
    item.append(button)
    return [item]
  })
  if (rows.length === 0) return []
  const list = document.createElement('ul')
  list.append(...rows.slice(0, MOST_NEIGHBOURS))
  const left = rows.length - MOST_NEIGHBOURS
  return [element('h3', 'Joined to'), list, ...(left > 0 ? [element('p', `and ${left} more`)] : [])]
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name)
  created.textContent = text
  return created
}

/** How often, in words. */
function timesOf(count: number): string {
  if (count === 0) return 'never'
  return count === 1 ? 'once' : `${count} times`
}

const timeOf = (time: string | null | undefined): string | null =>
  time ? time.replace('T', ' ').replace(/\.\d+Z$/, 'Z') : null
