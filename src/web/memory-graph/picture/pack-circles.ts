export type Circle = { readonly x: number; readonly y: number; readonly radius: number }

const GAP = 0.7
/** Beyond this many circles the search for a place, whose time grows with their cube, gives way to a spiral. */
const MOST_PACKED = 80
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/**
 * Places circles of the given radii around one that is there, each as near to it as it fits. The time is bounded:
 * many circles go on a spiral that has room for the largest of them everywhere.
 */
export function packCircles(middle: Circle, radii: readonly number[], aspect: number): Circle[] {
  if (radii.length > MOST_PACKED) return onSpiral(middle, radii)
  const placed: Circle[] = [middle]
  for (const radius of radii) placed.push(nearestFree(placed, radius, aspect))
  return placed.slice(1)
}

/** The place nearest to the middle where the circle touches two others, or the middle alone, and overlaps none. */
function nearestFree(placed: readonly Circle[], radius: number, aspect: number): Circle {
  const [middle] = placed
  const reach = (middle?.radius ?? 0) + radius + GAP
  const besideMiddle = [-Math.PI / 2, Math.PI / 2, 0, Math.PI].map((angle) => ({
    ...{ x: reach * Math.cos(angle), y: reach * Math.sin(angle) },
    radius,
  }))
  const candidates = [...besideMiddle]
  for (const [index, a] of placed.entries()) {
    for (const b of placed.slice(index + 1)) candidates.push(...touching(a, b, radius))
  }
  const cost = ({ x, y }: Circle) => (x / aspect) ** 2 + y ** 2
  let best: Circle | undefined
  for (const candidate of candidates) {
    if (best !== undefined && cost(candidate) >= cost(best) - 1e-9) continue
    if (placed.every((other) => !overlaps(candidate, other))) best = candidate
  }
  // Beside the outermost there is always a place: this is only reached if rounding refused it.
  return best ?? { x: 0, y: Math.max(...placed.map(({ y, radius: r }) => y + r)) + radius + GAP, radius }
}

const overlaps = (a: Circle, b: Circle): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius + GAP - 1e-6

/** The two places, if any, where a circle of this radius lies at the gap from both. */
function touching(a: Circle, b: Circle, radius: number): Circle[] {
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
    { x: x + sx, y: y - sy, radius },
    { x: x - sx, y: y + sy, radius },
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
