import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnHead } from '../body/head-surface.js'
import type { Creature } from '../description/traits.js'
import { createFaceSurface, muzzleOf } from '../face/face-surface.js'
import { mergeShapes, mirroredPair, type Shape } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, lerp, type Vec3 } from '../geometry/vector.js'
import { beakParts } from './beaks.js'

/** What a creature's head has: muzzle or beak, ears, horns, mane. */
export function creatureHeadParts(plan: BodyPlan): BodyPart[] {
  const { creature, hat } = plan.traits
  if (creature === null) return []
  return [
    ...muzzleParts(plan, creature),
    ...beakParts(plan, creature),
    ...(hat?.kind === 'helm' || hat?.kind === 'dome' ? [] : earParts(plan, creature)),
    ...(creature.horns ? [hornPart(plan)] : []),
    ...(creature.mane === null ? [] : [manePart(plan)]),
  ]
}

const HEAD = { name: 'Head', material: 'Skin', bones: ['Head'] } as const
const pair = (shape: Shape): Shape => mergeShapes(mirroredPair(shape))

/** A point by its place in halves of the head from its centre. */
const inHead = ({ frame: { head } }: BodyPlan, [x, y, z]: Vec3): Vec3 =>
  add(head.centre, [x * head.half[0], y * head.half[1], z * head.half[2]])

function muzzleParts(plan: BodyPlan, creature: Creature): BodyPart[] {
  const muzzle = muzzleOf(plan)
  if (muzzle === null) return []
  const { half } = plan.frame.head
  const { y, z, radii } = muzzle
  const isDragon = creature.snout === 'dragon'
  const shape = ellipsoid({
    centre: inHead(plan, [0, y, z]),
    radii: [radii[0] * half[0], radii[1] * half[1], radii[2] * half[2]],
    across: plan.detail(26),
    down: plan.detail(16),
  })
  const tip = z + radii[2]
  return [
    { ...HEAD, region: isDragon ? 'skin' : 'pale', shape },
    ...(isDragon ? nostrils(plan, y) : [nosePart(plan, { y: y + radii[1] * 0.42, z: tip * 0.94 })]),
    ...(creature.ears === 'pointed' && creature.snout === 'short' ? [whiskers(plan, y)] : []),
  ]
}

function nosePart(plan: BodyPlan, { y, z }: { y: number; z: number }): BodyPart {
  const { half } = plan.frame.head
  const isCat = plan.traits.creature?.snout === 'short'
  const shape = ellipsoid({
    centre: inHead(plan, [0, y, z]),
    radii: [(isCat ? 0.1 : 0.14) * half[0], (isCat ? 0.065 : 0.1) * half[1], 0.09 * half[2]],
    across: plan.detail(14),
    down: plan.detail(9),
    square: 2.4,
  })
  return { ...HEAD, material: 'Gloss', region: isCat ? 'earInside' : 'ink', shape }
}

function nostrils(plan: BodyPlan, y: number): BodyPart[] {
  const { half } = plan.frame.head
  const face = createFaceSurface(plan)
  const ridge = ellipsoid({
    centre: face.at(0.2, y + 0.17, -0.02),
    radii: [0.11 * half[0], 0.09 * half[1], 0.13 * half[2]],
    across: plan.detail(10),
    down: plan.detail(7),
  })
  const hole = ellipsoid({
    centre: face.at(0.19, y + 0.14, 0.07),
    radii: [0.045 * half[0], 0.035 * half[1], 0.04 * half[2]],
    across: plan.detail(8),
    down: plan.detail(6),
  })
  const fang = tube({
    path: [face.at(0.2, y - 0.1, 0.03), face.at(0.21, y - 0.19, 0.05)],
    radius: (share) => [0.035 * half[0] * (1.05 - share), 0.035 * half[0] * (1.05 - share)],
    across: plan.detail(7),
    down: plan.detail(5),
  })
  return [
    { ...HEAD, region: 'skin', shape: pair(ridge) },
    { ...HEAD, region: 'ink', shape: pair(hole) },
    { ...HEAD, region: 'tooth', shape: pair(fang) },
  ]
}

function whiskers(plan: BodyPlan, y: number): BodyPart {
  const face = createFaceSurface(plan)
  const { half } = plan.frame.head
  const hairs = [-0.1, 0, 0.1].map((rise) => {
    const from = face.at(0.3, y + rise * 0.5, 0)
    return tube({
      path: [
        from,
        add(from, [0.34 * half[0], (rise * 0.6 + 0.03) * half[1], 0.06 * half[2]]),
        add(from, [0.72 * half[0], rise * 1.4 * half[1], -0.06 * half[2]]),
      ],
      radius: (share) => [0.014 * half[0] * (1.2 - share), 0.014 * half[0] * (1.2 - share)],
      across: 4,
      down: plan.detail(7),
    })
  })
  return { ...HEAD, region: 'tooth', shape: pair(mergeShapes(hairs)) }
}

