import type { Palette } from './appearance.js'
import { drawGroupNames, type NamedRectangle } from './draw-group-names.js'
import { drawName, type NamePen } from './draw-node-name.js'
import { createFreeSpace } from './free-space.js'
import { ENTITIES, type Group, type LaidOutNode } from './graph-layout.js'
import type { Line } from './lines.js'
import type { Round } from './place-group-name.js'
import type { Viewport } from './viewport.js'
import { wrapText } from './wrap-text.js'

const FAMILY = 'system-ui, sans-serif'
/** Texts of nodes need at least this distance in pixels between neighbours. */
const READABLE_PITCH = 40
/** Nearer together than this no node is named: its text would cover a dozen others. */
const NAMING_PITCH = 27
/** Nearer together than this, an open topic is read by cards of its strongest: beside the dots only the weak have room. */
const CARD_PITCH = 60
/** While nodes are nearer together, only the strongest are named, each with so much room for itself. */
const LANDMARK = { width: 150, height: 66 }
/** The same for a card. */
const CARD = { width: 200, height: 120 }
const MOST_TEXTS = 160
/** Nearer together than this rings are thin, and lie on the rims of their dots. */
const SMALL_PITCH = 16
/** The part of a dot that no name may cover. */
const DOT_CORE = 0.6
/** The part of a dot that is left out of what fades soon, and from which radius on, in pixels, that is seen. */
const HOLE = { part: 0.52, from: 2.5 }

export type TextScene = {
  readonly viewport: Viewport
  readonly palette: Palette
  readonly groups: readonly Group[]
  readonly openGroup: string | null
  readonly lines: readonly Line[]
  /** Nodes that are in view, the most important first. */
  readonly visible: readonly LaidOutNode[]
  /** Named whatever lies there: what is chosen or pointed at. */
  readonly named: ReadonlySet<string>
  /** Named where there is room, before all others: what is joined to the chosen one. */
  readonly joined: ReadonlySet<string>
  readonly chosen: string | null
  /** Nodes that a search has left, if there is one: no others are named. */
  readonly found: ReadonlySet<string> | null
  readonly longTerm: ReadonlySet<string>
  readonly fadingSoon: ReadonlySet<string>
  /** Whether nothing fades a node: time, kinds, a search, the choice of another. */
  isLit(node: LaidOutNode): boolean
  nameOf(node: LaidOutNode): string
  /** How many members of a group all filters have left. */
  countIn(group: Group): number
  /** In pixels. */
  radiusOf(node: LaidOutNode): number
}

/** Draws what lies over the nodes: holes and rings, and the names for which there is room at this zoom. Returns the labels to click. */
export function drawTexts(context: CanvasRenderingContext2D, scene: TextScene): NamedRectangle[] {
  const { viewport, visible, named } = scene
  context.clearRect(0, 0, viewport.width, viewport.height)
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.lineJoin = 'round'
  drawHoles(context, scene)
  drawRings(context, scene)
  const space = createFreeSpace()
  const take = space.take
  const lit = visible.filter(scene.isLit)
  const litDots = lit.map((node) => ({ ...viewport.toScreen(node), radius: scene.radiusOf(node) }))
  const pen = { ...scene, ...space, context, litDots }
  // The player is in the middle of everything, and belongs to no group that would keep a name off.
  const players = visible.filter(({ group }) => group === null)
  reserveDots({ ...scene, visible: players }, take, 1)
  for (const node of players) drawName(pen, node, 'player')
  // The largest come first, as in the layout.
  const groupNames = drawGroupNames(pen, scene.groups)
  if (scene.found !== null || scene.chosen !== null) reserveDots({ ...scene, visible: lit }, take, 1)
  else if (viewport.unit >= NAMING_PITCH && !hasCards(scene)) reserveDots(scene, take, DOT_CORE)
  const first = visible.filter(({ node, group }) => group !== null && named.has(node.id))
  for (const node of first.slice(0, MOST_TEXTS)) drawName(pen, node, 'always')
  for (const node of lit) {
    if (node.group !== null && scene.joined.has(node.node.id)) drawName(pen, node, 'found')
  }
  for (const line of scene.lines.slice(0, 60)) drawLineName(pen, line)
  return [...groupNames, ...drawOtherNames(pen)]
}

/** An open topic whose nodes are too near for names is read by cards of its strongest, which cover some of the dots. */
const hasCards = ({ viewport, openGroup, chosen, found }: TextScene): boolean =>
  viewport.unit < CARD_PITCH &&
  openGroup !== null &&
  openGroup !== ENTITIES &&
  chosen === null &&
  found === null

