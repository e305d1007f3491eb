import type { Palette } from './appearance.js'
import type { createFreeSpace, Rectangle } from './free-space.js'
import type { LaidOutNode } from './graph-layout.js'
import type { Round } from './place-group-name.js'
import type { Viewport } from './viewport.js'
import { wrapText } from './wrap-text.js'

const FAMILY = 'system-ui, sans-serif'
const LINE_HEIGHT = 15
/** In pixels: a name farther from its dot than this has a line to it. */
const NEAR = 10
/** How far from its dot a name is tried that may be away from it. */
const DISTANCES = [3, 24, 52]

/**
 * `plain`: beside its dot, if nothing lies there. `card`: the same on a card. `found`: on a card that may be away from its dot.
 * `always`: the same, where the least is covered. `player`: bold, and always there.
 */
type Style = 'plain' | 'card' | 'found' | 'always' | 'player'

export type NamePen = ReturnType<typeof createFreeSpace> & {
  readonly context: CanvasRenderingContext2D
  readonly viewport: Viewport
  readonly palette: Palette
  readonly visible: readonly LaidOutNode[]
  nameOf(node: LaidOutNode): string
  isLit(node: LaidOutNode): boolean
  radiusOf(node: LaidOutNode): number
}

/** Draws the name of a node near it; null if there was no room. */
export function drawName(pen: NamePen, node: LaidOutNode, style: Style): Rectangle | null {
  const { context, viewport, take } = pen
  const dot = { ...viewport.toScreen(node), radius: pen.radiusOf(node) }
  context.font = `${style === 'always' || style === 'player' ? '600 ' : ''}13px ${FAMILY}`
  const lines = linesOf(pen, node, style)
  const widest = Math.max(...lines.map((line) => context.measureText(line).width), 0)
  const size = { width: widest + 6, height: lines.length * LINE_HEIGHT + 4 }
  const places = placesOf({ dot, size, viewport, style })
  const isForced = style === 'always' || style === 'player'
  const place =
    style === 'always' ? leastCovering(pen, places, dot) : places.find((one) => pen.isFree(one.box))
  const { box, distance } = place ?? (isForced ? places[0] : undefined) ?? { box: undefined, distance: 0 }
  if (box === undefined) return null
  take(box, true)
  if (distance > NEAR) drawLeader(pen, dot, box)
  drawLines(pen, {
    lines,
    box,
    isCard: style !== 'plain' && style !== 'player',
    isEntity: node.node.type === 'entity',
  })
  return box
}

function linesOf(pen: NamePen, node: LaidOutNode, style: Style): string[] {
  const { unit } = pen.viewport
  const isForced = style === 'always'
  const width = isForced ? 220 : Math.min(220, Math.max(style === 'plain' ? 104 : 170, unit * 0.95))
  const room = Math.floor((unit - pen.radiusOf(node) - 8) / LINE_HEIGHT)
  const lines = isForced ? 4 : Math.min(5, Math.max(3, room))
  return wrapText(pen.nameOf(node), {
    ...{ width, lines },
    measure: (part) => pen.context.measureText(part).width,
  })
}

type Place = { readonly box: Rectangle; readonly distance: number }

type Placing = {
  readonly dot: Round
  readonly size: Pick<Rectangle, 'width' | 'height'>
  readonly viewport: Viewport
  readonly style: Style
}

/** Under a dot and above it; what may be away from it also beside it and farther, and never beyond the window. */
function placesOf({ dot, size, viewport, style }: Placing): Place[] {
  const { width, height } = size
  const under = (distance: number) => [
    { x: dot.x - width / 2, y: dot.y + dot.radius + distance },
    { x: dot.x - width / 2, y: dot.y - dot.radius - distance - height },
  ]
  if (style === 'plain' || style === 'card') {
    return under(2).map((place) => ({ box: { ...place, ...size }, distance: 2 }))
  }
  const aside = (distance: number) => [
    { x: dot.x + dot.radius + distance + 3, y: dot.y - height / 2 },
    { x: dot.x - dot.radius - distance - 3 - width, y: dot.y - height / 2 },
  ]
  const corners = (distance: number) =>
    [-1, 1].flatMap((up) =>
      [1, -1].map((right) => ({
        x: dot.x + right * (dot.radius + distance) - (right < 0 ? width : 0),
        y: dot.y + up * (dot.radius + distance) - (up < 0 ? height : 0),
      })),
    )
  const within = (at: number, length: number, whole: number) => Math.max(6, Math.min(at, whole - length - 6))
  const { width: right, height: bottom } = viewport
  return DISTANCES.flatMap((distance) =>
    [...under(distance), ...aside(distance), ...corners(distance)].map(({ x, y }) => ({
      box: { x: within(x, width, right), y: within(y, height, bottom), ...size },
      distance,
    })),
  )
}

/** What covering costs: another name, a dot that counts, one that is faded, its own dot; the farther the worse. */
const COST = { name: 40, dot: 8, faded: 1, own: 60, distance: 0.2 }

/** The place where the name covers the least of what counts. */
function leastCovering(pen: NamePen, places: readonly Place[], own: Round): Place | undefined {
  const reach = 360
  const dots = pen.visible.flatMap((node) => {
    const { x, y } = pen.viewport.toScreen(node)
    if (Math.abs(x - own.x) > reach || Math.abs(y - own.y) > reach) return []
    const isFaded = !pen.isLit(node)
    const isOwn = x === own.x && y === own.y
    return [{ x, y, radius: pen.radiusOf(node), cost: isOwn ? COST.own : COST[isFaded ? 'faded' : 'dot'] }]
  })
  const costOf = ({ box, distance }: Place) =>
    dots.reduce((sum, dot) => sum + (covers(box, dot) ? dot.cost : 0), 0) +
    (pen.isFree(box) ? 0 : COST.name) +
    distance * COST.distance
  let best: { readonly place: Place; readonly cost: number } | undefined
  for (const place of places) {
    const cost = costOf(place)
    if (best === undefined || cost < best.cost) best = { place, cost }
  }
  return best?.place
}

const covers = (box: Rectangle, { x, y, radius }: Round): boolean =>
  x + radius > box.x &&
  x - radius < box.x + box.width &&
  y + radius > box.y &&
  y - radius < box.y + box.height

/** From the rim of the dot to the nearest point of the box. */
function drawLeader({ context, palette }: NamePen, { x, y, radius }: Round, box: Rectangle): void {
  const end = {
    x: Math.max(box.x, Math.min(x, box.x + box.width)),
    y: Math.max(box.y, Math.min(y, box.y + box.height)),
  }
  const length = Math.hypot(end.x - x, end.y - y)
  if (length <= radius) return
  context.beginPath()
  context.moveTo(x + ((end.x - x) * radius) / length, y + ((end.y - y) * radius) / length)
  context.lineTo(end.x, end.y)
  context.strokeStyle = palette.soft
  context.lineWidth = 1
  // Other lines join what belongs together.
  context.setLineDash([2, 2])
  context.stroke()
  context.setLineDash([])
}

type Written = {
  readonly lines: readonly string[]
  readonly box: Rectangle
  readonly isCard: boolean
  readonly isEntity: boolean
}

function drawLines({ context, palette }: NamePen, { lines, box, isCard, isEntity }: Written): void {
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
  context.fillStyle = isEntity ? palette.entityText : palette.ink
  context.lineWidth = 4
  for (const [index, line] of lines.entries()) {
    const at = { x: box.x + box.width / 2, y: box.y + 2 + index * LINE_HEIGHT }
    if (!isCard) context.strokeText(line, at.x, at.y)
    context.fillText(line, at.x, at.y)
  }
}
