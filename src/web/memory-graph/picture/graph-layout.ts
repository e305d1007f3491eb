import type { Memory } from '../../../contract/memories.js'
import type { MemoryGraph } from '../../../contract/memory-graph.js'
import type { GraphNode } from '../page-data.js'
import { arrangeCircles } from './arrange-circles.js'
import { type GroupName, type MeasureName, RIM } from './group-name.js'
import type { Circle } from './pack-circles.js'
import type { Box } from './viewport.js'

/** The group of nodes that no topic contains. */
export const OTHERS = 'others'
/** The group of people, places and things. */
export const ENTITIES = 'entities'
/** What these groups are called. */
export const GROUP_LABELS = { [OTHERS]: 'Without a topic', [ENTITIES]: 'People, places, things' } as const

/** Radius of the place that one node takes, in units of the layout: neighbours are about one unit apart. */
const SPIRAL = 0.58
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

export type LaidOutNode = {
  readonly node: GraphNode
  readonly x: number
  readonly y: number
  /** From 0 to 1: the importance of a memory, how often an entity is mentioned. */
  readonly strength: number
  /** The id of its group; null for the player. */
  readonly group: string | null
}
/** A topic, the entities, or what belongs to neither, as a circle around its nodes, with its name on top. */
export type Group = Circle & {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly name: GroupName
}
/** What it is drawn in: its size in pixels, and how wide a text is there. */
export type WindowForm = {
  readonly width: number
  readonly height: number
  readonly measure: MeasureName
}
export type GraphLayout = {
  readonly nodes: ReadonlyMap<string, LaidOutNode>
  readonly groups: readonly Group[]
  /** Around all circles and the names for which there is room, in units of the layout. */
  readonly box: Box
}

type Gathered = { readonly id: string; readonly label: string; readonly members: readonly Strong[] }
type Strong = { readonly node: GraphNode; readonly strength: number }

/**
 * Places every node: groups as circles around the player, and in each the strongest in the middle. The same graph gives
 * the same picture in a window of the same form, in time linear to its nodes.
 */
export function layOutGraph(
  graph: MemoryGraph,
  memories: ReadonlyMap<string, Memory>,
  window: WindowForm,
): GraphLayout {
  const gathered = gather(graph, memories)
  const { circles, names, box } = arrangeCircles(
    gathered.map(({ label, members: { length } }) => ({ label, count: length, radius: radiusOf(length) })),
    window,
  )
  const groups = gathered.map(({ id, label, members }, index) => ({
    ...{ id, label, count: members.length },
    // One circle and one name were asked for each group.
    ...(circles[index] as Circle),
    name: names[index] as GroupName,
  }))
  const placed = groups.flatMap((group, index) =>
    (gathered[index]?.members ?? []).map((member, at) => ({
      ...member,
      ...placeOf(at, group.count, group),
      group: group.id,
    })),
  )
  const users = graph.nodes
    .filter(({ type }) => type === 'user')
    .map((node, index) => ({ node, x: index, y: 0, strength: 1, group: null }))
  return { nodes: new Map([...users, ...placed].map((one) => [one.node.id, one])), groups, box }
}

/** Up to so many nodes stand in a ring, the first on top: their texts have room there. */
const RING = 4

const radiusOf = (count: number): number =>
  count <= RING ? ringOf(count) + 1.05 : SPIRAL * Math.sqrt(count) + RIM.width

const ringOf = (count: number): number => (count === 1 ? 0 : 0.4 + 0.12 * count)

type Place = { readonly x: number; readonly y: number }

function placeOf(at: number, count: number, middle: Place): Place {
  const isRing = count <= RING
  const distance = isRing ? ringOf(count) : SPIRAL * Math.sqrt(at === 0 ? 0 : at + 0.5)
  const angle = isRing ? Math.PI / 2 + (at * 2 * Math.PI) / count : at * GOLDEN_ANGLE
  return { x: middle.x + distance * Math.cos(angle), y: middle.y + distance * Math.sin(angle) }
}

/** The groups, the largest first, each with its nodes, the strongest first. */
function gather({ nodes, edges }: MemoryGraph, memories: ReadonlyMap<string, Memory>): Gathered[] {
  const topics = nodes.filter(({ type }) => type === 'cluster')
  const topicIds = new Set(topics.map(({ id }) => id))
  const topicOf = new Map<string, string>()
  const mentions = new Map<string, number>()
  for (const { type, source, target } of edges) {
    if (type === 'contains' && topicIds.has(source)) topicOf.set(target, source)
    if (type === 'mentions') mentions.set(target, (mentions.get(target) ?? 0) + 1)
  }
  const most = [...mentions.values()].reduce((a, b) => Math.max(a, b), 1)
  const members = new Map<string, Strong[]>()
  for (const node of nodes) {
    if (node.type === 'user' || node.type === 'cluster') continue
    const isEntity = node.type === 'entity'
    const group = isEntity ? ENTITIES : (topicOf.get(node.id) ?? OTHERS)
    const strength = isEntity
      ? Math.sqrt((mentions.get(node.id) ?? 0) / most)
      : (memories.get(node.id)?.importance ?? 0.5)
    const list = members.get(group) ?? []
    list.push({ node, strength })
    members.set(group, list)
  }
  const groups = [
    ...topics.map(({ id, label }) => ({ id, label: label ?? id })),
    { id: ENTITIES, label: GROUP_LABELS[ENTITIES] },
    { id: OTHERS, label: GROUP_LABELS[OTHERS] },
  ]
  return groups
    .map((group) => ({
      ...group,
      members: (members.get(group.id) ?? []).sort((a, b) => b.strength - a.strength),
    }))
    .filter(({ members: { length } }) => length > 0)
    .sort((a, b) => b.members.length - a.members.length)
}
