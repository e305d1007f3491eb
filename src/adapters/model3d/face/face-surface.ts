import type { BodyPlan } from '../body/body-part.js'
import { pointOnHead } from '../body/head-surface.js'
import { add, clamp, cross, normalize, subtract, type Vec3 } from '../geometry/vector.js'

/** The front of the head with its muzzle, as seen from the front. */
export type FaceSurface = {
  /** A point by its place in halves of the head's width and height from its centre, `above` the skin in such halves. */
  readonly at: (x: number, y: number, above?: number) => Vec3
  /** The direction away from the skin. */
  readonly normalAt: (x: number, y: number) => Vec3
}

/** The muzzle as an ellipsoid, in halves of the head. */
export type Muzzle = { readonly y: number; readonly z: number; readonly radii: Vec3 }

const MUZZLES = {
  short: { y: -0.5, z: 0.72, radii: [0.46, 0.29, 0.46] },
  long: { y: -0.48, z: 0.78, radii: [0.4, 0.31, 0.78] },
  dragon: { y: -0.44, z: 0.8, radii: [0.5, 0.33, 0.86] },
} as const

/** Null for faces that are flat or have a beak. */
export function muzzleOf({ traits }: BodyPlan): Muzzle | null {
  const snout = traits.creature?.snout
  return snout === 'short' || snout === 'long' || snout === 'dragon' ? MUZZLES[snout] : null
}

export function createFaceSurface(plan: BodyPlan): FaceSurface {
  const { head } = plan.frame
  const muzzle = muzzleOf(plan)
  const at = (x: number, y: number, above = 0): Vec3 => {
    const skin = onHead(plan, x, y)
    const front = muzzle === null ? -Infinity : onMuzzle(muzzle, x, y)
    const z = Math.max(skin[2], head.centre[2] + front * head.half[2])
    return [head.centre[0] + x * head.half[0], head.centre[1] + y * head.half[1], z + above * head.half[0]]
  }
  const normalAt = (x: number, y: number): Vec3 => {
    const [dx, dy] = [subtract(at(x + 0.04, y), at(x - 0.04, y)), subtract(at(x, y + 0.04), at(x, y - 0.04))]
    return normalize(cross(dx, dy))
  }
  return {
    normalAt,
    at: (x, y, above = 0) => {
      if (above === 0) return at(x, y)
      const [nx, ny, nz] = normalAt(x, y)
      const by = above * head.half[0]
      return add(at(x, y), [nx * by, ny * by, nz * by])
    },
  }
}

/** Forward of the head's centre, in halves of the head's depth. */
function onMuzzle({ y: middle, z, radii }: Muzzle, x: number, y: number): number {
  const rest = 1 - (x / radii[0]) ** 2 - ((y - middle) / radii[1]) ** 2
  return rest <= 0 ? -Infinity : z + radii[2] * Math.sqrt(rest)
}

/** The head's surface at a place seen from the front: bisects the angle that gives the x. */
function onHead({ frame }: BodyPlan, x: number, y: number): Vec3 {
  const { centre, half, square } = frame.head
  const fall = square > 2 ? boxyFall(y, square) : Math.acos(clamp(y, -0.98, 0.98))
  const want = Math.abs(x) * half[0]
  let [low, high] = [0, Math.PI / 2]
  for (let step = 0; step < 12; step += 1) {
    const angle = (low + high) / 2
    if (pointOnHead(frame, { angle, fall })[0] - centre[0] < want) low = angle
    else high = angle
  }
  return pointOnHead(frame, { angle: low, fall })
}

function boxyFall(y: number, square: number): number {
  const ring = (1 - Math.abs(clamp(y, -0.98, 0.98)) ** square) ** (1 / square)
  return Math.atan2(ring, y)
}
