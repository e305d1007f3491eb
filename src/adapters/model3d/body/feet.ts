import { birdFoot, pawFoot } from '../creature/limbs.js'
import { interpolateSoftly } from '../geometry/curve.js'
import { mirrorShape, type Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { superellipsePoint, tube } from '../geometry/tube.js'
import { lerpVector, smoothstep, type Vec3 } from '../geometry/vector.js'
import { type Bone, SIDES, type Side } from '../skeleton/bones.js'
import type { Region } from '../texture/atlas-layout.js'
import type { BodyPart, BodyPlan, MaterialName } from './body-part.js'

type FootPiece = {
  readonly material: MaterialName
  readonly region: Region
  readonly shape: Shape
  readonly shaft?: true
}

export function footParts(plan: BodyPlan): BodyPart[] {
  const pieces = piecesOf(plan)
  return SIDES.flatMap((side) =>
    pieces.map(({ shape, material, region, shaft }) => ({
      name: `${side}Foot`,
      material,
      region,
      bones: shaft === true ? shaftBones(side) : [`${side}Foot`, `${side}Toes`],
      shape: side === 'Left' ? shape : mirrorShape(shape),
    })),
  ) as BodyPart[]
}

const shaftBones = (side: Side): readonly Bone[] => [`${side}LowerLeg`, `${side}Foot`]

function piecesOf(plan: BodyPlan): FootPiece[] {
  const { feet, being, top } = plan.traits
  const isMetal = being === 'robot' || top.kind === 'armour'
  const shoe = { material: isMetal ? 'Metal' : 'Leather', region: 'shoe' } as const
  switch (feet.kind) {
    case 'bare':
      if (plan.traits.creature !== null) return creatureFoot(plan)
      return [{ material: 'Skin', region: 'skin', shape: foot(plan, { wider: 0.92, from: 0 }) }]
    case 'sandals':
      return [
        { material: 'Skin', region: 'skin', shape: foot(plan, { wider: 0.9, from: 0.12 }) },
        { material: 'Leather', region: 'shoe', shape: sole(plan) },
        { material: 'Leather', region: 'shoe', shape: strap(plan) },
      ]
    case 'shoes':
      return [
        { ...shoe, shape: foot(plan, { wider: 1, from: 0.1 }) },
        { material: 'Leather', region: 'sole', shape: sole(plan) },
      ]
    case 'boots':
      return [
        { ...shoe, shape: foot(plan, { wider: 1.06, from: 0.1 }) },
        { material: 'Leather', region: 'sole', shape: sole(plan) },
        { ...shoe, shape: shaft(plan), shaft: true },
        { material: 'Leather', region: 'sole', shape: brim(plan), shaft: true },
      ]
  }
}

function creatureFoot(plan: BodyPlan): FootPiece[] {
  if (plan.traits.being === 'bird') return [{ material: 'Gloss', region: 'beak', shape: birdFoot(plan) }]
  const { foot: paw, claws } = pawFoot(plan)
  const hasClaws = plan.traits.being === 'dragon'
  const region = plan.traits.hands === null ? 'fur' : 'hands'
  return [
    { material: 'Skin', region, shape: paw },
    ...(hasClaws ? [{ material: 'Gloss', region: 'tooth', shape: claws } as const] : []),
  ]
}

const HEEL = -0.058
const TOE = 0.118

/** The outline of the sole, turned slightly outwards. */
function outline({ frame }: BodyPlan, angle: number, wider: number): readonly [x: number, z: number] {
  const [side, front] = superellipsePoint(angle, 2.5)
  const size = frame.unit * (0.75 + 0.25 * frame.thick.limb)
  const middle = (HEEL + TOE) / 2
  const z = middle + front * ((TOE - HEEL) / 2) * (0.96 + 0.04 * wider)
  const width = 0.047 * wider * (1 + 0.16 * smoothstep(-0.4, 0.7, front))
  const [x] = frame.joints.LeftFoot
  return [x + (side * width + 0.12 * z + 0.002) * size, z * size]
}

/** `from` is where the upper starts above the sole, as a fraction of its height. */
function foot(plan: BodyPlan, { wider, from }: { wider: number; from: number }): Shape {
  const { frame, detail } = plan
  const height = 0.09 * frame.unit
  return surface({
    across: detail(18),
    down: detail(9),
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * Math.PI
      const rise = v < 0.84 ? Math.cos((v / 0.84) * (Math.PI / 2)) : 0
      const shrink = v < 0.84 ? Math.sin((v / 0.84) * (Math.PI / 2)) ** 0.8 : Math.max(0, (1 - v) / 0.16)
      const [x, z] = outline(plan, angle, wider)
      const [cx, cz] = [frame.joints.LeftFoot[0], 0.004 * frame.unit]
      const forward = z - cz
      // The instep slopes from the ankle to the toes.
      const low = 1 - 0.42 * smoothstep(0.01 * frame.unit, 0.1 * frame.unit, forward * shrink)
      const y = height * (from + (1 - from) * rise * low)
      return [cx + (x - cx) * shrink, y, cz + forward * shrink] as Vec3
    },
  })
}

function sole(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const thick = 0.02 * frame.unit
  const rows = [
    [0, 1],
    [0.96, 1],
    [1.05, 0.8],
    [1.05, 0.2],
    [0.97, 0],
    [0, 0],
  ] as const
  return surface({
    across: detail(20),
    down: rows.length - 1,
    at: (u, v) => {
      const [wide, high] = rows[Math.round(v * (rows.length - 1))] ?? [0, 0]
      const [x, z] = outline(plan, (u - 0.5) * 2 * Math.PI, 1)
      const [cx, cz] = [frame.joints.LeftFoot[0] + 0.004 * frame.unit, 0.028 * frame.unit]
      return [cx + (x - cx) * wide, high * thick, cz + (z - cz) * wide]
    },
  })
}

function strap({ frame, detail }: BodyPlan): Shape {
  const [x] = frame.joints.LeftFoot
  const size = frame.unit
  return tube({
    path: [
      [x - 0.05 * size, 0.012 * size, 0.05 * size],
      [x - 0.03 * size, 0.06 * size, 0.045 * size],
      [x + 0.03 * size, 0.064 * size, 0.045 * size],
      [x + 0.064 * size, 0.012 * size, 0.05 * size],
    ],
    radius: () => [0.016 * size, 0.007 * size],
    across: detail(8),
    down: detail(14),
    front: [0, 0.4, 1],
  })
}

function shaft({ frame, detail }: BodyPlan): Shape {
  const { LeftLowerLeg: knee, LeftFoot: ankle } = frame.joints
  const size = frame.unit * frame.thick.limb
  return tube({
    path: [
      lerpVector(knee, ankle, 0.32),
      lerpVector(knee, ankle, 0.7),
      [ankle[0], 0.045 * frame.unit, ankle[2] + 0.004 * frame.unit],
    ],
    radius: (share) => [
      interpolateSoftly([0.066, 0.057, 0.053], share) * size,
      interpolateSoftly([0.066, 0.06, 0.058], share) * size,
    ],
    across: detail(24),
    down: detail(10),
    ends: 'open',
  })
}

function brim({ frame, detail }: BodyPlan): Shape {
  const { LeftLowerLeg: knee, LeftFoot: ankle } = frame.joints
  const size = frame.unit * frame.thick.limb
  return tube({
    path: [lerpVector(knee, ankle, 0.27), lerpVector(knee, ankle, 0.42)],
    radius: () => [0.071 * size, 0.071 * size],
    across: detail(24),
    down: detail(8),
  })
}
