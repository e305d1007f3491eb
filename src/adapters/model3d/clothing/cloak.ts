import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { lerp, smoothstep, type Vec3 } from '../geometry/vector.js'

/** How far the cloak reaches around each side, in radians from the back. */
const REACH = 1.72

export function cloakParts(plan: BodyPlan): BodyPart[] {
  if (plan.traits.wears.cloak === undefined) return []
  const worn = { name: 'Cloak', material: 'Cloth', region: 'cloak' } as const
  const clasp = claspOf(plan)
  return [
    { ...worn, bones: ['Chest', 'Spine', 'Hips', 'LeftLowerLeg', 'RightLowerLeg'], shape: sheet(plan) },
    { ...worn, bones: ['Chest'], shape: collar(plan) },
    {
      name: 'Cloak',
      material: 'Metal',
      region: 'gold',
      bones: ['Chest'],
      shape: mergeShapes([clasp, mirrorShape(clasp)]),
    },
  ]
}

/** A folded sheet over the shoulders and down the back. */
function sheet({ frame, detail }: BodyPlan): Shape {
  const { unit, joints } = frame
  const shoulder = joints.LeftUpperArm[0] + 0.062 * unit
  return surface({
    across: detail(34),
    down: detail(18),
    at: (u, v) => {
      const angle = Math.PI + (u - 0.5) * 2 * lerp(REACH * 1.12, REACH * 0.86, v)
      const neck = pointOnTorso(frame, { angle, share: torsoShare(0.945), above: 0.016 * unit })
      const over = smoothstep(0, 0.2, v)
      const fold = 1 + 0.1 * smoothstep(0.15, 0.8, v) * Math.cos(11 * (u - 0.5) * 2 * Math.PI * 0.5)
      const wide = lerp(shoulder, 0.225 * unit * (0.6 + 0.4 * frame.thick.torso), smoothstep(0.1, 1, v))
      const deep = lerp(0.098 * unit * frame.thick.torso, 0.2 * unit, smoothstep(0.12, 1, v) * 0.9)
      const hung: Vec3 = [
        Math.sin(angle) * wide * fold,
        lerp(frame.rise(0.905) * unit, 0.13 * unit, Math.max(0, (v - 0.12) / 0.88)),
        Math.cos(angle) * deep * fold - 0.035 * unit,
      ]
      return [lerp(neck[0], hung[0], over), lerp(neck[1], hung[1], over ** 0.8), lerp(neck[2], hung[2], over)]
    },
  })
}

const collar = ({ frame, detail }: BodyPlan): Shape =>
  hoop({
    line: (at) =>
      pointOnTorso(frame, {
        angle: (at - 0.5) * 2 * Math.PI,
        share: torsoShare(0.938),
        above: 0.012 * frame.unit,
      }),
    centre: [0, frame.rise(0.94) * frame.unit, -0.008 * frame.unit],
    thick: 0.018 * frame.unit,
    high: 0.024 * frame.unit,
    across: detail(8),
    around: detail(28),
  })

function claspOf({ frame, detail }: BodyPlan): Shape {
  const size = 0.018 * frame.unit
  const centre = pointOnTorso(frame, { angle: 0.42, share: torsoShare(0.925), above: 0.026 * frame.unit })
  return ellipsoid({ centre, radii: [size, size, size * 0.6], across: detail(10), down: detail(8) })
}
