import type { Palette } from './appearance.js'
import { drawGroupName, type NamedRectangle } from './draw-group-names.js'
import { createFreeSpace, type Rectangle } from './free-space.js'
import { ENTITIES, type Group, type LaidOutNode } from './graph-layout.js'
import type { Line } from './lines.js'
import type { Round } from './place-group-name.js'
import type { Viewport } from './viewport.js'
import { wrapText } from './wrap-text.js'

const FAMILY = 'system-ui, sans-serif'
const LINE_HEIGHT = 15
/** Texts of nodes need at least this distance in pixels between neighbours. */
const READABLE_PITCH = 40
/** Nearer together than this no node is named: its text would cover a dozen others. */
const NAMING_PITCH = 27
/** While nodes are nearer together, only the strongest are named, each with so much room for itself. */
const LANDMARK = { width: 150, height: 66 }
/** The same for a card. */
const CARD = { width: 200, height: 120 }
const MOST_TEXTS = 160
/** The part of a dot that no name may cover. */
const DOT_CORE = 0.6

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
  /** Whether a node may be named that nothing demands to be: others are faded. */
  isNamed(node: LaidOutNode): boolean
  nameOf(node: LaidOutNode): string
  /** How many members of a group the timeline has left. */
  countIn(group: Group): number
  /** In pixels. */
  radiusOf(node: LaidOutNode): number
}

/** Draws what lies over the nodes: rings, and the names for which there is room at this zoom. Returns the labels to click. */
export function drawTexts(context: CanvasRenderingContext2D, scene: TextScene): NamedRectangle[] {
  const { viewport, visible, named } = scene
  context.clearRect(0, 0, viewport.width, viewport.height)
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.lineJoin = 'round'
  drawRings(context, scene)
  const space = createFreeSpace()
  const take = space.take
  const pen = { ...scene, context, take, dotsIn: dotsByGroup(scene) }
  // The player is drawn last, and belongs to no group that would keep a name off.
  reserveDots({ ...scene, visible: visible.filter(({ group }) => group === null) }, take)
  // Around a small circle there are fewer places that are near enough.
  const smallestFirst = [...scene.groups].sort((a, b) => a.radius - b.radius)
  const groupNames = smallestFirst.flatMap((group) => drawGroupName(pen, group) ?? [])
  if (viewport.unit >= NAMING_PITCH && !hasCards(scene)) reserveDots(scene, take)
  const first = visible.filter(({ node }) => named.has(node.id))
  for (const node of first.slice(0, MOST_TEXTS)) drawName(pen, node, 'always')
  for (const line of scene.lines.slice(0, 60)) drawLineName(pen, line)
  return [...groupNames, ...drawOtherNames(pen)]
}

/** Finds the dots of a group, which its name should not cover. */
function dotsByGroup({ viewport, visible, radiusOf }: TextScene): (group: Group) => readonly Round[] {
  const dots = new Map<string | null, Round[]>()
  for (const node of visible) {
    const { x, y } = viewport.toScreen(node)
    const dot = { x, y, radius: radiusOf(node) }
    const own = dots.get(node.group)
    if (own === undefined) dots.set(node.group, [dot])
    else own.push(dot)
  }
  // The player stands between the groups.
  const others = dots.get(null) ?? []
  return ({ id }) => [...others, ...(dots.get(id) ?? [])]
}

/** An open topic whose nodes are too near for names is read by cards of its strongest, which cover some of the dots. */
const hasCards = ({ viewport, openGroup, chosen, found }: TextScene): boolean =>
  viewport.unit < READABLE_PITCH &&
  openGroup !== null &&
  openGroup !== ENTITIES &&
  chosen === null &&
  found === null

/** The names of what is neither chosen nor pointed at, as far as there is room; returns where cards are. */
function drawOtherNames(pen: Pen): NamedRectangle[] {
  const cards: NamedRectangle[] = []
  const { viewport, visible, named, found } = pen
  const others = visible.filter(
    (one) => !named.has(one.node.id) && (found?.has(one.node.id) ?? true) && pen.isNamed(one),
  )
  const spread = createFreeSpace()
  let count = 0
  for (const node of others) {
    if (count >= MOST_TEXTS) break
    const isDense = node.group !== null && found === null && (viewport.unit < NAMING_PITCH || hasCards(pen))
    if (isDense && !(hasCards(pen) && node.group === pen.openGroup)) continue
    if (viewport.unit < READABLE_PITCH && node.group !== null && node.node.type !== 'entity') {
      const { x, y } = viewport.toScreen(node)
      const size = isDense ? CARD : LANDMARK
      const room = { x: x - size.width / 2, y: y - size.height / 2, ...size }
      if (!spread.take(room)) continue
    }
    const box = drawName(pen, node, isDense ? 'card' : 'plain')
    if (box !== null) count++
    if (box !== null && isDense) cards.push({ ...box, id: node.node.id })
  }
  return cards
}

