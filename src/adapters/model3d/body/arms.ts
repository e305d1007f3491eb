import { pawShape, wingArm } from '../creature/limbs.js'
import { interpolateSoftly } from '../geometry/curve.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { tube } from '../geometry/tube.js'
import { add, lerpVector, scale, type Vec3 } from '../geometry/vector.js'
import { type Bone, SIDES, type Side } from '../skeleton/bones.js'
import type { Region } from '../texture/atlas-layout.js'
import { armPath } from './arm-path.js'
import type { BodyPart, BodyPlan } from './body-part.js'

type ArmPiece = Omit<BodyPart, 'name' | 'bones'> & { readonly bones: (side: Side) => readonly Bone[] }

/** Both arms. Shapes are built for the left arm and mirrored. */
export function armParts(plan: BodyPlan): BodyPart[] {
  const isWing = plan.traits.being === 'bird'
  const pieces = isWing ? [wing(plan)] : [...limb(plan), hand(plan)]
  return SIDES.flatMap((side) =>
    pieces.map(({ shape, bones, ...piece }) => ({
      ...piece,
      name: `${side}Arm`,
      bones: bones(side),
      shape: side === 'Left' ? shape : mirrorShape(shape),
    })),
  )
}

const wing = (plan: BodyPlan): ArmPiece => ({
  material: 'Skin',
  region: plan.traits.creature?.wing ? 'wing' : 'fur',
  bones: armBones,
  shape: wingArm(plan),
})

const armBones = (side: Side): readonly Bone[] => [
  'Chest',
  `${side}Shoulder`,
  `${side}UpperArm`,
  `${side}LowerArm`,
  `${side}Hand`,
]

function limb(plan: BodyPlan): ArmPiece[] {
  const { sleeves } = plan.traits.top
  const isRobot = plan.traits.top.kind === 'plating' || plan.traits.top.kind === 'armour'
  const skin = {
    material: plan.traits.being === 'robot' ? 'Metal' : 'Skin',
    region: plan.traits.creature === null ? 'skin' : 'fur',
    bones: armBones,
  } as const
  const joints =
    plan.traits.being === 'robot' ? [{ ...skin, region: 'ring', shape: armRings(plan) } as const] : []
  const cloth = { material: isRobot ? 'Metal' : 'Cloth', region: 'sleeve', bones: armBones } as const
  switch (sleeves) {
    case 'none':
      return [{ ...skin, shape: arm(plan, 1) }, ...joints]
    case 'short':
      return [
        { ...skin, shape: arm(plan, 1) },
        { ...cloth, shape: shortSleeve(plan) },
      ]
    case 'long':
      return [
        { ...cloth, shape: arm(plan, plan.traits.top.kind === 'spacesuit' ? 1.42 : 1.13) },
        { ...cloth, region: 'trim', shape: cuff(plan) },
        ...joints,
      ]
    case 'wide':
      return [
        { ...skin, shape: arm(plan, 1) },
        { ...cloth, shape: wideSleeve(plan) },
      ]
  }
}

const RADII = [0.036, 0.048, 0.044, 0.038, 0.033] as const

function arm({ frame, detail }: BodyPlan, wider: number): Shape {
  const size = frame.unit * frame.thick.limb * wider
  return tube({
    path: armPath(frame),
    radius: (share) => [interpolateSoftly(RADII, share) * size, interpolateSoftly(RADII, share) * size],
    across: detail(14),
    down: detail(22),
    ends: 'both',
  })
}

/** The rings between the pieces of a machine's arm. */
function armRings({ frame, detail }: BodyPlan): Shape {
  const [, shoulder, , elbow, wrist] = armPath(frame)
  const size = frame.unit * frame.thick.limb
  const ring = (from: Vec3, to: Vec3) =>
    tube({
      path: [from, to],
      radius: () => [0.058 * size, 0.058 * size],
      across: detail(14),
      down: detail(6),
      square: 2.2,
    })
  return mergeShapes([
    ring(lerpVector(shoulder, elbow, 0.48), lerpVector(shoulder, elbow, 0.62)),
    ring(lerpVector(shoulder, elbow, 0.92), lerpVector(elbow, wrist, 0.1)),
    ring(lerpVector(elbow, wrist, 0.52), lerpVector(elbow, wrist, 0.66)),
  ])
}

