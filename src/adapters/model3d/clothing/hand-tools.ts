import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { mergeShapes } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import type { Vec3 } from '../geometry/vector.js'
import type { Bone } from '../skeleton/bones.js'
import { placedJoint, toRestPose } from './carried-items.js'

/** Tools of a trade, in a hand. */
export function toolParts(plan: BodyPlan): BodyPart[] {
  const { fork, ladle, basket, cane, broom, longbow } = plan.traits.wears
  return [
    ...(fork === undefined ? [] : forkParts(plan)),
    ...(ladle === undefined ? [] : [ladlePart(plan)]),
    ...(cane === undefined ? [] : [canePart(plan)]),
    ...(broom === undefined ? [] : broomParts(plan)),
    ...(longbow === undefined ? [] : longbowParts(plan)),
    ...(basket === undefined ? [] : [basketPart(plan)]),
  ]
}

/** Points in the idle pose by what lies to the left of the hand, the height above its joint, and what lies before it. */
function beside(plan: BodyPlan, bone: Bone): (x: number, y: number, z: number) => Vec3 {
  const [px, py, pz] = placedJoint(plan, bone)
  const { unit } = plan.frame
  const rest = toRestPose(plan, bone)
  return (x, y, z) => rest([px + x * unit, py + y * unit, pz + z * unit])
}

/** Stands on the ground, as a staff does. */
function forkParts(plan: BodyPlan): BodyPart[] {
  const { unit } = plan.frame
  const [, handHeight] = placedJoint(plan, 'RightHand')
  const at = beside(plan, 'RightHand')
  const up = (height: number, x = 0): Vec3 => at(x - 0.012, height - handHeight / unit, 0.045)
  const rod = (path: readonly Vec3[], radius: number) =>
    tube({
      path: [...path],
      radius: () => [radius * unit, radius * unit],
      across: plan.detail(8),
      down: plan.detail(8),
      front: [0.2, 0, 1],
    })
  const prong = (x: number) => rod([up(0.98), up(1.02, x * 0.9), up(1.08, x), up(1.2, x)], 0.009)
  const held = { name: 'Fork', bones: ['RightHand'] } as const
  return [
    { ...held, material: 'Leather', region: 'wood', shape: rod([up(0.01), up(0.5), up(0.99)], 0.014) },
    {
      ...held,
      material: 'Metal',
      region: 'metal',
      shape: mergeShapes([prong(-0.075), prong(0.075), rod([up(0.97), up(1.2)], 0.009)]),
    },
  ]
}

/** A besom, whose twigs are above the hand, where they are seen. */
function broomParts(plan: BodyPlan): BodyPart[] {
  const { unit } = plan.frame
  const [, handHeight] = placedJoint(plan, 'RightHand')
  const at = beside(plan, 'RightHand')
  const up = (height: number, x = 0, z = 0): Vec3 => at(x - 0.012, height - handHeight / unit, 0.045 + z)
  const stick = tube({
    path: [up(0.01), up(0.4), up(0.84)],
    radius: () => [0.014 * unit, 0.014 * unit],
    across: plan.detail(8),
    down: plan.detail(8),
    front: [0.2, 0, 1],
  })
  const profile: readonly (readonly [number, number])[] = [
    [0.016, 0.8],
    [0.04, 0.83],
    [0.034, 0.87],
    [0.07, 0.96],
    [0.09, 1.08],
    [0.075, 1.14],
    [0, 1.12],
  ]
  const down = profile.length - 1
  const around = plan.detail(18)
  const twigs = surface({
    across: around,
    down,
    at: (u, v) => {
      const [radius, height] = profile[Math.round(v * down)] ?? [0, 0]
      const angle = (u - 0.5) * 2 * Math.PI
      // Ends of different lengths.
      const uneven = v > 0.7 && v < 1 ? 0.02 * Math.sin(9 * angle) : 0
      return up(height + uneven, Math.sin(angle) * radius, Math.cos(angle) * radius)
    },
  })
  const held = { name: 'Broom', material: 'Leather', bones: ['RightHand'] } as const
  return [
    { ...held, region: 'wood', shape: stick },
    { ...held, region: 'gold', shape: twigs },
  ]
}

