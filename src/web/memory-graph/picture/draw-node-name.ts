import type { Palette } from './appearance.js'
import type { createFreeSpace, Rectangle } from './free-space.js'
import type { LaidOutNode } from './graph-layout.js'
import type { Round } from './place-group-name.js'
import { type NameStyle, type NameSurroundings, placeNodeName } from './place-node-name.js'
import { wrapText } from './wrap-text.js'

const FAMILY = 'system-ui, sans-serif'
const LINE_HEIGHT = 15
/** In pixels: a name farther from its dot than this has a line to it. */
const NEAR = 10
export type NamePen = NameSurroundings &
  Pick<ReturnType<typeof createFreeSpace>, 'take'> & {
    readonly context: CanvasRenderingContext2D
    readonly palette: Palette
    nameOf(node: LaidOutNode): string
  }

/** Draws the name of a node near it; null if there was no room. */
export function drawName(pen: NamePen, node: LaidOutNode, style: NameStyle): Rectangle | null {
  const { context, viewport, take } = pen
  const dot = { ...viewport.toScreen(node), radius: pen.radiusOf(node) }
  context.font = `${style === 'always' || style === 'player' ? '600 ' : ''}13px ${FAMILY}`
  const lines = linesOf(pen, node, style)
  const widest = Math.max(...lines.map((line) => context.measureText(line).width), 0)
  const size = { width: widest + 6, height: lines.length * LINE_HEIGHT + 4 }
  const place = placeNodeName(pen, { dot, size, style })
  if (place === null) return null
  const { box, distance } = place
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

function linesOf(pen: NamePen, node: LaidOutNode, style: NameStyle): string[] {
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
  context.strokeStyle = palette.ink
  context.lineWidth = 1
  context.stroke()
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
  context.fillStyle = isEntity ? palette.entity : palette.ink
  context.lineWidth = 4
  for (const [index, line] of lines.entries()) {
    const at = { x: box.x + box.width / 2, y: box.y + 2 + index * LINE_HEIGHT }
    if (!isCard) context.strokeText(line, at.x, at.y)
    context.fillText(line, at.x, at.y)
  }
}