/** A name in the middle of a dot reads badly, and hides it; it may touch its rim. */
function reserveDots({ viewport, visible, radiusOf }: TextScene, take: Take): void {
  for (const node of visible) {
    const { x, y } = viewport.toScreen(node)
    const radius = radiusOf(node) * DOT_CORE
    take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, true)
  }
}

type Pen = TextScene & {
  readonly context: CanvasRenderingContext2D
  readonly take: Take
  dotsIn(group: Group): readonly Round[]
}
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
  context.strokeStyle = palette.soft
  context.lineWidth = 1.25
  context.stroke()
  context.beginPath()
  for (const node of visible) if (node.node.id === chosen) ring(node, 5)
  context.strokeStyle = palette.accent
  context.lineWidth = 3
  context.stroke()
}

type Style = 'plain' | 'card' | 'always'

/** Under its node, or above it, `always` even over others; null if there was no room. */
function drawName(pen: Pen, node: LaidOutNode, style: Style): Rectangle | null {
  const { context, viewport, palette, take } = pen
  const { x, y } = viewport.toScreen(node)
  const radius = pen.radiusOf(node)
  const isForced = style === 'always'
  const isCard = style !== 'plain'
  const isStrong = isForced || node.node.type === 'user'
  context.font = `${isStrong ? '600 ' : ''}13px ${FAMILY}`
  const width = isForced ? 220 : Math.min(220, Math.max(isCard ? 170 : 104, viewport.unit * 0.95))
  const room = Math.floor((viewport.unit - radius - 8) / LINE_HEIGHT)
  const most = isForced ? 4 : Math.min(5, Math.max(3, room))
  const lines = wrapText(pen.nameOf(node), {
    width,
    lines: most,
    measure: (part) => context.measureText(part).width,
  })
  const widest = Math.max(...lines.map((line) => context.measureText(line).width), 0)
  const height = lines.length * LINE_HEIGHT
  const boxes = placesOf(
    { x, y, radius },
    { width: widest + 6, height: height + 4 },
    isForced ? viewport : null,
  )
  const box = boxes.find((one) => take(one)) ?? (isForced ? boxes[0] : undefined)
  if (box === undefined) return null
  const top = box.y + 2
  if (isCard) {
    context.fillStyle = palette.panel
    context.strokeStyle = palette.line
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(box.x - 3, box.y, box.width + 6, box.height + 2, 6)
    context.fill()
    context.stroke()
  }
  context.strokeStyle = isCard ? palette.panel : palette.ground
  context.fillStyle = node.node.type === 'entity' ? palette.entity : palette.ink
  context.lineWidth = 4
  const middle = box.x + box.width / 2
  for (const [index, line] of lines.entries()) {
    if (!isCard) context.strokeText(line, middle, top + index * LINE_HEIGHT)
    context.fillText(line, middle, top + index * LINE_HEIGHT)
  }
  return box
}

/** Under a dot and above it; what has to be named also beside it, and never beyond the window. */
function placesOf(
  { x, y, radius }: Round,
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
  viewport: Viewport | null,
): Rectangle[] {
  const upAndDown = [y + radius + 2, y - radius - 2 - height].map((top) => ({ x: x - width / 2, y: top }))
  if (viewport === null) return upAndDown.map((place) => ({ ...place, width, height }))
  const aside = [x + radius + 6, x - radius - 6 - width].map((left) => ({ x: left, y: y - height / 2 }))
  const within = (at: number, size: number, whole: number) => Math.max(6, Math.min(at, whole - size - 6))
  return [...upAndDown, ...aside].map((place) => ({
    x: within(place.x, width, viewport.width),
    y: within(place.y, height, viewport.height),
    ...{ width, height },
  }))
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
