import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import { rotateVector } from '../geometry/quaternion.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { tube } from '../geometry/tube.js'
import { add, subtract, type Vec3 } from '../geometry/vector.js'
import { idlePose, placeOnGround } from '../skeleton/animation-clips.js'
import type { Bone } from '../skeleton/bones.js'
import { jointTransforms } from '../skeleton/pose.js'
import { jointOf } from '../skeleton/skin-weights.js'

/** Items held in the hand, hung at the side or carried on the back. */
export function carriedParts(plan: BodyPlan): BodyPart[] {
  const { staff, sword, backpack } = plan.traits.wears
  return [
    ...(staff === undefined ? [] : staffParts(plan)),
    ...(sword === undefined ? [] : swordParts(plan)),
    ...(backpack === undefined ? [] : [packPart(plan)]),
  ]
}

/** Maps a position in the idle pose back to the rest pose, in which parts are built. */
export function toRestPose({ frame }: BodyPlan, bone: Bone): (place: Vec3) => Vec3 {
  const placed = jointTransforms(frame, placeOnGround(frame, idlePose(0)))[jointOf(bone)]
  if (placed === undefined) return (place) => place
  const { rotation: turn, position: at } = placed
  return (place) =>
    add(frame.joints[bone], rotateVector([-turn[0], -turn[1], -turn[2], turn[3]], subtract(place, at)))
}

/** Where a joint is in the idle pose. */
export const placedJoint = ({ frame }: BodyPlan, bone: Bone): Vec3 =>
  jointTransforms(frame, placeOnGround(frame, idlePose(0)))[jointOf(bone)]?.position ?? frame.joints[bone]

function staffParts(plan: BodyPlan): BodyPart[] {
  const { frame, detail } = plan
  const { unit } = frame
  const [x, , z] = placedJoint(plan, 'RightHand')
  const at = (height: number): Vec3 =>
    toRestPose(plan, 'RightHand')([x - 0.012 * unit, height * unit, z + 0.045 * unit])
  const pole = tube({
    path: [at(0.01), at(0.4), at(0.8), at(1.12)],
    radius: (share) => [(0.014 + 0.004 * share) * unit, (0.014 + 0.004 * share) * unit],
    across: detail(10),
    down: detail(14),
    front: [0.2, 0, 1],
  })
  const size = 0.042 * unit
  const orb = ellipsoid({
    centre: at(1.155),
    radii: [size, size, size],
    across: detail(14),
    down: detail(10),
  })
  const held = { name: 'Staff', bones: ['RightHand'] } as const
  return [
    { ...held, material: 'Leather', region: 'wood', shape: pole },
    { ...held, material: 'Metal', region: 'gold', shape: orb },
  ]
}

/** Whether a colour is nearer to gold than to steel. */
const isGold = ([red, , blue]: readonly number[] = []): boolean => (red ?? 0) - (blue ?? 0) > 0.25

/** A sword in its scabbard at the left hip: its hilt in front of the arm that hangs there, its end behind it. */
function swordParts(plan: BodyPlan): BodyPart[] {
  const { frame, detail } = plan
  const { unit } = frame
  const [x, y, z] = pointOnTorso(frame, { angle: 0.8, share: torsoShare(0.61), above: 0.05 * unit })
  const at = (down: number, side = 0): Vec3 => [
    x + 0.02 * unit + 0.42 * down * unit + side * 0.6 * unit,
    y - down * unit + side * 0.35 * unit,
    z + 0.03 * unit - 0.3 * down * unit + side * 0.6 * unit,
  ]
  const stick = (from: Vec3, to: Vec3, radius: number): Shape =>
    tube({
      path: [from, to],
      radius: () => [radius * 0.6 * unit, radius * unit],
      across: detail(8),
      down: detail(8),
      front: [1, 0, 0.2],
    })
  const worn = { name: 'Sword', bones: ['Hips'] } as const
  return [
    { ...worn, material: 'Leather', region: 'leather', shape: stick(at(0.01), at(0.4), 0.022) },
    {
      ...worn,
      material: 'Metal',
      region: isGold(plan.traits.wears.sword?.colour) ? 'gold' : 'metal',
      shape: mergeShapes([
        stick(at(-0.004, -0.062), at(-0.004, 0.062), 0.013),
        stick(at(0), at(-0.11), 0.014),
      ]),
    },
  ]
}

/** Wider than the back and higher than the shoulders, so that it is seen from the front, too. */
function packPart({ frame, detail }: BodyPlan): BodyPart {
  const { unit } = frame
  const [, y, z] = pointOnTorso(frame, { angle: Math.PI, share: torsoShare(0.77) })
  const bag = ellipsoid({
    centre: [0, y + 0.04 * unit, z - 0.055 * unit],
    radii: [0.18 * unit, 0.175 * unit, 0.075 * unit],
    across: detail(20),
    down: detail(12),
    square: 3.4,
  })
  const pocket = ellipsoid({
    centre: [0, y - 0.045 * unit, z - 0.125 * unit],
    radii: [0.09 * unit, 0.06 * unit, 0.028 * unit],
    across: detail(14),
    down: detail(8),
    square: 3.4,
  })
  const on = (angle: number, height: number): Vec3 =>
    pointOnTorso(frame, { angle, share: torsoShare(height), above: 0.006 * unit })
  const strap = tube({
    path: [on(2.3, 0.9), on(1.5, 0.925), on(0.75, 0.905), on(0.72, 0.82), on(1.1, 0.72), on(1.9, 0.7)],
    radius: () => [0.022 * unit, 0.011 * unit],
    across: detail(8),
    down: detail(20),
    front: [0, 0.5, 1],
  })
  return {
    name: 'Backpack',
    material: 'Leather',
    region: 'backpack',
    bones: ['Chest', 'Spine'],
    shape: mergeShapes([bag, pocket, strap, mirrorShape(strap)]),
  }
}
