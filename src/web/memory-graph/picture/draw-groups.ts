import type { Palette } from './appearance.js'
import { ENTITIES, type Group } from './graph-layout.js'
import type { Line } from './lines.js'
import type { Viewport } from './viewport.js'

const ARROW = 7

type Scene = {
  readonly viewport: Viewport
  readonly palette: Palette
  readonly groups: readonly Group[]
  readonly openGroup: string | null
  readonly lines: readonly Line[]
}

/** Draws what lies under the nodes: the circles of the groups, and the lines of what is chosen. */
export function drawGroups(context: CanvasRenderingContext2D, scene: Scene): void {
  const { viewport, palette, groups, openGroup, lines } = scene
  context.clearRect(0, 0, viewport.width, viewport.height)
  for (const group of groups) {
    const { x, y } = viewport.toScreen(group)
    const colour = group.id === ENTITIES ? palette.entity : palette.cluster
    context.beginPath()
    context.arc(x, y, group.radius * viewport.unit, 0, 2 * Math.PI)
    context.globalAlpha = group.id === openGroup ? 0.12 : 0.07
    context.fillStyle = colour
    context.fill()
    context.globalAlpha = group.id === openGroup ? 1 : 0.55
    context.strokeStyle = colour
    context.lineWidth = group.id === openGroup ? 2 : 1
    context.stroke()
  }
  context.globalAlpha = 1
  for (const line of lines) drawLine(context, line, scene)
}

function drawLine(context: CanvasRenderingContext2D, { from, to, isRelation }: Line, scene: Scene): void {
  const [a, b] = [scene.viewport.toScreen(from), scene.viewport.toScreen(to)]
  const isFew = scene.lines.length < 15
  context.strokeStyle = isRelation ? scene.palette.entity : scene.palette[isFew ? 'ink' : 'soft']
  context.globalAlpha = isRelation || isFew ? 0.9 : 0.35
  context.lineWidth = isRelation ? 1.6 : 1
  context.beginPath()
  context.moveTo(a.x, a.y)
  context.lineTo(b.x, b.y)
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (isRelation && length > 4 * ARROW) {
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length]
    const tip = { x: b.x - 9 * ux, y: b.y - 9 * uy }
    context.moveTo(tip.x - ARROW * (ux - 0.5 * uy), tip.y - ARROW * (uy + 0.5 * ux))
    context.lineTo(tip.x, tip.y)
    context.lineTo(tip.x - ARROW * (ux + 0.5 * uy), tip.y - ARROW * (uy - 0.5 * ux))
  }
  context.stroke()
  context.globalAlpha = 1
}