function earParts(plan: BodyPlan, { ears }: Creature): BodyPart[] {
  const worn = { ...HEAD, name: 'Ears' } as const
  switch (ears) {
    case 'none':
      return []
    case 'pointed':
      return [
        { ...worn, region: 'skin', shape: pair(cone(plan, { size: 1, front: 0 })) },
        { ...worn, region: 'earInside', shape: pair(cone(plan, { size: 0.68, front: 0.075 })) },
      ]
    case 'tufts':
      return [{ ...worn, region: 'dark', shape: pair(cone(plan, { size: 0.74, front: 0 })) }]
    case 'round':
      return [
        {
          ...worn,
          region: plan.traits.creature?.marking === 'mask' ? 'dark' : 'skin',
          shape: pair(disc(plan, 0.3, 0)),
        },
        { ...worn, region: 'earInside', shape: pair(disc(plan, 0.19, 0.09)) },
      ]
    case 'long':
      return [
        { ...worn, region: 'skin', shape: pair(longEar(plan, 1, 0)) },
        { ...worn, region: 'earInside', shape: pair(longEar(plan, 0.66, 0.07)) },
      ]
    case 'floppy':
      return [{ ...worn, region: 'dark', shape: pair(floppyEar(plan)) }]
  }
}

/** Hats in which the ears of an animal would disappear. */
const COVERING: ReadonlySet<string> = new Set([
  'top',
  'witch',
  'wide',
  'tricorn',
  'toque',
  'cap',
  'beanie',
  'helmet',
  'turban',
])

/** A flat cone with a broad base that sits on the head. */
function cone(plan: BodyPlan, { size, front }: { size: number; front: number }): Shape {
  const [unit] = plan.frame.head.half
  const isCovered = plan.traits.hat !== null && COVERING.has(plan.traits.hat.kind)
  const from = pointOnHead(plan.frame, { angle: 1.32, fall: isCovered ? 1.25 : 0.66, above: -0.1 * unit })
  // Beside a hat they point outwards.
  const aside = isCovered ? 0.55 : 0
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * unit, y * unit, (z + front) * unit])
  return tube({
    path: [
      to(0, 0.03 * (1 - size), 0),
      to(0.1 + 0.5 * aside, (0.36 - 0.3 * aside) * size + 0.06, 0.02),
      to(0.2 + 1.1 * aside * size, (0.84 - 0.7 * aside) * size, 0),
    ],
    radius: (share) => [
      0.35 * size * unit * (1 - share) ** 0.72 + 0.004,
      0.13 * unit * (1 - share) ** 0.6 + 0.003,
    ],
    across: plan.detail(16),
    down: plan.detail(11),
    ends: 'last',
  })
}

function disc(plan: BodyPlan, size: number, front: number): Shape {
  const [unit] = plan.frame.head.half
  const centre = pointOnHead(plan.frame, { angle: 1.45, fall: 0.72, above: 0.14 * unit })
  return ellipsoid({
    centre: add(centre, [0, 0, front * unit]),
    radii: [size * unit, size * unit, 0.11 * unit],
    across: plan.detail(18),
    down: plan.detail(10),
  })
}

function longEar(plan: BodyPlan, size: number, front: number): Shape {
  const [unit] = plan.frame.head.half
  const from = pointOnHead(plan.frame, { angle: 1.3, fall: 0.42, above: -0.06 * unit })
  const to = (x: number, y: number): Vec3 => add(from, [x * unit, y * unit, front * unit])
  return tube({
    path: [to(0, 0.1 * (1 - size)), to(0.08, 0.7), to(0.2, 0.55 + 0.85 * size)],
    radius: (share) => [size * unit * (0.12 + 0.12 * Math.sin(Math.PI * share)), 0.075 * unit],
    across: plan.detail(14),
    down: plan.detail(14),
  })
}

function floppyEar(plan: BodyPlan): Shape {
  const [unit] = plan.frame.head.half
  const from = pointOnHead(plan.frame, { angle: 1.5, fall: 0.74, above: -0.05 * unit })
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * unit, y * unit, z * unit])
  return tube({
    path: [from, to(0.16, 0, 0.02), to(0.27, -0.42, 0.06), to(0.2, -1.04, 0.12)],
    radius: (share) => [unit * 0.1, unit * lerp(0.17, 0.27, share)],
    across: plan.detail(14),
    down: plan.detail(16),
    front: [0, 0.05, 1],
  })
}

function hornPart(plan: BodyPlan): BodyPart {
  const [unit] = plan.frame.head.half
  const from = pointOnHead(plan.frame, { angle: 1.1, fall: 0.5, above: -0.05 * unit })
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * unit, y * unit, z * unit])
  const shape = tube({
    path: [from, to(0.1, 0.26, -0.12), to(0.16, 0.5, -0.34), to(0.12, 0.66, -0.6)],
    radius: (share) => [0.14 * unit * (1 - share) + 0.008, 0.14 * unit * (1 - share) + 0.008],
    across: plan.detail(12),
    down: plan.detail(12),
    front: [1, 0, 0],
  })
  return { ...HEAD, name: 'Horns', material: 'Leather', region: 'horn', shape: pair(shape) }
}

/** Tufts in a ring around the face. */
function manePart(plan: BodyPlan): BodyPart {
  const { half, centre } = plan.frame.head
  const shape = surface({
    across: plan.detail(60),
    down: plan.detail(10),
    at: (u, v) => {
      const angle = 2 * Math.PI * u
      const tuft = 1 + 0.09 * Math.cos(15 * angle)
      const around = 2 * Math.PI * v
      const ring = (1.1 + 0.28 * Math.cos(around)) * (Math.cos(around) > 0 ? tuft : 1)
      return add(centre, [
        Math.sin(angle) * ring * half[0],
        Math.cos(angle) * ring * half[1] - 0.08 * half[1],
        (0.06 + 0.46 * Math.sin(around)) * half[2],
      ])
    },
  })
  return { ...HEAD, name: 'Hair', material: 'Hair', region: 'hair', shape }
}
