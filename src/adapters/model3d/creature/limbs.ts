import { armPath } from '../body/arm-path.js'
import type { BodyPlan } from '../body/body-part.js'
import { interpolateSoftly } from '../geometry/curve.js'
import { mergeShapes, type Shape } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { tube } from '../geometry/tube.js'
import { add, lerpVector, scale, type Vec3 } from '../geometry/vector.js'

/** The left wing of a bird, where people have an arm and a hand. */
export function wingArm({ frame, detail }: BodyPlan): Shape {
  const [inner, shoulder, middle, elbow, wrist] = armPath(frame)
  const { unit } = frame
  const tip = add(wrist, scale(frame.armWay, 0.12 * unit))
  return tube({
    path: [inner, shoulder, middle, elbow, wrist, add(tip, [-0.01 * unit, 0, -0.03 * unit])],
    radius: (share) => [
      unit * interpolateSoftly([0.03, 0.042, 0.04, 0.034, 0.026, 0.012], share),
      unit * interpolateSoftly([0.05, 0.1, 0.145, 0.155, 0.125, 0.045], share),
    ],
    across: detail(16),
    down: detail(20),
  })
}

/** The left paw: a round mitten with a thumb. */
export function pawShape({ frame, detail }: BodyPlan): Shape {
  const size = frame.unit * 0.5 * (1 + frame.thick.limb)
  const at = (far: number, front: number): Vec3 =>
    add(frame.joints.LeftHand, add(scale(frame.armWay, far * size), [0, 0, front * size]))
  const palm = tube({
    path: [at(-0.03, 0), at(0.03, 0.004), at(0.085, 0.006)],
    radius: (share) => [
      size * interpolateSoftly([0.034, 0.044, 0.04], share),
      size * interpolateSoftly([0.036, 0.052, 0.05], share),
    ],
    across: detail(14),
    down: detail(10),
  })
  const thumb = ellipsoid({
    centre: at(0.022, 0.046),
    radii: [0.02 * size, 0.028 * size, 0.022 * size],
    across: detail(9),
    down: detail(7),
  })
  return mergeShapes([palm, thumb])
}

/** Half a claw's length and thickness, in the body's units. */
const CLAW = [0.03, 0.013] as const

/** The left foot of a beast: a round paw with three toes. */
export function pawFoot({ frame, detail }: BodyPlan): { readonly foot: Shape; readonly claws: Shape } {
  const { unit } = frame
  const [x] = frame.joints.LeftFoot
  const heel = ellipsoid({
    centre: [x, 0.046 * unit, 0.018 * unit],
    radii: [0.068 * unit, 0.046 * unit, 0.084 * unit],
    across: detail(18),
    down: detail(12),
    square: 2.3,
  })
  const toes = [-0.042, 0, 0.042].map(
    (side): Vec3 => [x + (side + 0.008) * unit, 0.034 * unit, (0.088 - Math.abs(side) * 0.35) * unit],
  )
  const rounds = toes.map((centre) =>
    ellipsoid({
      centre,
      radii: [0.029 * unit, 0.034 * unit, 0.036 * unit],
      across: detail(10),
      down: detail(8),
    }),
  )
  const claws = toes.map((centre) =>
    ellipsoid({
      centre: add(centre, [0, -0.012 * unit, 0.034 * unit]),
      radii: [CLAW[1] * unit, CLAW[1] * unit, CLAW[0] * unit],
      across: detail(7),
      down: detail(6),
    }),
  )
  return { foot: mergeShapes([heel, ...rounds]), claws: mergeShapes(claws) }
}

/** The left foot of a bird: three toes forwards and one back. */
export function birdFoot({ frame, detail }: BodyPlan): Shape {
  const { unit } = frame
  const [x, ankleHeight, z] = frame.joints.LeftFoot
  const ankle: Vec3 = [x, ankleHeight * 0.6, z]
  const toe = (side: number, far: number): Shape => {
    const end: Vec3 = [x + side * unit, 0.014 * unit, z + far * unit]
    return tube({
      path: [ankle, add(lerpVector(ankle, end, 0.5), [0, -0.004 * unit, 0]), end],
      radius: (share) => [unit * (0.026 - 0.01 * share), unit * 0.014],
      across: detail(9),
      down: detail(8),
      front: [0, 1, 0.4],
    })
  }
  return mergeShapes([toe(0.07, 0.1), toe(0.008, 0.13), toe(-0.055, 0.1), toe(0.004, -0.06)])
}
