export type Circle = { readonly x: number; readonly y: number; readonly radius: number }

const GAP = 0.7
/** Beyond this many circles the search for a place, whose time grows with their cube, gives way to a spiral. */
const MOST_PACKED = 80
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** What stands on the top of a circle, `sink` of it inside; in the units of the circles. */
export type OnTop = { readonly width: number; readonly height: number; readonly sink: number }
type Form = {
  /** Width to height. */
  readonly aspect: number
  readonly tops?: readonly (OnTop | null)[]
}
type Placed = Circle & { readonly top: OnTop | null }

/**
 * Places circles of the given radii around one that is there, each as near to it as it fits with what stands on top of it.
 * The time is bounded: many circles go on a spiral that has room for the largest of them everywhere.
 */
export function packCircles(middle: Circle, radii: readonly number[], { aspect, tops = [] }: Form): Circle[] {
  if (radii.length > MOST_PACKED) return onSpiral(middle, radii)
  const placed: Placed[] = [{ ...middle, top: null }]
  for (const [index, radius] of radii.entries()) {
    placed.push(nearestFree(placed, { radius, top: tops[index] ?? null }, aspect))
  }
  return placed.slice(1).map(({ x, y, radius }) => ({ x, y, radius }))
}

/** The place nearest to the middle where it touches two others, or the middle alone, and overlaps none. */
function nearestFree(
  placed: readonly Placed[],
  { radius, top }: Omit<Placed, 'x' | 'y'>,
  aspect: number,
): Placed {
  const [middle] = placed
  const reach = (middle?.radius ?? 0) + radius + GAP
  const candidates: Point[] = [-Math.PI / 2, Math.PI / 2, 0, Math.PI].map((angle) => ({
    x: reach * Math.cos(angle),
    y: reach * Math.sin(angle),
  }))
  for (const [index, a] of placed.entries()) {
    for (const b of placed.slice(index + 1)) candidates.push(...touching(a, b, radius))
    if (placed.length <= MOST_WITH_TOPS && (top ?? a.top) !== null)
      candidates.push(...around(a, { radius, top }))
  }
  const cost = ({ x, y }: Point) => (x / aspect) ** 2 + y ** 2
  let best: Placed | undefined
  for (const { x, y } of candidates) {
    if (best !== undefined && cost({ x, y }) >= cost(best) - 1e-9) continue
    const candidate = { x, y, radius, top }
    if (placed.every((other) => !overlaps(candidate, other))) best = candidate
  }
  // Beside the outermost there is always a place: this is only reached if rounding, or what stands on top, refused it.
  const above = Math.max(...placed.map((other) => other.y + other.radius + (other.top?.height ?? 0)))
  return best ?? { x: 0, y: above + radius + GAP, radius, top }
}

type Point = Pick<Circle, 'x' | 'y'>

/** More circles than these are not tried around each other with what stands on top of them. */
const MOST_WITH_TOPS = 30
const DIRECTIONS = 32

/** Places around a circle, at its edge and, for what stands on top of one of the two, farther away. */
function around(one: Placed, { radius, top }: Omit<Placed, 'x' | 'y'>): Point[] {
  const heights = [one.top, top].flatMap((on) => (on === null ? [] : [on.height - on.sink]))
  const away = [0, ...heights.flatMap((height) => [height / 2, height])]
  return Array.from({ length: DIRECTIONS }, (_, at) => (at * 2 * Math.PI) / DIRECTIONS).flatMap((angle) =>
    away.map((more) => {
      const reach = one.radius + radius + GAP + more
      return { x: one.x + reach * Math.cos(angle), y: one.y + reach * Math.sin(angle) }
    }),
  )
}

function overlaps(a: Placed, b: Placed): boolean {
  if (Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius + GAP - 1e-6) return true
  const [onA, onB] = [rectangleOn(a), rectangleOn(b)]
  if (onA !== null && isOnCircle(onA, b)) return true
  if (onB !== null && isOnCircle(onB, a)) return true
  return onA !== null && onB !== null && meet(onA, onB)
}

type Sides = { readonly left: number; readonly right: number; readonly below: number; readonly above: number }

/** Where it stands; upwards is positive. */
export function rectangleOn({ x, y, radius, top }: Placed): Sides | null {
  if (top === null) return null
  const below = y + radius - top.sink
  return { left: x - top.width / 2, right: x + top.width / 2, below, above: below + top.height }
}

/** How near what stands on top comes to another circle. */
const NEAR = 0.25

function isOnCircle({ left, right, below, above }: Sides, { x, y, radius }: Circle): boolean {
  const [aside, up] = [Math.max(left - x, 0, x - right), Math.max(below - y, 0, y - above)]
  return Math.hypot(aside, up) < radius + NEAR
}

const meet = (a: Sides, b: Sides): boolean =>
  a.left < b.right && b.left < a.right && a.below < b.above && b.below < a.above

/** The two places, if any, where a circle of this radius lies at the gap from both. */
function touching(a: Circle, b: Circle, radius: number): Point[] {
  const toA = a.radius + radius + GAP
  const toB = b.radius + radius + GAP
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const apart = Math.hypot(dx, dy)
  if (apart === 0 || apart > toA + toB) return []
  const along = (toA ** 2 - toB ** 2 + apart ** 2) / (2 * apart)
  const aside = Math.sqrt(Math.max(0, toA ** 2 - along ** 2))
  const [x, y] = [a.x + (along * dx) / apart, a.y + (along * dy) / apart]
  const [sx, sy] = [(aside * dy) / apart, (aside * dx) / apart]
  return [
    { x: x + sx, y: y - sy },
    { x: x - sx, y: y + sy },
  ]
}

function onSpiral(middle: Circle, radii: readonly number[]): Circle[] {
  const widest = Math.max(middle.radius, ...radii) + GAP / 2
  return radii.map((radius, index) => {
    // A sunflower's seeds are at least 1.6 times its constant apart; two of the widest need twice their radius.
    const distance = 1.3 * widest * Math.sqrt(index + 2.5)
    const angle = index * GOLDEN_ANGLE
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle), radius }
  })
}
