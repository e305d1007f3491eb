import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { createFaceSurface } from '../face/face-surface.js'
import { mergeShapes, type Shape } from '../geometry/shape.js'
import { ellipsoid, lathe } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, type Vec3 } from '../geometry/vector.js'
import type { Bone } from '../skeleton/bones.js'
import { placedJoint, toRestPose } from './carried-items.js'

/** A pipe in the mouth, and what is held in a hand besides staff and sword. */
export function heldParts(plan: BodyPlan): BodyPart[] {
  const { pipe, lantern, shield, buckler, book, axe } = plan.traits.wears
  return [
    ...(pipe === undefined ? [] : pipeParts(plan)),
    ...(lantern === undefined ? [] : lanternParts(plan)),
    ...(book === undefined ? [] : bookParts(plan)),
    ...(axe === undefined ? [] : axeParts(plan)),
    ...(shield === undefined && buckler === undefined ? [] : shieldParts(plan)),
  ]
}

/** To one side of the mouth, so that its stem is seen from the front, too; straight ahead it would look like a cup. */
function pipeParts(plan: BodyPlan): BodyPart[] {
  const face = createFaceSurface(plan)
  const [unit] = plan.frame.head.half
  const from = face.at(-0.12, -0.53, 0.01)
  const bend = add(from, [-0.36 * unit, -0.16 * unit, 0.26 * unit])
  const stem = tube({
    path: [from, add(from, [-0.16 * unit, -0.03 * unit, 0.17 * unit]), bend],
    radius: (share) => [(0.028 + 0.012 * share) * unit, (0.028 + 0.012 * share) * unit],
    across: plan.detail(8),
    down: plan.detail(9),
    front: [0, 1, 0.2],
  })
  const bowl = lathe({
    centre: add(bend, [0, 0.02 * unit, 0.03 * unit]),
    profile: [
      [0, 0.1],
      [0.07, 0.1],
      [0.075, 0.16],
      [0.12, 0.16],
      [0.115, -0.02],
      [0.08, -0.12],
      [0, -0.14],
    ].map(([r = 0, y = 0]) => [r * unit, y * unit] as const),
    across: plan.detail(14),
  })
  const held = { name: 'Pipe', material: 'Leather', bones: ['Head'] } as const
  return [
    { ...held, region: 'ink', shape: stem },
    { ...held, region: 'pipe', shape: bowl },
  ]
}

/** Points around a hand in the idle pose: to the left, up and forwards, in the body's units. */
function aroundHand(plan: BodyPlan, bone: Bone): (x: number, y: number, z: number) => Vec3 {
  const [px, py, pz] = placedJoint(plan, bone)
  const { unit } = plan.frame
  const rest = toRestPose(plan, bone)
  return (x, y, z) => rest([px + x * unit, py + y * unit, pz + z * unit])
}

type Column = {
  readonly middle: readonly [x: number, z: number]
  readonly profile: readonly (readonly [radius: number, height: number])[]
  readonly around: number
}

/** A body of revolution in the idle pose. */
function column(at: (x: number, y: number, z: number) => Vec3, { middle, profile, around }: Column): Shape {
  const down = profile.length - 1
  return surface({
    across: around,
    down,
    at: (u, v) => {
      const [radius, height] = profile[Math.round(v * down)] ?? [0, 0]
      const angle = (u - 0.5) * 2 * Math.PI
      return at(middle[0] + Math.sin(angle) * radius, height, middle[1] + Math.cos(angle) * radius)
    },
  })
}

const LANTERN_Y = -0.2

function lanternParts(plan: BodyPlan): BodyPart[] {
  const at = aroundHand(plan, 'LeftHand')
  const middle = [0.02, 0.05] as const
  const worn = { name: 'Lantern', bones: ['LeftHand'] } as const
  const profile = (rows: readonly (readonly [number, number])[]) =>
    rows.map(([r, y]) => [r, y + LANTERN_Y] as const)
  const frame = mergeShapes([
    column(at, {
      middle,
      around: plan.detail(14),
      profile: profile([
        [0, 0.075],
        [0.02, 0.07],
        [0.062, 0.045],
        [0.062, 0.035],
        [0, 0.035],
      ]),
    }),
    column(at, {
      middle,
      around: plan.detail(14),
      profile: profile([
        [0, -0.05],
        [0.058, -0.05],
        [0.062, -0.07],
        [0, -0.072],
      ]),
    }),
    tube({
      path: [
        at(0.02, LANTERN_Y + 0.07, 0.05),
        at(-0.01, LANTERN_Y + 0.11, 0.05),
        at(0.012, LANTERN_Y + 0.145, 0.05),
        at(0.045, LANTERN_Y + 0.11, 0.05),
        at(0.022, LANTERN_Y + 0.07, 0.05),
      ],
      radius: () => [0.006 * plan.frame.unit, 0.006 * plan.frame.unit],
      across: plan.detail(6),
      down: plan.detail(14),
    }),
  ])
  const light = column(at, {
    middle,
    around: plan.detail(14),
    profile: profile([
      [0, 0.036],
      [0.045, 0.034],
      [0.05, -0.01],
      [0.045, -0.05],
      [0, -0.052],
    ]),
  })
  return [
    { ...worn, material: 'Metal', region: 'lens', shape: frame },
    { ...worn, material: 'Glow', region: 'gold', shape: light },
  ]
}