/** Held upright in the left hand, with its string. */
function longbowParts(plan: BodyPlan): BodyPart[] {
  const { unit } = plan.frame
  const at = beside(plan, 'LeftHand')
  const limb = (share: number): Vec3 => at(0.02 + 0.11 * (1 - share ** 2), -0.02 + 0.44 * share, 0.045)
  const wood = tube({
    path: [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map(limb),
    radius: (share) => {
      const thick = (0.008 + 0.009 * (1 - Math.abs(2 * share - 1))) * unit
      return [thick, thick]
    },
    across: plan.detail(8),
    down: plan.detail(24),
    front: [0, 0, 1],
  })
  const string = tube({
    path: [limb(-1), limb(1)],
    radius: () => [0.003 * unit, 0.003 * unit],
    across: plan.detail(5),
    down: plan.detail(3),
    front: [0, 0, 1],
  })
  const held = { name: 'Longbow', material: 'Leather', bones: ['LeftHand'] } as const
  return [
    { ...held, region: 'wood', shape: wood },
    { ...held, region: 'metal', shape: string },
  ]
}

/** From the hand to the ground, with a curved handle. */
function canePart(plan: BodyPlan): BodyPart {
  const { unit } = plan.frame
  const [, handHeight] = placedJoint(plan, 'RightHand')
  const at = beside(plan, 'RightHand')
  const up = (height: number, z: number): Vec3 => at(-0.012, height - handHeight / unit, z)
  const top = handHeight / unit
  const shape = tube({
    path: [
      up(0.01, 0.06),
      up(top - 0.05, 0.06),
      up(top + 0.02, 0.05),
      up(top + 0.035, 0.0),
      up(top - 0.01, -0.035),
    ],
    radius: () => [0.014 * unit, 0.014 * unit],
    across: plan.detail(8),
    down: plan.detail(22),
    front: [1, 0, 0],
  })
  return { name: 'Cane', material: 'Leather', region: 'wood', bones: ['RightHand'], shape }
}

/** Held upright. */
function ladlePart(plan: BodyPlan): BodyPart {
  const at = beside(plan, 'RightHand')
  const { unit } = plan.frame
  const handle = tube({
    path: [at(-0.01, -0.1, 0.045), at(-0.01, 0.08, 0.06), at(-0.01, 0.26, 0.08)],
    radius: () => [0.012 * unit, 0.012 * unit],
    across: plan.detail(8),
    down: plan.detail(8),
    front: [1, 0, 0],
  })
  const bowl = ellipsoid({
    centre: at(-0.01, 0.29, 0.1),
    radii: [0.062 * unit, 0.05 * unit, 0.05 * unit],
    across: plan.detail(16),
    down: plan.detail(10),
  })
  return {
    name: 'Ladle',
    material: 'Metal',
    region: 'metal',
    bones: ['RightHand'],
    shape: mergeShapes([handle, bowl]),
  }
}

const BASKET_Y = -0.17

/** Hangs from the left hand by its handle. */
function basketPart(plan: BodyPlan): BodyPart {
  const at = beside(plan, 'LeftHand')
  const { unit } = plan.frame
  const profile: readonly (readonly [number, number])[] = [
    [0, -0.02],
    [0.11, 0.0],
    [0.135, 0.012],
    [0.135, -0.014],
    [0.105, -0.13],
    [0, -0.135],
  ]
  const down = profile.length - 1
  const bowl = surface({
    across: plan.detail(20),
    down,
    at: (u, v) => {
      const [radius, height] = profile[Math.round(v * down)] ?? [0, 0]
      const angle = (u - 0.5) * 2 * Math.PI
      return at(0.03 + Math.sin(angle) * radius * 0.8, BASKET_Y + height, 0.03 + Math.cos(angle) * radius)
    },
  })
  const handle = tube({
    path: [-0.12, -0.09, 0, 0.09, 0.12].map((z) =>
      at(0.03, BASKET_Y + 0.17 * (1 - (z / 0.125) ** 2), 0.03 + z),
    ),
    radius: () => [0.011 * unit, 0.011 * unit],
    across: plan.detail(6),
    down: plan.detail(14),
    front: [1, 0, 0],
  })
  return {
    name: 'Basket',
    material: 'Leather',
    region: 'wood',
    bones: ['LeftHand'],
    shape: mergeShapes([bowl, handle]),
  }
}
