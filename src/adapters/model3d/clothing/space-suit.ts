import { armPath } from '../body/arm-path.js'
import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { tube } from '../geometry/tube.js'
import { add, lerpVector, type Vec3 } from '../geometry/vector.js'
import { SIDES } from '../skeleton/bones.js'

/** The ring of the neck, the panel on the chest, and bands around arms and legs. */
export function spaceSuitParts(plan: BodyPlan): BodyPart[] {
  if (plan.traits.top.kind !== 'spacesuit') return []
  const { arm, leg } = bands(plan)
  return [
    { name: 'Torso', material: 'Metal', region: 'metal', bones: ['Chest', 'Neck'], shape: neckRing(plan) },
    {
      name: 'Torso',
      material: 'Leather',
      region: 'headphones',
      bones: ['Chest', 'Spine'],
      shape: panel(plan),
    },
    { name: 'Torso', material: 'Gloss', region: 'trim', bones: ['Chest', 'Spine'], shape: lamps(plan) },
    ...SIDES.flatMap((side): BodyPart[] => [
      {
        name: `${side}Arm`,
        material: 'Cloth',
        region: 'trim',
        bones: [`${side}UpperArm`, `${side}LowerArm`],
        shape: side === 'Left' ? arm : mirrorShape(arm),
      },
      {
        name: `${side}Leg`,
        material: 'Cloth',
        region: 'trim',
        bones: [`${side}UpperLeg`, `${side}LowerLeg`],
        shape: side === 'Left' ? leg : mirrorShape(leg),
      },
    ]),
  ]
}

const neckRing = ({ frame, detail }: BodyPlan): Shape =>
  hoop({
    line: (at) => {
      const angle = (at - 0.5) * 2 * Math.PI
      return [
        Math.sin(angle) * 0.15 * frame.unit,
        0.935 * frame.unit,
        (Math.cos(angle) * 0.14 - 0.008) * frame.unit,
      ]
    },
    centre: [0, 0.935 * frame.unit, -0.008 * frame.unit],
    thick: 0.026 * frame.unit,
    high: 0.026 * frame.unit,
    across: detail(8),
    around: detail(32),
  })

const onChest = ({ frame }: BodyPlan, above: number): Vec3 =>
  pointOnTorso(frame, { angle: 0, share: torsoShare(0.755), above: above * frame.unit })

function panel(plan: BodyPlan): Shape {
  const { unit } = plan.frame
  return ellipsoid({
    centre: onChest(plan, 0.004),
    radii: [0.082 * unit, 0.052 * unit, 0.032 * unit],
    across: plan.detail(20),
    down: plan.detail(10),
    square: 4.5,
  })
}

function lamps(plan: BodyPlan): Shape {
  const { unit } = plan.frame
  const centre = onChest(plan, 0.034)
  const lamp = (x: number, y: number, wide: number): Shape =>
    ellipsoid({
      centre: add(centre, [x * unit, y * unit, 0]),
      radii: [wide * unit, 0.013 * unit, 0.009 * unit],
      across: plan.detail(10),
      down: plan.detail(6),
      square: 2.6,
    })
  return mergeShapes([
    lamp(-0.045, 0.018, 0.013),
    lamp(0, 0.018, 0.013),
    lamp(0.045, 0.018, 0.013),
    lamp(0.015, -0.018, 0.042),
  ])
}

function bands({ frame, detail }: BodyPlan): { readonly arm: Shape; readonly leg: Shape } {
  const { unit, thick, joints } = frame
  const band = (from: Vec3, to: Vec3, radius: number): Shape =>
    tube({
      path: [from, to],
      radius: (share) => {
        const edge = share < 0.1 || share > 0.9 ? 0.94 : 1
        return [radius * unit * thick.limb * edge, radius * unit * thick.limb * edge]
      },
      across: detail(16),
      down: detail(6),
      ends: 'open',
    })
  const [, shoulder, , elbow] = armPath(frame)
  const { LeftUpperLeg: hip, LeftLowerLeg: knee } = joints
  return {
    arm: band(lerpVector(shoulder, elbow, 0.44), lerpVector(shoulder, elbow, 0.6), 0.067),
    leg: band(lerpVector(hip, knee, 0.52), lerpVector(hip, knee, 0.66), 0.089),
  }
}
