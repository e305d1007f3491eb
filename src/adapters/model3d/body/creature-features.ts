import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, type Vec3 } from '../geometry/vector.js'
import type { BodyPart, BodyPlan } from './body-part.js'
import { pointOnHead } from './head-surface.js'

/** What people and robots wear as creatures have it: horns, ears, tails, wings; antennae and halos. */
export function featureParts(plan: BodyPlan): BodyPart[] {
  const { horns, 'cat ears': ears, tail, wings, antenna, halo } = plan.traits.wears
  const head = { name: 'Head', bones: ['Head'] } as const
  return [
    ...(horns === undefined
      ? []
      : [
          {
            ...head,
            name: 'Horns',
            material: 'Leather',
            region: 'horn',
            shape: mirroredPair(horn(plan)),
          } as const,
        ]),
    ...(ears === undefined
      ? []
      : [{ ...head, material: 'Skin', region: 'skin', shape: mirroredPair(pointedEar(plan)) } as const]),
    ...(tail === undefined
      ? []
      : [
          {
            name: 'Tail',
            material: 'Skin',
            region: 'skin',
            bones: ['Hips'],
            shape: tailShape(plan),
          } as const,
        ]),
    ...(wings === undefined
      ? []
      : [
          {
            name: 'Wings',
            material: 'Cloth',
            region: 'wing',
            bones: ['Chest'],
            shape: mirroredPair(wing(plan)),
          } as const,
        ]),
    ...(antenna === undefined ? [] : antennaParts(plan)),
    ...(halo === undefined
      ? []
      : [{ ...head, name: 'Halo', material: 'Metal', region: 'gold', shape: haloShape(plan) } as const]),
  ]
}

const mirroredPair = (shape: Shape): Shape => mergeShapes([shape, mirrorShape(shape)])

function horn({ frame, detail }: BodyPlan): Shape {
  const [width] = frame.head.half
  const from = pointOnHead(frame, { angle: 0.75, fall: 0.72 })
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * width, y * width, z * width])
  return tube({
    path: [from, to(0.2, 0.25, 0), to(0.36, 0.6, -0.05), to(0.22, 0.9, 0)],
    radius: (share) => [0.15 * width * (1 - share) + 0.01 * width, 0.15 * width * (1 - share) + 0.01 * width],
    across: detail(12),
    down: detail(12),
  })
}

function pointedEar({ frame, detail }: BodyPlan): Shape {
  const [width] = frame.head.half
  const from = pointOnHead(frame, { angle: 1.2, fall: 0.62, above: -0.06 * width })
  const to = (x: number, y: number): Vec3 => add(from, [x * width, y * width, 0.02 * width])
  return tube({
    path: [from, to(0.12, 0.3), to(0.2, 0.72)],
    radius: (share) => [0.32 * width * (1 - share) ** 0.8 + 0.008, 0.17 * width * (1 - share) ** 0.8 + 0.006],
    across: detail(14),
    down: detail(10),
  })
}

function tailShape({ frame, detail }: BodyPlan): Shape {
  const { unit, joints } = frame
  const from = add(joints.Hips, [0, -0.03 * unit, -0.07 * unit])
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * unit, y * unit, z * unit])
  return tube({
    path: [from, to(0.04, -0.06, -0.14), to(0.16, -0.02, -0.24), to(0.24, 0.16, -0.24), to(0.2, 0.32, -0.18)],
    radius: (share) => {
      const radius = unit * (0.022 + 0.05 * Math.sin(Math.PI * share ** 1.4) ** 1.2)
      return [radius, radius]
    },
    across: detail(14),
    down: detail(20),
    // Perpendicular to the curve at every point.
    front: [0.8, -0.3, 0.6],
  })
}

/** A wing spread to the side, with feathers at its lower edge. */
function wing({ frame, detail }: BodyPlan): Shape {
  const { unit } = frame
  return surface({
    across: detail(26),
    down: detail(8),
    at: (u, v) => {
      const arch = Math.sin(Math.PI * u ** 0.8)
      const top = 0.86 + 0.24 * arch - 0.08 * u
      const long =
        (0.16 + 0.34 * Math.sin(Math.PI * (0.18 + 0.72 * u))) *
        (1 - 0.1 * Math.abs(Math.sin(u * Math.PI * 6)) * v)
      return [
        (0.03 + 0.42 * u) * unit,
        (top - long * v) * unit,
        (-0.1 - 0.1 * u + 0.05 * v * v - 0.03 * arch) * unit,
      ]
    },
  })
}

function antennaParts({ frame, detail }: BodyPlan): BodyPart[] {
  const [width, height] = frame.head.half
  const at = (y: number): Vec3 => add(frame.head.centre, [0, y * height, 0])
  const rod = tube({
    path: [at(0.94), at(1.2), at(1.42)],
    radius: () => [0.04 * width, 0.04 * width],
    across: detail(8),
    down: detail(6),
  })
  const ball = ellipsoid({
    centre: at(1.5),
    radii: [0.14 * width, 0.14 * width, 0.14 * width],
    across: detail(14),
    down: detail(10),
  })
  const worn = { name: 'Antenna', bones: ['Head'] } as const
  return [
    { ...worn, material: 'Metal', region: 'metal', shape: rod },
    { ...worn, material: 'Leather', region: 'antenna', shape: ball },
  ]
}

function haloShape({ frame, detail }: BodyPlan): Shape {
  const [width, height] = frame.head.half
  const centre = add(frame.head.centre, [0, 1.42 * height, -0.1 * width])
  const line = (at: number): Vec3 => {
    const angle = (at - 0.5) * 2 * Math.PI
    return add(centre, [
      Math.sin(angle) * 0.72 * width,
      0.06 * height * -Math.cos(angle),
      Math.cos(angle) * 0.72 * width,
    ])
  }
  return hoop({
    line,
    centre,
    thick: 0.055 * width,
    high: 0.055 * width,
    across: detail(8),
    around: detail(32),
  })
}
