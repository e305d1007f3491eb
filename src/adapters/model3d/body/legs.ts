import { interpolateSoftly } from '../geometry/curve.js'
import { mirrorShape, type Shape } from '../geometry/shape.js'
import { tube } from '../geometry/tube.js'
import { lerpVector, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import { type Bone, SIDES, type Side } from '../skeleton/bones.js'
import type { Region } from '../texture/atlas-layout.js'
import type { BodyPart, BodyPlan } from './body-part.js'

/** Both legs; none under a robe, which hides them. */
export function legParts(plan: BodyPlan): BodyPart[] {
  const { bottom, top, being } = plan.traits
  if (top.skirt === 'floor') return []
  const isMetal = top.kind === 'plating' || top.kind === 'armour'
  const cloth = { material: isMetal ? 'Metal' : 'Cloth', region: 'leg' } as const
  const skin = {
    material: being === 'robot' ? 'Metal' : 'Skin',
    region: bareRegion(plan),
  } as const
  const isTight = bottom.kind === 'tights'
  const isBare = !isTight && (bottom.kind !== 'trousers' || (top.kind === 'dress' && being !== 'robot'))
  const pieces = [
    { ...(isBare ? skin : cloth), shape: leg(plan, isBare || isTight ? bareWidth(plan) : clothWidth(plan)) },
    ...(bottom.kind === 'shorts' ? [{ ...cloth, shape: shorts(plan) }] : []),
  ]
  return SIDES.flatMap((side) =>
    pieces.map(({ shape, ...piece }) => ({
      ...piece,
      name: `${side}Leg`,
      bones: legBones(side),
      shape: side === 'Left' ? shape : mirrorShape(shape),
    })),
  )
}

const bareRegion = ({ traits: { being, creature } }: BodyPlan): Region => {
  if (being === 'bird') return 'beak'
  return creature === null ? 'skin' : 'fur'
}
const bareWidth = ({ traits: { being, creature } }: BodyPlan): number => {
  if (being === 'bird') return 0.42
  return creature === null ? 0.94 : 1.12
}
const clothWidth = ({ traits: { top } }: BodyPlan): number => (top.kind === 'spacesuit' ? 1.3 : 1.1)

export const legBones = (side: Side): readonly Bone[] => [
  'Hips',
  `${side}UpperLeg`,
  `${side}LowerLeg`,
  `${side}Foot`,
]

export function legPath({ joints, unit }: BodyFrame): readonly [Vec3, Vec3, Vec3, Vec3, Vec3, Vec3] {
  const { LeftUpperLeg: hip, LeftLowerLeg: knee, LeftFoot: ankle } = joints
  return [
    [hip[0] * 0.62, hip[1] + 0.085 * unit, -0.004 * unit],
    [hip[0] * 0.9, hip[1] - 0.015 * unit, -0.002 * unit],
    lerpVector(hip, knee, 0.36),
    knee,
    lerpVector(knee, ankle, 0.45),
    [ankle[0], ankle[1] - 0.03 * unit, ankle[2]],
  ]
}

const RADII = [0.052, 0.069, 0.066, 0.054, 0.05, 0.042] as const

function leg({ frame, detail }: BodyPlan, wider: number): Shape {
  const size = frame.unit * frame.thick.limb * wider
  return tube({
    path: legPath(frame),
    radius: (share) => [
      interpolateSoftly(RADII, share) * size,
      interpolateSoftly(RADII, share) * size * 1.04,
    ],
    across: detail(16),
    down: detail(16),
  })
}

function shorts({ frame, detail }: BodyPlan): Shape {
  const [, hip, thigh, knee] = legPath(frame)
  const size = frame.unit * frame.thick.limb
  return tube({
    path: [hip, thigh, lerpVector(thigh, knee, 0.75)],
    radius: (share) => [
      interpolateSoftly([0.082, 0.086, 0.084], share) * size,
      interpolateSoftly([0.086, 0.088, 0.086], share) * size,
    ],
    across: detail(18),
    down: detail(9),
    ends: 'open',
  })
}
