import type { Palette } from './appearance.js'
import { createFreeSpace } from './free-space.js'
import { ENTITIES, type Group, type LaidOutNode } from './graph-layout.js'
import type { Line } from './lines.js'
import type { Viewport } from './viewport.js'
import { cutTo, wrapText } from './wrap-text.js'

const FAMILY = 'system-ui, sans-serif'
const LINE_HEIGHT = 15
/** Texts of nodes need at least this distance in pixels between neighbours. */
const READABLE_PITCH = 40
/** Nearer together than this no node is named: its text would cover a dozen others. */
const NAMING_PITCH = 27
/** While nodes are nearer together, only the strongest are named, each with so much room for itself. */
const LANDMARK = { width: 150, height: 66 }
const MOST_TEXTS = 160
/** The part of a dot that no name may cover. */
const DOT_CORE = 0.6
/** The buttons in the upper right corner. */
const TOOLS = { width: 160, height: 52 }

export type TextScene = {
  readonly viewport: Viewport
  readonly palette: Palette
  readonly groups: readonly Group[]
  readonly openGroup: string | null
  readonly lines: readonly Line[]
  /** Nodes that are in view and not hidden, the most important first. */
  readonly visible: readonly LaidOutNode[]
  /** Named whatever lies there: what is chosen, pointed at or found. */
  readonly named: ReadonlySet<string>
  readonly chosen: string | null
  /** Nodes that a search has left, if there is one: no others are named. */
  readonly found: ReadonlySet<string> | null
  readonly longTerm: ReadonlySet<string>
  nameOf(node: LaidOutNode): string
  /** In pixels. */
  radiusOf(node: LaidOutNode): number
}

/** Draws what lies over the nodes: rings, and the names for which there is room at this zoom. */
export function drawTexts(context: CanvasRenderingContext2D, scene: TextScene): void {
  const { viewport, visible, named, found } = scene
  context.clearRect(0, 0, viewport.width, viewport.height)
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.lineJoin = 'round'
  drawRings(context, scene)
  const space = createFreeSpace()
  const take = space.take
  const pen = { ...scene, context, take }
  take({ x: viewport.width - TOOLS.width, y: 0, ...TOOLS }, true)
  for (const group of scene.groups) drawGroupName(pen, group)
  if (viewport.unit >= NAMING_PITCH) reserveDots(scene, take)
  const first = visible.filter(({ node }) => named.has(node.id))
  for (const node of first.slice(0, MOST_TEXTS)) drawName(pen, node, true)
  for (const line of scene.lines.slice(0, 60)) drawLineName(pen, line)
  const others = visible.filter(({ node }) => !named.has(node.id) && (found === null || found.has(node.id)))
  const spread = createFreeSpace()
  let count = 0
  for (const node of others) {
    if (count >= MOST_TEXTS) break
    if (viewport.unit < NAMING_PITCH && node.group !== null && found === null) continue
    if (viewport.unit < READABLE_PITCH && node.group !== null && node.node.type !== 'entity') {
      const { x, y } = viewport.toScreen(node)
      const room = { x: x - LANDMARK.width / 2, y: y - LANDMARK.height / 2, ...LANDMARK }
      if (!spread.take(room)) continue
    }
    if (drawName(pen, node, false)) count++
  }
}

/** A name in the middle of a dot reads badly, and hides it; it may touch its rim. */
function reserveDots({ viewport, visible, radiusOf }: TextScene, take: Take): void {
  for (const node of visible) {
    const { x, y } = viewport.toScreen(node)
    const radius = radiusOf(node) * DOT_CORE
    take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, true)
  }
}

type Pen = TextScene & { readonly context: CanvasRenderingContext2D; readonly take: Take }
type Take = ReturnType<typeof createFreeSpace>['take']

