import type { createFreeSpace, Rectangle } from './free-space.js'
import { type Group, NARROW_WINDOW } from './graph-layout.js'
import type { Viewport } from './viewport.js'
import { wrapText } from './wrap-text.js'

export const LINE_HEIGHT = 16
export const PADDING = { x: 7, y: 3 }
/** In pixels: the name of a circle smaller than this is written smaller, and all in a narrow window. */
const SMALL_RADIUS = 62
/** Tried, in pixels, where the name has no room in one line. */
const NARROWER = [130, 92, 70].map((width) => ({ width, lines: 3 }))

/** Where names are placed, and what they keep off. */
export type NameSpace = {
  readonly viewport: Viewport
  readonly groups: readonly Group[]
  readonly openGroup: string | null
  readonly take: ReturnType<typeof createFreeSpace>['take']
  /** How many of its members the timeline has left. */
  countIn(group: Group): number
  /** The dots of a group that are in view, in pixels. */
  dotsIn(group: Group): readonly Round[]
  /** The width of a text in the size of a name. */
  measure(text: string, size: number): number
}
type Label = {
  readonly lines: readonly string[]
  readonly width: number
  readonly height: number
  readonly hasCount: boolean
}

/** A name with its place, and the size of its text. */
export type PlacedName = Place & { readonly size: number }

/** Finds the place where the name of a group covers no other, and no dot if that can be; null if little of the circle is in view. */
export function placeGroupName(space: NameSpace, group: Group): PlacedName | null {
  const { viewport, openGroup } = space
  const { x, y } = viewport.toScreen(group)
  const radius = group.radius * viewport.unit
  const isOpen = group.id === openGroup
  const isInWindow = x > 0 && y > 0 && x < viewport.width && y < viewport.height
  const isAround = Math.hypot(x - viewport.width / 2, y - viewport.height / 2) < radius
  if (!isOpen && !isInWindow && !isAround) return null
  const size = radius < SMALL_RADIUS || viewport.width < NARROW_WINDOW ? 12 : 14
  const measure = (text: string) => space.measure(text, size)
  const places = labelsOf({ ...space, measure }, group, radius).flatMap((labels) =>
    placesOf(labels, { x, y, radius }, viewport),
  )
  const dots = space.dotsIn(group)
  // What is tried first reads best; a place over dots or another group is worse than those after it.
  const byWorth = places
    .map((place, at) => ({ place, worth: at * LATER + costOf(place, { group, dots, space }) }))
    .sort((a, b) => a.worth - b.worth)
    .map(({ place }) => place)
  // All of them are named: where there is no room at all, over another.
  const place = byWorth.find(({ box }) => space.take(box)) ?? byWorth[0]
  return place === undefined ? null : { ...place, size }
}

type Surroundings = { readonly group: Group; readonly dots: readonly Round[]; readonly space: NameSpace }

/** What is tried later is worse by so much. */
const LATER = 0.4
/** By how much a name should rather be tried elsewhere. */
const COST = { dot: 16, otherGroup: 120, cutText: 100, noCount: 200, otherRim: 0 }
/** The same where circles have rims without dots for their names. */
const NARROW_COST = { ...COST, dot: 60, otherGroup: 400, noCount: 55, otherRim: 30 }
/** In pixels: a name may touch the rim of another circle, as far as no dots are there. */
const TOUCH = 7

function costOf({ box, label }: Place, { group, dots, space }: Surroundings): number {
  const cost = group.rim > 0 ? NARROW_COST : COST
  const cut = label.lines.some((line) => line.endsWith('…')) ? cost.cutText : 0
  const covered = dots.filter((dot) => distanceTo(box, dot) < dot.radius).length
  const bare = label.hasCount ? 0 : cost.noCount
  const onOther = coversOther(box, { own: group, isRimFree: true }, space) ? cost.otherGroup : 0
  // It would seem to be the name of that.
  const onRim = coversOther(box, { own: group, isRimFree: false }, space) ? cost.otherRim : 0
  return cut + bare + covered * cost.dot + onOther + onRim
}