function bookParts(plan: BodyPlan): BodyPart[] {
  const at = aroundHand(plan, 'LeftHand')
  const block = (wide: number, high: number, deep: number): Shape =>
    surface({
      across: plan.detail(20),
      down: plan.detail(10),
      at: (u, v) => {
        const angle = (u - 0.5) * 2 * Math.PI
        const box = (value: number) => Math.sign(value) * Math.abs(value) ** 0.18
        const ring = Math.abs(Math.sin(Math.PI * v)) ** 0.18
        return at(
          0.015 + box(Math.sin(angle)) * ring * deep,
          -0.07 + box(Math.cos(Math.PI * v)) * high,
          0.03 + box(Math.cos(angle)) * ring * wide,
        )
      },
    })
  const worn = { name: 'Book', bones: ['LeftHand'] } as const
  return [
    { ...worn, material: 'Leather', region: 'book', shape: block(0.085, 0.105, 0.03) },
    { ...worn, material: 'Cloth', region: 'tooth', shape: block(0.088, 0.098, 0.02) },
  ]
}

function axeParts(plan: BodyPlan): BodyPart[] {
  const at = aroundHand(plan, 'RightHand')
  const { unit } = plan.frame
  const handle = tube({
    path: [at(-0.01, -0.2, 0.045), at(-0.01, 0.05, 0.05), at(-0.01, 0.3, 0.055)],
    radius: () => [0.015 * unit, 0.015 * unit],
    across: plan.detail(8),
    down: plan.detail(10),
    front: [1, 0, 0],
  })
  const blade = surface({
    across: plan.detail(8),
    down: plan.detail(8),
    at: (u, v) => {
      const round = Math.sin(Math.PI * v)
      const far = -0.012 + 0.14 * u * (0.75 + 0.25 * round)
      return at(-0.01 - far, 0.25 + (0.5 - v) * (0.07 + 0.13 * u), 0.055)
    },
  })
  const worn = { name: 'Axe', bones: ['RightHand'] } as const
  return [
    { ...worn, material: 'Leather', region: 'wood', shape: handle },
    { ...worn, material: 'Cloth', region: 'metal', shape: blade },
  ]
}

/** A shield before the left forearm, with a rim and a boss. */
function shieldParts(plan: BodyPlan): BodyPart[] {
  const at = aroundHand(plan, 'LeftHand')
  const outline = (angle: number): readonly [number, number] => {
    const [s, c] = [Math.sin(angle), Math.cos(angle)]
    if (plan.traits.wears.buckler !== undefined) return [s * 0.17, c * 0.17]
    // Flat above and pointed below.
    return [s * 0.15 * (c < 0 ? 1 - 0.35 * c * c : 1), c > 0 ? Math.min(0.15, c * 0.21) : c * 0.22]
  }
  const face = (grow: number, out: number): Shape =>
    surface({
      across: plan.detail(32),
      down: plan.detail(6),
      at: (u, v) => {
        const [x, y] = outline(2 * Math.PI * u)
        const bulge = 0.05 * (1 - v * v)
        return at(0.03 - x * grow * v, 0.03 + y * grow * v, 0.085 + out + bulge - (v > 0.99 ? 0.02 : 0))
      },
    })
  const [px, py, pz] = [0.03, 0.04, 0.14]
  const boss = ellipsoid({
    centre: at(px, py, pz),
    radii: [0.035 * plan.frame.unit, 0.035 * plan.frame.unit, 0.025 * plan.frame.unit],
    across: plan.detail(12),
    down: plan.detail(8),
  })
  const worn = { name: 'Shield', bones: ['LeftHand'] } as const
  return [
    { ...worn, material: 'Cloth', region: 'metal', shape: face(1, 0) },
    { ...worn, material: 'Cloth', region: 'shield', shape: face(0.86, 0.012) },
    { ...worn, material: 'Metal', region: 'gold', shape: boss },
  ]
}