/** A ring around what is in the long-term layer, and a thicker one around what is chosen. */
function drawRings(context: CanvasRenderingContext2D, scene: TextScene): void {
  const { viewport, palette, visible, longTerm, chosen, found } = scene
  const ring = (node: LaidOutNode, away: number) => {
    const { x, y } = viewport.toScreen(node)
    const radius = scene.radiusOf(node) + away
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
  context.beginPath()
  for (const node of visible) {
    if (longTerm.has(node.node.id) && (found === null || found.has(node.node.id))) ring(node, 2)
  }
  context.strokeStyle = palette.ages.day
  context.lineWidth = 1.25
  context.stroke()
  context.beginPath()
  for (const node of visible) if (node.node.id === chosen) ring(node, 5)
  context.strokeStyle = palette.accent
  context.lineWidth = 3
  context.stroke()
}

/** On the upper rim of the circle, at the top of the window while that rim is above it, or on the lower rim. */
function drawGroupName(pen: Pen, group: Group): void {
  const { context, viewport, palette, take } = pen
  const { x, y } = viewport.toScreen(group)
  const radius = group.radius * viewport.unit
  if (x + radius < 0 || x - radius > viewport.width || y + radius < 0 || y - radius > viewport.height) return
  const isOpen = group.id === pen.openGroup
  const isSmall = radius < 62
  context.font = `600 ${isSmall ? 12 : 14}px ${FAMILY}`
  const measure = (part: string) => context.measureText(part).width
  const widest = Math.min(
    viewport.width - 40,
    isSmall ? Math.max(112, 2 * radius) : Math.max(190, 2 * radius),
  )
  const count = isSmall ? '' : ` · ${group.count}`
  const text = `${cutTo(group.label, widest - measure(count), measure)}${count}`
  const width = measure(text) + 14
  const left = Math.min(Math.max(x - width / 2, 6), viewport.width - width - 6)
  const tops = [y - radius - 11, y + radius - 11].map((at) => Math.min(Math.max(at, 6), viewport.height - 28))
  const top =
    tops.find((at) => take({ x: left, y: at, width, height: 22 }, false)) ?? (isOpen ? tops[0] : undefined)
  if (top === undefined) return
  const colour = group.id === ENTITIES ? palette.entity : palette.cluster
  context.beginPath()
  context.roundRect(left, top, width, 22, 11)
  context.fillStyle = isOpen ? colour : palette.panel
  context.fill()
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = isOpen ? palette.panel : colour
  context.fillText(text, left + width / 2, top + 4)
}

/** Under its node, or above it; whether there was room. */
function drawName(pen: Pen, node: LaidOutNode, isForced: boolean): boolean {
  const { context, viewport, palette, take } = pen
  const { x, y } = viewport.toScreen(node)
  const radius = pen.radiusOf(node)
  const isStrong = isForced || node.node.type === 'user'
  context.font = `${isStrong ? '600 ' : ''}13px ${FAMILY}`
  const width = isForced ? 220 : Math.min(220, Math.max(104, viewport.unit * 0.95))
  const room = Math.floor((viewport.unit - radius - 8) / LINE_HEIGHT)
  const most = isForced ? 4 : Math.min(5, Math.max(3, room))
  const lines = wrapText(pen.nameOf(node), {
    width,
    lines: most,
    measure: (part) => context.measureText(part).width,
  })
  const widest = Math.max(...lines.map((line) => context.measureText(line).width), 0)
  const height = lines.length * LINE_HEIGHT
  const boxes = [y + radius + 4, y - radius - 4 - height].map((at) => {
    return { x: x - widest / 2 - 3, y: at - 2, width: widest + 6, height: height + 4 }
  })
  const box = boxes.find((one) => take(one)) ?? (isForced ? boxes[0] : undefined)
  if (box === undefined) return false
  const top = box.y + 2
  if (isForced) {
    context.fillStyle = palette.panel
    context.strokeStyle = palette.line
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(box.x - 3, box.y, box.width + 6, box.height + 2, 6)
    context.fill()
    context.stroke()
  }
  context.strokeStyle = isForced ? palette.panel : palette.ground
  context.fillStyle = node.node.type === 'entity' ? palette.entity : palette.ink
  context.lineWidth = 4
  for (const [index, line] of lines.entries()) {
    if (!isForced) context.strokeText(line, x, top + index * LINE_HEIGHT)
    context.fillText(line, x, top + index * LINE_HEIGHT)
  }
  return true
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
  context.fillStyle = palette.entity
  context.fillText(text, x, y)
}
