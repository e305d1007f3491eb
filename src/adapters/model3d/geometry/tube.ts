import { catmullRom } from './curve.js'
import type { Shape } from './shape.js'
import { surface } from './surface.js'
import { add, cross, dot, normalize, scale, subtract, type Vec3 } from './vector.js'

export type Tube = {
  readonly path: readonly Vec3[]
  /** Half the width to the side and to the front, by position along the path (0 to 1). */
  readonly radius: (share: number) => readonly [side: number, front: number]
  readonly across: number
  readonly down: number
  /** Direction of its front; must not be parallel to the path. */
  readonly front?: Vec3
  /** Which ends are closed by a dome. */
  readonly ends?: 'both' | 'last' | 'open'
  /** Exponent of the superellipse; above 2 is squarer. */
  readonly square?: number
}

const FORWARD: Vec3 = [0, 0, 1]
/** Fraction of the path covered by a dome. */
const DOME = 0.16

/** A tube along a curve, for limbs, tails of hair and straps. Its front is at u = 0.5. */
export function tube({
  path,
  radius,
  across,
  down,
  front = FORWARD,
  ends = 'both',
  square = 2,
}: Tube): Shape {
  return surface({
    across,
    down,
    at: (u, v) => {
      const share = ends === 'open' ? v : domeSpacing(v, ends)
      const { ahead, aside } = frameAt(path, share, front)
      const [side, depth] = radius(share)
      const dome = ends === 'open' ? 1 : domeAt(share, ends)
      const [x, z] = superellipsePoint((u - 0.5) * 2 * Math.PI, square)
      return add(catmullRom(path, share), add(scale(aside, x * side * dome), scale(ahead, z * depth * dome)))
    },
  })
}

/** A point on a superellipse, a circle for 2: front at angle 0, then to the left. */
export function superellipsePoint(angle: number, square = 2): readonly [x: number, z: number] {
  const [x, z] = [Math.sin(angle), Math.cos(angle)]
  if (square === 2) return [x, z]
  const size = (Math.abs(x) ** square + Math.abs(z) ** square) ** (1 / square)
  return [x / size, z / size]
}

/** Places more rows in the domes. */
const domeSpacing = (v: number, ends: 'both' | 'last'): number =>
  ends === 'both' ? (1 - Math.cos(Math.PI * v)) / 2 : Math.sin((Math.PI * v) / 2)

function domeAt(share: number, ends: 'both' | 'last'): number {
  const last = domed((1 - share) / DOME)
  return ends === 'last' ? last : last * domed(share / DOME)
}

const domed = (share: number): number => (share >= 1 ? 1 : Math.sqrt(Math.max(0, 1 - (1 - share) ** 2)))

function frameAt(path: readonly Vec3[], share: number, front: Vec3) {
  const step = 0.01
  const way = normalize(subtract(catmullRom(path, share + step), catmullRom(path, share - step)))
  const ahead = normalize(subtract(front, scale(way, dot(front, way))))
  return { ahead, aside: cross(ahead, way) }
}
