import type { createFreeSpace, Rectangle } from './free-space.js'
import type { LaidOutNode } from './graph-layout.js'
import type { Round } from './place-group-name.js'
import type { Viewport } from './viewport.js'

/** How far from its dot a name is tried that may be away from it. */
const DISTANCES = [3, 24, 52]

/**
 * `plain`: beside its dot, if nothing lies there. `card`: the same on a card. `found`: on a card that may be away from its dot.
 * `always`: the same, where the least is covered. `player`: bold, and always there.
 */
export type NameStyle = 'plain' | 'card' | 'found' | 'always' | 'player'

/** What lies around a name. */
export type NameSurroundings = Pick<ReturnType<typeof createFreeSpace>, 'isFree'> & {
  readonly viewport: Viewport
  readonly visible: readonly LaidOutNode[]
  /** What a search has left, if there is one. */
  readonly found: ReadonlySet<string> | null
  /** Whether a node may be named that nothing demands to be: others are faded. */
  isNamed(node: LaidOutNode): boolean
  radiusOf(node: LaidOutNode): number
}

type Name = {
  readonly dot: Round
  readonly size: Pick<Rectangle, 'width' | 'height'>
  readonly style: NameStyle
}
/** `distance` is how far the box is from its dot, in pixels. */
type Place = { readonly box: Rectangle; readonly distance: number }

/** Where a name of this size is put; null if there is no room, and it need not be there. */
export function placeNodeName(around: NameSurroundings, name: Name): Place | null {
  const places = placesOf(around.viewport, name)
  if (name.style === 'always') return leastCovering(around, places, name.dot) ?? null
  const free = places.find(({ box }) => around.isFree(box))
  return free ?? (name.style === 'player' ? places[0] : undefined) ?? null
}

/** Under a dot and above it; what may be away from it also beside it and farther, and never beyond the window. */
function placesOf(viewport: NameSurroundings['viewport'], { dot, size, style }: Name): Place[] {
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
function leastCovering(pen: NameSurroundings, places: readonly Place[], own: Round): Place | undefined {
  const reach = 360
  const dots = pen.visible.flatMap((node) => {
    const { x, y } = pen.viewport.toScreen(node)
    if (Math.abs(x - own.x) > reach || Math.abs(y - own.y) > reach) return []
    const isFaded = !(pen.found?.has(node.node.id) ?? true) || !pen.isNamed(node)
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
