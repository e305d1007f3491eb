import type { Memory } from '../../contract/memories.js'
import { copyText } from '../copy-text.js'
import type { Fading } from './fading.js'
import { buttonRow, element, marksOf } from './memory-button.js'
import { countsText, memoriesText } from './node-counts.js'
import { type OrderedView, renderOrdered } from './ordered-memories.js'
import {
  type GraphEdge,
  type GraphNode,
  type MemoryGraphPageData,
  nodeName,
  relationLabel,
} from './page-data.js'
import type { Group } from './picture/graph-layout.js'
import { shareText } from './shares.js'
import { DAY, fullTimeText, timeOfMemory, timeText } from './times.js'

type DetailsContext = {
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  /** The memories of the chosen time; null for all. */
  readonly inTime: ReadonlySet<string> | null
  /** How the memories of a person are listed. */
  readonly view: OrderedView
  /** The address of a node on this page. */
  addressOf(id: string): string
  choose(id: string): void
}

/** The content of the details panel. Texts are set as text content and never parsed as markup. */
export function renderNodeDetails(context: DetailsContext, node: GraphNode): Node[] {
  const memory = context.memories.get(node.id)
  const heading = element('h2', nodeName(node, context.memories))
  const quote = memory?.sourceQuote
    ? [element('h3', 'In the words of the player'), element('blockquote', memory.sourceQuote)]
    : []
  return [heading, fieldsOf(context, node), ...quote, ...neighbours(context, node)]
}

type TopicContext = {
  readonly group: Group
  /** Its memories that time and kinds leave. */
  readonly left: readonly Memory[]
  /** Of those, what a search leaves too. */
  readonly memories: readonly Memory[]
  /** The search, in words; empty if there is none. */
  readonly sought: string
  readonly view: OrderedView
  /** Lists what the search leaves out, too. */
  showUnsearched(): void
}

/** Of a topic: its memories, and when it was spoken of. */
export function renderGroupDetails({ group, left, memories, ...context }: TopicContext): Node[] {
  const { label, count } = group
  if (left.length === 0) {
    return [
      element('h2', label),
      element('p', `${count} in this circle. Choose one to see what it is linked to.`),
    ]
  }
  const times = memories.flatMap((memory) => timeOfMemory(memory) ?? []).sort((a, b) => a - b)
  const [first, last] = [times[0], times.at(-1)]
  const span = first === undefined || last === undefined ? '' : spanText(first, last)
  const of = memories.length === count ? memoriesText(count) : `${memories.length} of ${count} memories`
  const isPart = memories.length < left.length
  return [
    element('h2', label),
    element('p', `${of}${isPart ? ` ${context.sought}` : ''}${span}`),
    ...(isPart ? [unsearchedButton(left.length, context)] : []),
    ...(memories.length === 0 ? [] : renderOrdered(memories, context.view)),
  ]
}

function unsearchedButton(
  count: number,
  { showUnsearched }: Pick<TopicContext, 'showUnsearched'>,
): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'whole' })
  button.textContent = `Show all ${count} without the search`
  button.addEventListener('click', showUnsearched)
  return button
}

function spanText(first: number, last: number): string {
  const apartMs = Math.min(DAY, last - first)
  return `, from ${timeText(first, apartMs)} to ${timeText(last, apartMs)}`
}

const TYPES: Readonly<Record<string, string>> = {
  emotional_state: 'a feeling',
  character_self: 'about the character itself',
  spatial_change: 'a change of place',
  event: 'an event',
  player: 'the player',
}
const typeText = (type: string): string => TYPES[type] ?? `a ${type.replaceAll('_', ' ')}`
const SOURCES: Readonly<Record<string, string>> = {
  text_chat: 'a conversation',
  manual_dashboard: 'added by hand',
}

type Field = readonly [name: string, value: string | Node | null | undefined]

function fieldsOf(context: DetailsContext, node: GraphNode): HTMLElement {
  const memory = context.memories.get(node.id)
  const type =
    memory?.memoryType ?? node.memoryType ?? node.entityType ?? (node.type === 'user' ? 'player' : undefined)
  const fields: readonly Field[] = [
    ['What it is', type && typeText(type)],
    ...(memory === undefined ? [] : memoryFields(memory, context.view.fading)),
    ['ID', idField(context.addressOf(node.id), memory?.id ?? node.id)],
  ]
  const list = document.createElement('dl')
  for (const [name, value] of fields) if (value) list.append(element('dt', name), element('dd', value))
  return list
}

const memoryFields = (memory: Memory, fading: Fading): readonly Field[] => [
  ['Remembered', fullTimeText(memory.createdAt)],
  ['Said', fullTimeText(memory.sourceMessageTimestamp)],
  ['How sure, 0 to 1', share(memory.confidence)],
  ['Importance, 0 to 1', share(memory.importance)],
  ['Kept', fading.keptText(memory)],
  ['Recalled', recalledText(memory)],
  ['Comes from', SOURCES[memory.source] ?? memory.source.replaceAll('_', ' ')],
  ['Changed', fullTimeText(memory.updatedAt)],
]

