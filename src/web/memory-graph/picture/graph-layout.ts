import type { Memory } from '../../../contract/memories.js'
import type { MemoryGraph } from '../../../contract/memory-graph.js'
import type { GraphNode } from '../page-data.js'
import { type Circle, packCircles } from './pack-circles.js'

/** The group of nodes that no topic contains. */
export const OTHERS = 'others'
/** The group of people, places and things. */
export const ENTITIES = 'entities'
/** What these groups are called. */
export const GROUP_LABELS = { [OTHERS]: 'Without a topic', [ENTITIES]: 'People, places, things' } as const

/** Radius of the place that one node takes, in units of the layout: neighbours are about one unit apart. */
const SPIRAL = 0.58
const RIM = 0.85
const PLAYER_RADIUS = 1.1
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
/** A topic, the entities, or what belongs to neither, as a circle around its nodes. */
export type Group = Circle & {
  readonly id: string
  readonly label: string
  readonly count: number
  /** How far its dots keep from its edge, beyond what all do. */
  readonly rim: number
}
/** What it is drawn in: width to height, and the width in pixels. */
export type WindowForm = { readonly aspect: number; readonly width: number }
export type GraphLayout = {
  readonly nodes: ReadonlyMap<string, LaidOutNode>
  readonly groups: readonly Group[]
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
  // Its long name has room only at the edge.
  if (window.width < NARROW_WINDOW)
    gathered.sort((a, b) => Number(a.id === ENTITIES) - Number(b.id === ENTITIES))
  const radii = gathered.map(({ members }) => radiusOf(members.length))
  const room = roomForNames(radii, window)
  const circles = packCircles(
    { x: 0, y: 0, radius: PLAYER_RADIUS + room / 2 },
    radii.map((radius) => radius + room),
    window.aspect,
  )
  const groups = gathered.map(({ id, label, members }, index) => ({
    ...{ id, label, count: members.length, rim: room },
    // One circle was asked for each group.
    ...(circles[index] as Circle),
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
  return { nodes: new Map([...users, ...placed].map((one) => [one.node.id, one])), groups }
}

/** In a window narrower than this, in pixels, names of topics are as large as their circles. */
export const NARROW_WINDOW = 500
/** How much of a name of two lines may lie inside its circle, in pixels. */
const NAME_ROOM = 20
/** The part of the window that circles cover. */
const DENSITY = 0.4

/** How much wider circles are in a narrow window, so that names on their rims cover no dots; in units of the layout. */
function roomForNames(radii: readonly number[], { aspect, width }: WindowForm): number {
  if (width >= NARROW_WINDOW) return 0
  let room = 0
  // The wider the circles are, the smaller is all of it drawn.
  for (let round = 0; round < 4; round++) {
    const area = radii.reduce((sum, radius) => sum + Math.PI * (radius + room) ** 2, Math.PI)
    room = NAME_ROOM / Math.sqrt((DENSITY * width ** 2) / aspect / area)
  }
  return room
}

/** Up to so many nodes stand in a ring, the first on top: their texts have room there. */
const RING = 4

const radiusOf = (count: number): number =>
  count <= RING ? ringOf(count) + 1.05 : SPIRAL * Math.sqrt(count) + RIM

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
