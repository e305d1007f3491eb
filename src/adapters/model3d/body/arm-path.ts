import { add, lerpVector, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'

/** The left arm's middle line. Starts inside the chest, so that the shoulder has no gap. */
export function armPath({ joints, unit }: BodyFrame): readonly [Vec3, Vec3, Vec3, Vec3, Vec3] {
  const shoulder = joints.LeftUpperArm
  return [
    [shoulder[0] * 0.42, shoulder[1] - 0.004 * unit, shoulder[2]],
    add(shoulder, [-0.012 * unit, 0.002 * unit, 0]),
    lerpVector(shoulder, joints.LeftLowerArm, 0.5),
    joints.LeftLowerArm,
    joints.LeftHand,
  ]
}
