import type { Palette } from './appearance.js'
import type { createFreeSpace, Rectangle } from './free-space.js'
import { ENTITIES, type Group } from './graph-layout.js'
import type { Viewport } from './viewport.js'
import { wrapText } from './wrap-text.js'

const LINE_HEIGHT = 16
const PADDING = { x: 7, y: 3 }
/** In pixels: the name of a circle smaller than this is written smaller. */
const SMALL_RADIUS = 62
/** Tried, in pixels, where the name has no room in one line. */
const NARROWER = [130, 92, 70].map((width) => ({ width, lines: 3 }))

export type NamedRectangle = Rectangle & { readonly id: string }

type Pen = {
  readonly context: CanvasRenderingContext2D
  readonly viewport: Viewport
  readonly palette: Palette
  readonly openGroup: string | null
  readonly take: ReturnType<typeof createFreeSpace>['take']
  /** How many of its members the timeline has left. */
  countIn(group: Group): number
}
type Label = { readonly lines: readonly string[]; readonly width: number; readonly height: number }

/** Draws the name of a group where it covers no other, and tells where; null if little of the circle is in view. */
export function drawGroupName(pen: Pen, group: Group): NamedRectangle | null {
  const { context, viewport, openGroup } = pen
  const { x, y } = viewport.toScreen(group)
  const radius = group.radius * viewport.unit
  const isOpen = group.id === openGroup
  const isInWindow = x > 0 && y > 0 && x < viewport.width && y < viewport.height
  const isAround = Math.hypot(x - viewport.width / 2, y - viewport.height / 2) < radius
  if (!isOpen && !isInWindow && !isAround) return null
  context.font = `600 ${radius < SMALL_RADIUS ? 12 : 14}px system-ui, sans-serif`
  const labels = labelsOf(pen, group, radius)
  const places = labels.flatMap((label) => placesOf(label, { x, y, radius }, viewport))
  // All of them are named: where there is no room at all, over another.
  const place = places.find(({ box }) => pen.take(box)) ?? places.at(-1)
  if (place === undefined) return null
  drawLabel(pen, group, place)
  return { id: group.id, ...place.box }
}

/** The ways to write the name, with the count or without; first those that are not much wider than the circle. */
function labelsOf({ context, viewport, countIn }: Pen, group: Group, radius: number): Label[] {
  const measure = (part: string) => context.measureText(part).width
  const left = countIn(group)
  const count = left === group.count ? `${group.count}` : `${left} of ${group.count}`
  const variants = [{ width: viewport.width - 12 - 2 * PADDING.x, lines: 1 }, ...NARROWER]
  const labels = [`${group.label} · ${count}`, group.label].flatMap((text) =>
    variants.map((room) => {
      const lines = wrapText(text, { ...room, measure })
      return {
        lines,
        width: Math.max(...lines.map(measure), 0) + 2 * PADDING.x,
        height: lines.length * LINE_HEIGHT + 2 * PADDING.y,
      }
    }),
  )
  const isOwn = ({ width }: Label) => width <= Math.max(96, 2 * radius)
  return [...labels.filter(isOwn), ...labels.filter((label) => !isOwn(label))]
}

type Round = { readonly x: number; readonly y: number; readonly radius: number }
type Place = { readonly label: Label; readonly box: Rectangle }

/** On the upper rim, on the lower rim, and in the middle, always within the window. */
function placesOf(label: Label, { x, y, radius }: Round, viewport: Viewport): Place[] {
  const { width, height } = label
  const within = (at: number, size: number, whole: number) => Math.min(Math.max(at, 6), whole - size - 6)
  return [y - radius, y + radius, y].map((middle) => ({
    label,
    box: {
      x: within(x - width / 2, width, viewport.width),
      y: within(middle - height / 2, height, viewport.height),
      ...{ width, height },
    },
  }))
}

function drawLabel({ context, palette, openGroup }: Pen, { id }: Group, { label, box }: Place): void {
  const isOpen = id === openGroup
  const colour = id === ENTITIES ? palette.entity : palette.cluster
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, 11)
  context.fillStyle = isOpen ? colour : palette.panel
  context.fill()
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = isOpen ? palette.panel : colour
  for (const [index, line] of label.lines.entries()) {
    context.fillText(line, box.x + box.width / 2, box.y + PADDING.y + 1 + index * LINE_HEIGHT)
  }
}