/** From a point to the nearest edge of a rectangle; 0 inside. */
const distanceTo = (box: Rectangle, { x, y }: Pick<Round, 'x' | 'y'>): number =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height))

/** `isRimFree`: it may lie on the part of the rim that has no dots. */
type Covering = { readonly own: Group; readonly isRimFree: boolean }

/** Whether it lies on the circle of another group, whose name it would seem to be. */
const coversOther = (
  box: Rectangle,
  { own, isRimFree }: Covering,
  { groups, viewport }: NameSpace,
): boolean =>
  groups.some((group) => {
    if (group.id === own.id) return false
    const rim = isRimFree ? Math.max(TOUCH, group.rim * viewport.unit) : TOUCH
    return distanceTo(box, viewport.toScreen(group)) < group.radius * viewport.unit - rim
  })

type Measured = Pick<NameSpace, 'viewport' | 'countIn'> & { measure(text: string): number }

/** The ways to write the name, with the count and without; of each first those that are not much wider than the circle. */
function labelsOf({ viewport, countIn, measure }: Measured, group: Group, radius: number): Label[][] {
  const left = countIn(group)
  const count = left === group.count ? `${group.count}` : `${left}\u00a0of\u00a0${group.count}`
  const variants = [{ width: viewport.width - 12 - 2 * PADDING.x, lines: 1 }, ...NARROWER]
  const isOwn = ({ width }: Label) => width <= Math.max(96, 2 * radius)
  return [`${group.label} (${count})`, group.label].flatMap((text, at) => {
    const labels = variants.map((room) => {
      const lines = wrapText(text, { ...room, measure })
      return {
        lines,
        hasCount: at === 0,
        width: Math.max(...lines.map(measure), 0) + 2 * PADDING.x,
        height: lines.length * LINE_HEIGHT + 2 * PADDING.y,
      }
    })
    return [labels.filter(isOwn), labels.filter((label) => !isOwn(label))]
  })
}

/** A circle of the screen. */
export type Round = { readonly x: number; readonly y: number; readonly radius: number }
type Place = { readonly label: Label; readonly box: Rectangle }

/**
 * Where a name may lie, as parts of the radius, and `out` of its own height: on the rim of the circle, just outside it,
 * aside on the rim, inside, in the middle.
 */
const ON_CIRCLE: readonly { readonly right: number; readonly down: number; readonly out?: number }[] = [
  { right: 0, down: -1 },
  { right: 0, down: 1 },
  { right: 0, down: -1, out: -0.5 },
  { right: 0, down: 1, out: 0.5 },
  { right: 0, down: -1, out: -0.9 },
  { right: 0, down: 1, out: 0.9 },
  { right: -0.55, down: -0.83 },
  { right: 0.55, down: -0.83 },
  { right: -0.55, down: 0.83 },
  { right: 0.55, down: 0.83 },
  { right: -0.8, down: -0.6 },
  { right: 0.8, down: -0.6 },
  { right: -0.8, down: 0.6 },
  { right: 0.8, down: 0.6 },
  { right: -1, down: -0.3 },
  { right: 1, down: -0.3 },
  { right: -1, down: 0.3 },
  { right: 1, down: 0.3 },
  { right: 0, down: -0.75 },
  { right: 0, down: 0.75 },
  { right: 0, down: -0.5 },
  { right: 0, down: 0.5 },
  { right: 0, down: 0 },
]

/** The places of these labels, the best for any of them first, always within the window. */
function placesOf(labels: readonly Label[], { x, y, radius }: Round, viewport: Viewport): Place[] {
  const within = (at: number, size: number, whole: number) => Math.min(Math.max(at, 6), whole - size - 6)
  return ON_CIRCLE.flatMap(({ right, down, out = 0 }) =>
    labels.map((label) => {
      const { width, height } = label
      return {
        label,
        box: {
          x: within(x + right * radius - width / 2, width, viewport.width),
          y: within(y + down * radius + (out - 0.5) * height, height, viewport.height),
          ...{ width, height },
        },
      }
    }),
  )
}