/** The names of what is neither chosen nor pointed at, as far as there is room; returns where cards are. */
function drawOtherNames(pen: Pen): NamedRectangle[] {
  const cards: NamedRectangle[] = []
  const { viewport, visible, named, joined, found } = pen
  const others = visible.filter(
    (one) => !named.has(one.node.id) && !joined.has(one.node.id) && one.group !== null && pen.isLit(one),
  )
  const spread = createFreeSpace()
  let count = 0
  for (const node of others) {
    if (count >= MOST_TEXTS) break
    const isDense = node.group !== null && found === null && (viewport.unit < NAMING_PITCH || hasCards(pen))
    // Around an open topic the names of others would be cut off by the edge of the window.
    const isAside = found === null && pen.openGroup !== null && node.group !== pen.openGroup
    if (isAside || (isDense && !hasCards(pen))) continue
    if ((isDense || viewport.unit < READABLE_PITCH) && node.node.type !== 'entity') {
      const { x, y } = viewport.toScreen(node)
      const size = isDense ? CARD : LANDMARK
      const room = { x: x - size.width / 2, y: y - size.height / 2, ...size }
      if (!spread.take(room)) continue
    }
    const style = found === null ? 'plain' : 'found'
    const box = drawName(pen, node, isDense ? 'card' : style)
    if (box !== null) count++
    if (box !== null && isDense) cards.push({ ...box, id: node.node.id })
  }
  return cards
}

/** A name in the middle of a dot reads badly, and hides it; it may touch its rim. */
function reserveDots({ viewport, visible, radiusOf }: TextScene, take: Pen['take'], part: number): void {
  for (const node of visible) {
    const { x, y } = viewport.toScreen(node)
    const radius = radiusOf(node) * part
    take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, true)
  }
}

type Pen = NamePen & TextScene & { readonly litDots: readonly Round[] }

/** What fades soon is hollow. */
function drawHoles(context: CanvasRenderingContext2D, scene: TextScene): void {
  const { viewport, palette, visible, fadingSoon } = scene
  context.beginPath()
  for (const node of visible) {
    const radius = scene.radiusOf(node)
    if (radius < HOLE.from || !fadingSoon.has(node.node.id) || !scene.isLit(node)) continue
    const { x, y } = viewport.toScreen(node)
    context.moveTo(x + radius * HOLE.part, y)
    context.arc(x, y, radius * HOLE.part, 0, 2 * Math.PI)
  }
  context.fillStyle = palette.ground
  context.fill()
}

/** A ring around what is in the long-term layer, and a thicker one around what is chosen. */
function drawRings(context: CanvasRenderingContext2D, scene: TextScene): void {
  const { viewport, palette, visible, longTerm, chosen } = scene
  const ring = (node: LaidOutNode, away: number) => {
    const { x, y } = viewport.toScreen(node)
    const radius = scene.radiusOf(node) + away
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
  if (palette.isForced) drawRims(context, scene, ring)
  context.beginPath()
  // Of small dots rings would be all that is seen.
  const isSmall = viewport.unit < SMALL_PITCH
  for (const node of visible) {
    if (scene.isLit(node) && longTerm.has(node.node.id)) ring(node, isSmall ? 0.25 : 2)
  }
  context.strokeStyle = isSmall ? palette.ink : palette.soft
  context.lineWidth = isSmall ? 0.75 : 1.25
  context.stroke()
  context.beginPath()
  for (const node of visible) if (node.node.id === chosen) ring(node, 5)
  context.strokeStyle = palette.accent
  context.lineWidth = 3
  context.stroke()
}

/** What the colours of the reader do not show: all dots, and of those that are faded nothing else. */
function drawRims(
  context: CanvasRenderingContext2D,
  { palette, visible, isLit }: TextScene,
  ring: (node: LaidOutNode, away: number) => void,
): void {
  context.strokeStyle = palette.ink
  for (const [width, isWanted] of [
    [0.25, (node: LaidOutNode) => !isLit(node)],
    [0.75, isLit],
  ] as const) {
    context.beginPath()
    for (const node of visible) if (isWanted(node)) ring(node, 0)
    context.lineWidth = width
    context.stroke()
  }
}

function drawLineName({ context, viewport, palette, take }: Pen, line: Line): void {
  if (line.label === '') return
  const [a, b] = [viewport.toScreen(line.from), viewport.toScreen(line.to)]
  context.font = `italic 12px ${FAMILY}`
  const measure = (part: string) => context.measureText(part).width
  const [text = ''] = wrapText(line.label, { width: 140, lines: 1, measure })
  const width = context.measureText(text).width
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2 - 7]
  if (!take({ x: x - width / 2, y, width, height: 14 })) return
  context.strokeStyle = palette.ground
  context.lineWidth = 4
  context.strokeText(text, x, y)
  context.fillStyle = palette.entityText
  context.fillText(text, x, y)
}
