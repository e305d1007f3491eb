import type { BodyProportions } from '../description/traits.js'
import { add, mirror, scale, type Vec3 } from '../geometry/vector.js'
import type { Bone } from './bones.js'

/** Joints and measures of one figure in metres, in the rest pose with the arms slightly away from the body. */
export type BodyFrame = {
  /** The height of the chin, the unit of the body's measures. */
  readonly unit: number
  readonly joints: Readonly<Record<Bone, Vec3>>
  /** Direction of the left arm; the right is its mirror image. */
  readonly armWay: Vec3
  readonly head: HeadShape & { readonly centre: Vec3; readonly half: Vec3 }
  readonly thick: { readonly limb: number; readonly torso: number; readonly belly: number }
  readonly shoulders: number
  readonly hips: number
  /** The height of a point of the body, for legs that are shorter than a person's; both as shares of the unit. */
  readonly rise: (height: number) => number
}

export type HeadShape = {
  /** The exponent of its ellipses: above 2 it is boxy. */
  readonly square: number
  /** Whether it has a brow, lips and a chin of a person, which are seen from the side. */
  readonly hasProfile: boolean
}

/** Angle of the arms in the rest pose, in radians from straight down. */
export const ARM_ANGLE = 0.62

export function createBodyFrame(
  { height, heads, build, shoulders, hips, legs }: BodyProportions,
  shape: HeadShape,
): BodyFrame {
  const headHeight = height / heads
  const unit = height - headHeight
  const thick = { limb: build ** 0.6, torso: build ** 0.7, belly: build > 1.2 ? build - 1 : 0 }
  const armWay: Vec3 = [Math.sin(ARM_ANGLE), -Math.cos(ARM_ANGLE), 0]
  const rise = riseOf(legs)
  const left = leftJoints(unit, {
    armWay,
    shoulders: shoulders * thick.torso ** 0.5,
    hips: hips * thick.torso,
    rise,
  })
  const up = (share: number, z = 0): Vec3 => [0, rise(share) * unit, z * unit]
  return {
    unit,
    armWay,
    thick,
    shoulders,
    hips,
    rise,
    head: {
      // Animals carry the head low.
      centre: [0, unit + headHeight * (legs < 1 ? 0.4 : 0.5), unit * 0.012],
      half: [headHeight * 0.46, headHeight * 0.5, headHeight * 0.445],
      ...shape,
    },
    joints: {
      Hips: up(0.545),
      Spine: up(0.63, -0.005),
      Chest: up(0.75, -0.01),
      Neck: up(0.945, -0.012),
      Head: [0, unit + headHeight * 0.06, -0.008 * unit],
      LeftEye: [headHeight * 0.19, unit + headHeight * 0.47, headHeight * 0.24],
      RightEye: [headHeight * -0.19, unit + headHeight * 0.47, headHeight * 0.24],
      Jaw: [0, unit + headHeight * 0.34, headHeight * 0.04],
      ...left,
      RightShoulder: mirror(left.LeftShoulder),
      RightUpperArm: mirror(left.LeftUpperArm),
      RightLowerArm: mirror(left.LeftLowerArm),
      RightHand: mirror(left.LeftHand),
      RightUpperLeg: mirror(left.LeftUpperLeg),
      RightLowerLeg: mirror(left.LeftLowerLeg),
      RightFoot: mirror(left.LeftFoot),
      RightToes: mirror(left.LeftToes),
    },
  }
}

/** Where the legs end in the trunk. */
const CROTCH = 0.46

const riseOf =
  (legs: number) =>
  (height: number): number => {
    const crotch = CROTCH * legs
    return height < CROTCH ? height * legs : crotch + ((height - CROTCH) * (1 - crotch)) / (1 - CROTCH)
  }

type JointMeasures = {
  readonly armWay: Vec3
  readonly shoulders: number
  readonly hips: number
  readonly rise: (height: number) => number
}

function leftJoints(unit: number, { armWay, shoulders, hips, rise }: JointMeasures) {
  const LeftUpperArm: Vec3 = [0.148 * unit * shoulders, rise(0.872) * unit, -0.008 * unit]
  const LeftLowerArm = add(add(LeftUpperArm, scale(armWay, 0.19 * unit)), [0, 0, -0.004 * unit])
  const leg = 0.072 * unit * hips
  return {
    LeftShoulder: [0.045 * unit, rise(0.89) * unit, -0.006 * unit] as Vec3,
    LeftUpperArm,
    LeftLowerArm,
    LeftHand: add(add(LeftLowerArm, scale(armWay, 0.17 * unit)), [0, 0, 0.012 * unit]),
    LeftUpperLeg: [leg, rise(0.525) * unit, 0] as Vec3,
    LeftLowerLeg: [leg * 1.04, (0.075 + (rise(0.525) - 0.075) * 0.49) * unit, 0.006 * unit] as Vec3,
    LeftFoot: [leg * 1.08, 0.075 * unit, -0.008 * unit] as Vec3,
    LeftToes: [leg * 1.2, 0.025 * unit, 0.075 * unit] as Vec3,
  }
}
