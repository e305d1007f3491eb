import type { createFreeSpace, Rectangle } from './free-space.js'
import type { Group } from './graph-layout.js'
import { type GroupName, NAME_PADDING, nameLines, RIM } from './group-name.js'
import type { Viewport } from './viewport.js'

/** Where names are placed, and what they keep off. */
export type NameSpace = {
  readonly viewport: Viewport
  readonly groups: readonly Group[]
  readonly openGroup: string | null
  readonly take: ReturnType<typeof createFreeSpace>['take']
  /** How many of its members all filters have left. */
  countIn(group: Group): number
  /** The dots in view that are not faded, in pixels. */
  readonly litDots: readonly Round[]
  /** The width of a text in the size of a name. */
  measure(text: string, size: number): number
}
/** A circle of the screen. */
export type Round = { readonly x: number; readonly y: number; readonly radius: number }

export type PlacedName = { readonly lines: readonly string[]; readonly box: Rectangle; readonly size: number }

/**
 * The place of the name of a group: on the top of its circle, whatever is found or left out. The layout has reserved it
 * there; where it would lie on another circle, a name or a dot that counts all the same, it is left out, and null.
 */
export function placeGroupName(space: NameSpace, group: Group): PlacedName | null {
  const { viewport, groups, litDots, take } = space
  const written = writtenName(space, group)
  // As large as it can become, so that no filter decides whether there is room.
  const onTop = boxOnTop(group.name, group, viewport)
  const isOnTop = isInWindow(onTop, viewport)
  const box = isOnTop ? onTop : boxInside(group.name, group, viewport)
  if (box === null) return null
  const isOnOther = groups.some(
    (other) =>
      other.id !== group.id && distanceTo(box, roundOf(other, viewport)) < other.radius * viewport.unit,
  )
  if (isOnOther || litDots.some((dot) => distanceTo(box, dot) < dot.radius) || !take(box)) return null
  const { width, height } = written
  const drawn = {
    ...{ x: box.x + (box.width - width) / 2, y: box.y + (isOnTop ? box.height - height : 0) },
    ...{ width, height },
  }
  return { lines: written.lines, box: drawn, size: group.name.size }
}

type Size = Pick<Rectangle, 'width' | 'height'>
type Written = Size & { readonly lines: readonly string[] }

function writtenName({ countIn, measure }: NameSpace, group: Group): Written {
  const { name, label, count } = group
  const sized = (text: string) => measure(text, name.size)
  const lines = nameLines({ label, left: countIn(group), count }, { width: name.room, measure: sized })
  return { lines, ...sizeOf(lines, sized, name) }
}

function sizeOf(lines: readonly string[], measure: (text: string) => number, { lineHeight }: GroupName) {
  return {
    width: Math.max(...lines.map(measure), 0) + 2 * NAME_PADDING.x,
    height: lines.length * lineHeight + 2 * NAME_PADDING.y,
  }
}

const roundOf = (group: Group, { toScreen, unit }: Viewport): Round => ({
  ...toScreen(group),
  radius: group.radius * unit,
})

/** In its middle, as low as its dots allow. */
function boxOnTop({ width, height }: Size, group: Group, viewport: Viewport): Rectangle {
  const { x, y, radius } = roundOf(group, viewport)
  return { x: x - width / 2, y: y - radius + RIM.sink(viewport.unit, height) - height, width, height }
}

/** Of a circle whose top is out of the window: at the upper edge of the window, if that is within the circle. */
function boxInside({ width, height }: Size, group: Group, viewport: Viewport): Rectangle | null {
  const { x, y, radius } = roundOf(group, viewport)
  const left = Math.min(Math.max(x - width / 2, EDGE), viewport.width - width - EDGE)
  const box = { x: left, y: EDGE, width, height }
  const corners = [left, left + width].flatMap((cx) => [EDGE, EDGE + height].map((cy) => [cx, cy] as const))
  return corners.every(([cx, cy]) => Math.hypot(cx - x, cy - y) < radius) ? box : null
}

/** In pixels. */
const EDGE = 6

const isInWindow = (box: Rectangle, { width, height }: Viewport): boolean =>
  box.x >= 1 && box.y >= 1 && box.x + box.width <= width - 1 && box.y + box.height <= height - 1

/** From a point to the nearest edge of a rectangle; 0 inside. */
const distanceTo = (box: Rectangle, { x, y }: Pick<Round, 'x' | 'y'>): number =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height))