function shortSleeve({ frame, detail }: BodyPlan): Shape {
  const [inner, shoulder, middle] = armPath(frame)
  const size = frame.unit * frame.thick.limb
  return tube({
    path: [inner, shoulder, middle],
    radius: (share) => {
      const radius = interpolateSoftly([0.04, 0.053, 0.056, 0.06], share) * size
      return [radius, radius]
    },
    across: detail(16),
    down: detail(10),
    ends: 'open',
  })
}

function wideSleeve({ frame, detail }: BodyPlan): Shape {
  const [inner, shoulder, middle, elbow, wrist] = armPath(frame)
  const size = frame.unit * frame.thick.limb
  return tube({
    path: [inner, shoulder, middle, elbow, lerpVector(elbow, wrist, 0.92)],
    radius: (share) => {
      const radius = interpolateSoftly([0.042, 0.057, 0.054, 0.062, 0.09], share) * size
      return [radius * 0.9, radius * (1 + 0.25 * share)]
    },
    across: detail(18),
    down: detail(20),
    ends: 'open',
  })
}

function cuff({ frame, detail }: BodyPlan): Shape {
  const [, , , elbow, wrist] = armPath(frame)
  const size = frame.unit * frame.thick.limb
  return tube({
    path: [lerpVector(elbow, wrist, 0.78), lerpVector(elbow, wrist, 1.0)],
    radius: (share) => {
      const radius = size * cuffRadius(share)
      return [radius, radius]
    },
    across: detail(14),
    down: detail(8),
    ends: 'open',
  })
}

/** Begins inside the sleeve and ends at the wrist, so that nobody looks through between them. */
function cuffRadius(share: number): number {
  if (share < 0.02) return 0.034
  return share > 0.98 ? 0.024 : 0.0435 + 0.003 * share
}

function hand(plan: BodyPlan): ArmPiece {
  const { being, wears, creature } = plan.traits
  const glove = wears.gloves !== undefined
  const hasPaws = creature !== null && creature.snout !== 'dragon'
  return {
    material: being === 'robot' ? 'Metal' : 'Skin',
    region: glove ? 'glove' : bareHand(plan),
    bones: (side) => [`${side}LowerArm`, `${side}Hand`],
    shape: hasPaws ? pawShape(plan) : handShape(plan),
  }
}

const bareHand = ({ traits }: BodyPlan): Region => {
  const { creature, hands } = traits
  if (hands !== null) return 'hands'
  return creature === null ? 'skin' : 'fur'
}

/** The left hand, open: a palm, four fingers that are spread a little, and a thumb. */
export function handShape(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const size = frame.unit * 0.5 * (1 + frame.thick.limb)
  const wrist = frame.joints.LeftHand
  const way = frame.armWay
  /** A point by its distance along the hand, to its front, and away from the body, relative to the hand's size. */
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
  const fingers = [-0.031, -0.0105, 0.0105, 0.031].map((front, index) =>
    tube({
      path: [
        at(0.046, front * 0.95, 0),
        at(0.084, front * 1.15, -0.001),
        at(0.122 - LENGTHS[index as 0], front * 1.42, -0.006),
      ],
      radius: (share) => [0.0125 * size * (1 - 0.12 * share), 0.0122 * size],
      across: detail(7),
      down: detail(6),
    }),
  )
  const thumb = tube({
    path: [at(0.008, 0.022, -0.004), at(0.034, 0.05, -0.008), at(0.062, 0.068, -0.012)],
    radius: (share) => [0.0145 * size * (1 - 0.15 * share), 0.0145 * size],
    across: detail(8),
    down: detail(7),
    front: way,
  })
  return mergeShapes([palm, ...fingers, thumb])
}

/** How much shorter each finger is than the longest, starting with the little finger. */
const LENGTHS = [0.018, 0.005, 0, 0.006] as const
