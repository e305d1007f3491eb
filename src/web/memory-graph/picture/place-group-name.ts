import type { createFreeSpace, Rectangle } from './free-space.js'
import type { Group } from './graph-layout.js'
import { type GroupName, LEAST_ROOM, NAME_PADDING, nameLines, RIM } from './group-name.js'
import type { Viewport } from './viewport.js'
import { wrapText } from './wrap-text.js'

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
 * there; where it would lie on another circle, a name or a dot that counts all the same, a smaller form is tried around
 * the circle. Null if nowhere is room, unless it is forced: then it may lie on other circles and dots.
 */
export function placeGroupName(space: NameSpace, group: Group, isForced = false): PlacedName | null {
  const { viewport, take } = space
  // As large as it can become, so that no filter decides whether there is room.
  const onTop = boxOnTop(group.name, group, viewport)
  const isOnTop = isInWindow(onTop, viewport)
  const box = isOnTop ? onTop : boxInside(group.name, group, viewport)
  if (box === null) return null
  if (isFree(space, group, box) && take(box)) {
    const written = writtenName(space, group)
    const { width, height } = written
    const at = { x: box.x + (box.width - width) / 2, y: box.y + (isOnTop ? box.height - height : 0) }
    return { lines: written.lines, box: { ...at, width, height }, size: group.name.size }
  }
  return isOnTop ? placeSmall(space, group, isForced) : null
}

/** Whether it lies on no other circle, and on no dot that counts. */
function isFree({ viewport, groups, litDots }: NameSpace, group: Group, box: Rectangle): boolean {
  const isOnOther = ({ id, radius, ...middle }: Group) =>
    id !== group.id && distanceTo(box, viewport.toScreen(middle)) < radius * viewport.unit
  return !groups.some(isOnOther) && !litDots.some((dot) => distanceTo(box, dot) < dot.radius)
}

const SMALL = 11

/** Around the circle, in small letters, with the one number that counts. */
function placeSmall(space: NameSpace, group: Group, isForced: boolean): PlacedName | null {
  const { viewport, countIn, measure, take } = space
  const sized = (text: string) => measure(text, SMALL)
  const small = { ...group.name, lineHeight: SMALL + 3 }
  const linesFor = (left: number) => {
    const room = { width: Math.min(group.name.room, LEAST_ROOM), measure: sized }
    return nameLines({ label: group.label, left, count: left }, room)
  }
  // As for the largest number, so that no filter moves it.
  const most = sizeOf(linesFor(group.count), sized, small)
  const places = placesAround(most, roundOf(group, viewport)).filter((box) => isInWindow(box, viewport))
  const box =
    places.find((one) => isFree(space, group, one) && take(one)) ??
    (isForced ? (places.find((one) => take(one)) ?? null) : null)
  if (box === null) return null
  const lines = linesFor(countIn(group))
  const { width, height } = sizeOf(lines, sized, small)
  const at = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2 }
  return { lines, box: { ...at, width, height }, size: SMALL }
}

/** In pixels: a short name is no wider than this, however long its first word. */
const SHORT_WIDTH = 72

/**
 * The beginning of the name of a group that has no room for more, of one line; it may lie on the edge of its circle, and
 * on dots, which are too small to be read there. Null if the circle is not whole in the window.
 */
export function placeShortName(space: NameSpace, group: Group): PlacedName | null {
  const { viewport, take, measure, litDots } = space
  const round = roundOf(group, viewport)
  const { x, y, radius } = round
  const whole = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  if (!isInWindow(whole, viewport)) return null
  const sized = (text: string) => measure(text, SMALL)
  const [first = ''] = group.label.split(/[\s,]+/)
  const text = first === group.label ? first : `${first}…`
  const lines = wrapText(text, { width: SHORT_WIDTH, lines: 1, measure: sized })
  const size = sizeOf(lines, sized, { lineHeight: SMALL + 3 })
  const others = litDots.filter((dot) => Math.hypot(dot.x - x, dot.y - y) > radius)
  const places = placesAt(size, round, viewport)
  const isRoomAmong = (groups: readonly Group[]) => (box: Rectangle) =>
    isInWindow(box, viewport) && isFree({ ...space, groups, litDots: others }, group, box) && take(box)
  // On the edge of another circle, rather than nowhere; and rather on a few of its dots than without a name.
  const box =
    places.find(isRoomAmong(space.groups)) ??
    places.find(isRoomAmong([])) ??
    leastOver(
      places.filter((one) => isInWindow(one, viewport)),
      others,
    ).find((one) => take(one))
  return box === undefined ? null : { lines, box, size: SMALL }
}

/** Those that cover the fewest dots first. */
function leastOver(places: readonly Rectangle[], dots: readonly Round[]): Rectangle[] {
  const covered = new Map(
    places.map((box) => [box, dots.filter((dot) => distanceTo(box, dot) < dot.radius).length]),
  )
  return places.toSorted((a, b) => (covered.get(a) ?? 0) - (covered.get(b) ?? 0))
}

/** Below a circle, above and beside it; then more and more over its edge, also out of its middle. */
function placesAt({ width, height }: Size, { x, y, radius }: Round, window: Size): Rectangle[] {
  const size = { width, height }
  const lefts = [0, -1, 1, -2, 2].map((part) => {
    return Math.max(1, Math.min(window.width - width - 1, x - width / 2 + (part * width) / 4))
  })
  const at = (distance: number) =>
    lefts.flatMap((left) => [
      { x: left, y: y + radius + distance, ...size },
      { x: left, y: y - radius - distance - height, ...size },
    ])
  const aside = [x + radius + NEAR, x - radius - NEAR - width].map((left) => {
    return { x: left, y: y - height / 2, ...size }
  })
  return [...at(NEAR), ...aside, ...at(NEAR + height / 2), ...at(-height / 2), ...at(-height)]
}

/** Clockwise from the right, in turns: above, below and aside before what lies between. */
const DIRECTIONS = [-4, 4, 0, 8, -6, -2, 2, 6, -7, -5, -3, -1, 1, 3, 5, 7].map((part) => part / 16)
/** From the edge of the circle, in pixels. */
const NEAR = 2
const DISTANCES = [NEAR, 12]

function placesAround({ width, height }: Size, { x, y, radius }: Round): Rectangle[] {
  return DISTANCES.flatMap((distance) =>
    DIRECTIONS.map((turn) => {
      const [right, down] = [Math.cos(2 * Math.PI * turn), Math.sin(2 * Math.PI * turn)]
      const middle = {
        x: x + right * (radius + distance + width / 2),
        y: y + down * (radius + distance + height / 2),
      }
      return { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
    }),
  )
}

type Size = Pick<Rectangle, 'width' | 'height'>
type Written = Size & { readonly lines: readonly string[] }

function writtenName({ countIn, measure }: NameSpace, group: Group): Written {
  const { name, label, count } = group
  const sized = (text: string) => measure(text, name.size)
  const lines = nameLines({ label, left: countIn(group), count }, { width: name.room, measure: sized })
  return { lines, ...sizeOf(lines, sized, name) }
}

function sizeOf(
  lines: readonly string[],
  measure: (text: string) => number,
  { lineHeight }: Pick<GroupName, 'lineHeight'>,
) {
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