/** `0.27`, also as a bar from 0 to 1. */
function share(value: number): HTMLElement {
  const bar = element('meter')
  bar.setAttribute('value', String(value))
  bar.setAttribute('aria-hidden', 'true')
  return element('span', `${shareText(value)} `, bar)
}

function recalledText({ accessCount, lastAccessedAt }: Memory): string {
  if (accessCount === 0) return 'never'
  const times = accessCount === 1 ? 'once' : `${accessCount} times`
  return lastAccessedAt ? `${times}, last ${fullTimeText(lastAccessedAt)}` : times
}

/** With an address that can be sent to somebody, and a button that copies it: commands take it. */
function idField(address: string, id: string): HTMLElement {
  const link = element('a', id)
  link.setAttribute('href', address)
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy' })
  button.textContent = 'Copy ID'
  button.addEventListener('click', async () => {
    button.textContent = (await copyText(id)) ? 'Copied' : 'Not copied'
  })
  return element('span', link, ' ', button)
}

/** Those of a large topic are in the list. */
const MOST_NEIGHBOURS = 100
/** In which order neighbours of a kind stand. */
const KINDS = ['relationship', 'has_cluster', 'contains', 'mentions']

type Neighbour = {
  readonly edge: GraphEdge
  readonly other: GraphNode
  readonly name: string
  readonly time: number
}

/** What a node is joined to, as buttons that choose it: relations, topics, then the newest first. */
function neighbours({ data, memories, inTime, view, choose }: DetailsContext, own: GraphNode): Node[] {
  const { id } = own
  const byId = new Map(data.graph.nodes.map((node) => [node.id, node]))
  const found = data.graph.edges.flatMap((edge): Neighbour[] => {
    const other = byId.get(edge.source === id ? edge.target : edge.source)
    if (other === undefined || (edge.source !== id && edge.target !== id)) return []
    const time = timeOfMemory(memories.get(other.id)) ?? 0
    return [{ edge, other, time, name: nodeName(other, memories) }]
  })
  if (found.length === 0) return []
  const isInTime = ({ other }: Neighbour) =>
    inTime === null || !memories.has(other.id) || inTime.has(other.id)
  const left = found.filter(isInTime)
  const kindOf = ({ edge }: Neighbour) => KINDS.indexOf(edge.type)
  const sorted = [...left].sort(
    (a, b) => kindOf(a) - kindOf(b) || b.time - a.time || a.name.localeCompare(b.name),
  )
  const ofMemories = left.flatMap(({ other }) => memories.get(other.id) ?? [])
  // One needs no order.
  const ordered = ofMemories.length > 1 ? ofMemories : []
  const others = sorted.filter(({ other }) => ordered.length === 0 || !memories.has(other.id))
  const rows = others.slice(0, MOST_NEIGHBOURS).map((one) => {
    return buttonRow({ id: one.other.id, text: nameIn(one, own), notes: notesOf(one, own, memories) }, choose)
  })
  const more = others.length - rows.length
  const hidden = found.length - left.length
  const leftOut =
    hidden === 0 ? '' : `; ${hidden} more ${hidden === 1 ? 'is' : 'are'} left out by time or kind`
  return [
    element('h3', `Linked to ${countsText(left.map(({ other }) => other)) || 'nothing shown'}${leftOut}`),
    ...(rows.length === 0 ? [] : [element('ul', ...rows)]),
    ...(more > 0 ? [element('p', `and ${more} more, which the list has`)] : []),
    ...(ordered.length === 0 ? [] : renderOrdered(ordered, view)),
  ]
}

/** With the relation of somebody to this: of ada `Vera, sister of ada`. */
function nameIn({ edge, name }: Neighbour, own: GraphNode): string {
  if (edge.type !== 'relationship' || edge.source === own.id) return name
  return `${name}, ${relationLabel(edge)} ${nameOf(own)}`
}

const nameOf = ({ name, label }: GraphNode): string => name ?? label ?? 'this'

function notesOf(neighbour: Neighbour, own: GraphNode, memories: ReadonlyMap<string, Memory>): string[] {
  const { edge, other, name, time } = neighbour
  if (other.type === 'cluster') return ['topic']
  // Under whom it leads to: seen from Vera, `Vera, sister of ada` under `ada`.
  if (edge.type === 'relationship')
    return edge.source === own.id ? [`${nameOf(own)}, ${relationLabel(edge)} ${name}`] : []
  if (other.type === 'user') return ['the player']
  if (other.type === 'entity') return other.entityType === undefined ? [] : [other.entityType]
  const memory = memories.get(other.id)
  if (memory === undefined) return []
  return [...(time === 0 ? [] : [timeText(time, 60_000)]), ...marksOf(memory)]
}
