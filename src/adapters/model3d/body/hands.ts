import { mergeShapes, type Shape } from '../geometry/shape.js'
import { tube } from '../geometry/tube.js'
import { add, scale, type Vec3 } from '../geometry/vector.js'
import type { BodyPlan } from './body-part.js'

/** The left hand: a palm, four fingers close together and a thumb, a little bent. */
export function handShape(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const size = frame.unit * 0.5 * (1 + frame.thick.limb)
  const wrist = frame.joints.LeftHand
  const way = frame.armWay
  /** Along the hand, to its front, and away from the body; in shares of the size. */
  const at = (far: number, front: number, out: number): Vec3 =>
    add(
      wrist,
      add(scale(way, far * size), add([0, 0, front * size], scale([-way[1], way[0], 0], out * size))),
    )
  const palm = tube({
    path: [at(-0.022, 0, 0), at(0.025, 0.002, 0), at(0.074, 0.002, -0.002)],
    radius: (share) => [
      0.023 * size,
      (0.03 + 0.012 * Math.sin(Math.PI * Math.min(1, share * 1.15)) ** 1) * size,
    ],
    across: detail(12),
    down: detail(10),
  })
  const fingers = [-0.03, -0.01, 0.01, 0.03].map((front, index) =>
    tube({
      path: [
        at(0.046, front * 0.95, 0),
        at(0.08, front, -0.002),
        at(0.104 - LENGTHS[index as 0], front * 0.92, -0.016),
      ],
      radius: () => [0.0128 * size, 0.0122 * size],
      across: detail(7),
      down: detail(6),
    }),
  )
  const thumb = tube({
    path: [at(0.008, 0.022, -0.004), at(0.036, 0.046, -0.012), at(0.062, 0.05, -0.02)],
    radius: (share) => [0.0145 * size * (1 - 0.15 * share), 0.0145 * size],
    across: detail(8),
    down: detail(7),
    front: way,
  })
  return mergeShapes([palm, ...fingers, thumb])
}

/** How much shorter each finger is than the longest, from the little one on. */
const LENGTHS = [0.018, 0.005, 0, 0.006] as const
