import { combineRotations, pitch, roll, rotationAbout, yaw } from '../geometry/quaternion.js'
import { mirror, smoothstep, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from './body-frame.js'
import type { Side } from './bones.js'
import { jointTransforms, type Pose, transformPoint } from './pose.js'

/** A looping animation: `poseAt` is the same at 0 and 1. */
export type AnimationClip = {
  readonly name: string
  readonly seconds: number
  readonly keys: number
  readonly poseAt: (share: number) => Pose
}

/** Radians by which idle arms are lowered from the rest pose. */
const LOWERED = 0.44
const TURN = 2 * Math.PI
const wave = (share: number, times = 1, shift = 0): number => Math.sin(TURN * (times * share + shift))

/** All clips; `free` is the empty hand, which waves. */
export const animationClips = (frame: BodyFrame, free: Side): readonly AnimationClip[] => [
  { name: 'idle', seconds: 4, keys: 32, poseAt: (share) => placeOnGround(frame, idlePose(share)) },
  { name: 'walk', seconds: 1.1, keys: 24, poseAt: (share) => placeOnGround(frame, walkPose(share)) },
  {
    name: 'wave',
    seconds: 2.4,
    keys: 48,
    poseAt: (share) => placeOnGround(frame, wavePose(frame, share, free)),
  },
  { name: 'talk', seconds: 4, keys: 48, poseAt: (share) => placeOnGround(frame, talkPose(share)) },
]

/** Contact points of the sole (heel and ball) from the ankle, as fractions of the chin's height. */
const SOLES: readonly Vec3[] = [
  [0, -0.075, -0.045],
  [0.004, -0.075, 0.09],
]

/** Moves the pose up or down so that the lower foot touches the ground. */
export function placeOnGround(frame: BodyFrame, pose: Pose): Pose {
  const placed = jointTransforms(frame, pose)
  const heights = (['LeftFoot', 'RightFoot'] as const).flatMap((bone) =>
    SOLES.map(([x, y, z]) => {
      const ankle = frame.joints[bone]
      const point: Vec3 = [ankle[0] + x * frame.unit, ankle[1] + y * frame.unit, ankle[2] + z * frame.unit]
      return transformPoint(frame, placed, { bone, point })[1]
    }),
  )
  const [x, y, z] = pose.hips
  return { ...pose, hips: [x, y - Math.min(...heights), z] }
}

/** Breathes and looks around slightly. */
export function idlePose(share: number): Pose {
  const breath = wave(share, 1)
  return {
    hips: [0, 0, 0],
    rotations: {
      Spine: pitch(0.012 * breath),
      Chest: combineRotations(pitch(-0.025 * breath), roll(0.012 * wave(share, 1, 0.2))),
      Neck: pitch(0.012 * breath),
      Head: combineRotations(
        yaw(0.09 * wave(share, 1, 0.1)),
        roll(0.03 * wave(share, 1, 0.35)),
        pitch(0.03 * wave(share, 2)),
      ),
      LeftUpperArm: combineRotations(roll(-LOWERED + 0.02 * breath), pitch(0.03 * wave(share, 1, 0.25))),
      RightUpperArm: combineRotations(roll(LOWERED - 0.02 * breath), pitch(0.03 * wave(share, 1, 0.3))),
      LeftLowerArm: pitch(-0.2 - 0.03 * breath),
      RightLowerArm: pitch(-0.2 - 0.03 * breath),
    },
  }
}

function walkPose(share: number): Pose {
  const leg = (shift: number) => {
    const swing = wave(share, 1, shift)
    // The knee bends while the leg swings forward.
    const lift = Math.max(0, wave(share, 1, shift + 0.25)) ** 1.4
    return {
      upper: pitch(-0.46 * swing - 0.12 * lift),
      lower: pitch(0.12 + 0.95 * lift),
      foot: pitch(0.34 * swing - 0.5 * lift),
    }
  }
  const [left, right] = [leg(0), leg(0.5)]
  const swing = wave(share)
  return {
    hips: [0, 0, 0],
    rotations: {
      Hips: combineRotations(yaw(-0.08 * swing), roll(0.03 * wave(share, 1, 0.25))),
      Spine: pitch(0.04),
      Chest: combineRotations(yaw(0.14 * swing), roll(-0.03 * wave(share, 1, 0.25))),
      Head: combineRotations(yaw(-0.06 * swing), pitch(-0.03 + 0.02 * wave(share, 2))),
      LeftUpperArm: combineRotations(roll(-LOWERED), pitch(0.5 * swing)),
      RightUpperArm: combineRotations(roll(LOWERED), pitch(-0.5 * swing)),
      LeftLowerArm: pitch(-0.42 + 0.2 * swing),
      RightLowerArm: pitch(-0.42 - 0.2 * swing),
      LeftUpperLeg: left.upper,
      LeftLowerLeg: left.lower,
      LeftFoot: left.foot,
      RightUpperLeg: right.upper,
      RightLowerLeg: right.lower,
      RightFoot: right.foot,
    },
  }
}

/** Radians by which the raised arm of a body with a large head leans outwards, so that its hand does not touch the cheek. */
function awayFromHead({ head, joints, unit }: BodyFrame): number {
  const over = head.half[0] - joints.LeftUpperArm[0] - 0.05 * unit
  return Math.min(0.8, Math.max(0, over / (0.2 * unit)))
}

/** Raises a hand, waves four times and lowers it. */
function wavePose(frame: BodyFrame, share: number, side: Side): Pose {
  const turn = side === 'Right' ? 1 : -1
  const up = smoothstep(0, 0.2, share) * smoothstep(1, 0.8, share)
  const to = up * wave(share, 4)
  const still = idlePose(share)
  // A hand that hangs shows its edge to the front: half of the way to its palm is turned below the elbow, half at the wrist.
  const twist = rotationAbout(side === 'Right' ? mirror(frame.armWay) : frame.armWay)
  const half = (turn * up * Math.PI) / 4
  return {
    ...still,
    rotations: {
      ...still.rotations,
      Chest: combineRotations(pitch(-0.03 * up), roll(turn * 0.05 * up)),
      Head: combineRotations(roll(turn * -0.1 * up), yaw(turn * -0.08 * up)),
      [`${side}Shoulder`]: roll(turn * -0.18 * up),
      [`${side}UpperArm`]: combineRotations(pitch(-0.25 * up), roll(turn * (LOWERED * (1 - up) - 0.78 * up))),
      [`${side}LowerArm`]: combineRotations(
        pitch(-0.2 * (1 - up)),
        roll(turn * ((awayFromHead(frame) - 1.36) * up - 0.28 * to)),
        twist(half),
      ),
      [`${side}Hand`]: twist(half),
    },
  }
}

/** Moves both hands and nods. */
function talkPose(share: number): Pose {
  const still = idlePose(share)
  const [left, right] = [0.5 - 0.5 * Math.cos(TURN * 2 * share), 0.5 - 0.5 * Math.cos(TURN * 3 * share)]
  return {
    ...still,
    rotations: {
      ...still.rotations,
      Chest: combineRotations(yaw(0.05 * wave(share)), pitch(-0.02 * wave(share, 2))),
      Neck: pitch(0.03 * wave(share, 4)),
      Head: combineRotations(
        yaw(0.12 * wave(share, 1, 0.1)),
        pitch(0.06 * wave(share, 3) - 0.06 * wave(0, 3)),
        roll(0.05 * wave(share, 2)),
      ),
      LeftUpperArm: combineRotations(roll(-LOWERED + 0.12 * left), pitch(-0.3 * left)),
      RightUpperArm: combineRotations(roll(LOWERED - 0.12 * right), pitch(-0.32 * right)),
      LeftLowerArm: combineRotations(pitch(-0.2 - 0.95 * left), yaw(-0.15 * left)),
      RightLowerArm: combineRotations(pitch(-0.2 - 1.05 * right), yaw(0.15 * right)),
      LeftHand: pitch(-0.2 * left),
      RightHand: pitch(-0.2 * right),
    },
  }
}
