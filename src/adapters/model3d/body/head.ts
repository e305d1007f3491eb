import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, lerp, smoothstep, type Vec3 } from '../geometry/vector.js'
import type { Region } from '../texture/atlas-layout.js'
import type { BodyPart, BodyPlan } from './body-part.js'
import { faceAngle, pointOnHead } from './head-surface.js'

export function headParts(plan: BodyPlan): BodyPart[] {
  const { frame, detail } = plan
  const skull = surface({
    across: detail(36),
    down: detail(20),
    at: (u, v) => pointOnHead(frame, { angle: faceAngle(u), fall: Math.PI * v }),
  })
  const bare = { name: 'Head', material: 'Skin', bones: ['Head'] } as const
  const isPlain =
    plan.traits.creature !== null || plan.traits.being === 'ghost' || plan.traits.hat?.kind === 'helm'
  const features = isPlain ? [] : [...(plan.traits.being === 'robot' ? [] : [nose(plan)]), ...ears(plan)]
  return [
    { ...bare, region: 'head', shape: skull },
    ...(features.length === 0 ? [] : [{ ...bare, region: 'skin', shape: mergeShapes(features) } as const]),
    {
      name: 'Head',
      material: 'Skin',
      region: neckRegion(plan),
      bones: ['Head', 'Neck', 'Chest'],
      shape: neck(plan),
    },
  ]
}

/** A closed helm goes on as armour around the neck. */
function neckRegion({ traits }: BodyPlan): Region {
  if (traits.hat?.kind === 'helm') return 'hat'
  return traits.creature === null ? 'skin' : 'fur'
}

/** A tip, and a bridge down to it that is seen from the side. */
function nose({ frame, detail, traits }: BodyPlan): Shape {
  const [width, height] = frame.head.half
  const size = traits.face.hasLargeEyes ? 0.8 : 1
  const tip = ellipsoid({
    centre: add(pointOnHead(frame, { angle: 0, fall: 1.78 }), [0, 0, 0.015 * width]),
    radii: [0.085 * width * size, 0.075 * height * size, 0.105 * width],
    across: detail(10),
    down: detail(7),
  })
  const at = (fall: number, above: number) => pointOnHead(frame, { angle: 0, fall, above: above * width })
  const bridge = tube({
    path: [at(1.46, -0.1), at(1.6, -0.05), at(1.71, -0.012), at(1.8, 0.04)],
    radius: (share) => [0.08 * width * size, (0.05 + 0.01 * share) * width],
    across: detail(8),
    down: detail(5),
  })
  return mergeShapes([tip, bridge])
}

function ears(plan: BodyPlan): Shape[] {
  const { being, wears } = plan.traits
  if (being === 'robot') return robotEars(plan)
  if (wears['cat ears'] !== undefined) return []
  const left = being === 'elf' || being === 'orc' ? longEar(plan) : roundEar(plan)
  return [left, mirrorShape(left)]
}

/** From the head out to the rim and into the hollow: how far from the middle, and how far out. */
const EAR: readonly (readonly [size: number, out: number])[] = [
  [0.72, -0.35],
  [0.94, 0.15],
  [1, 0.55],
  [0.93, 0.8],
  [0.78, 0.82],
  [0.66, 0.6],
  [0.42, 0.3],
  [0, 0.2],
]

/** An ear with a rim and a hollow, its lobe narrower; its back stands away from the head. */
function roundEar({ frame, detail }: BodyPlan): Shape {
  const [width, height, depth] = frame.head.half
  const middle = pointOnHead(frame, { angle: 1.64, fall: 1.68 })
  const rows = detail(EAR.length - 1)
  return surface({
    across: detail(16),
    down: rows,
    at: (u, v) => {
      const place = v * (EAR.length - 1)
      const [from, to] = [EAR[Math.floor(place)] ?? [0, 0], EAR[Math.ceil(place)] ?? [0, 0]]
      const [size, out] = [lerp(from[0], to[0], place % 1), lerp(from[1], to[1], place % 1)]
      const [back, up] = [Math.sin(2 * Math.PI * u), Math.cos(2 * Math.PI * u)]
      const y = 0.2 * height * size * up
      // It leans back, and what is below its middle is narrower.
      const z = -0.135 * depth * size * back * (up < 0 ? 1 + 0.3 * up : 1) - 0.2 * y
      const away = 0.13 * width * out * (0.75 + 0.45 * size * back)
      return add(middle, [away, y, z])
    },
  })
}

function longEar({ frame, detail }: BodyPlan): Shape {
  const [width, height] = frame.head.half
  const from = pointOnHead(frame, { angle: 1.6, fall: 1.72, above: -0.05 * width })
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * width, y * height, z * width])
  return tube({
    path: [from, to(0.2, 0.1, -0.06), to(0.46, 0.34, -0.2)],
    radius: (share) => [0.06 * width * (1.1 - share), 0.2 * height * (1 - share) ** 0.8 + 0.002],
    across: detail(10),
    down: detail(10),
  })
}

function robotEars({ frame, detail }: BodyPlan): Shape[] {
  const [width, height] = frame.head.half
  const disc = ellipsoid({
    centre: pointOnHead(frame, { angle: Math.PI / 2, fall: 1.62 }),
    radii: [0.14 * width, 0.2 * height, 0.2 * height],
    across: detail(14),
    down: detail(10),
    square: 3,
  })
  return [disc, mirrorShape(disc)]
}

function neck({ frame, detail, traits }: BodyPlan): Shape {
  const { unit, thick } = frame
  const radius = (traits.creature === null ? 0.05 : 0.085) * unit * thick.limb
  return tube({
    path: [
      [0, unit * 1.04, -0.004 * unit],
      [0, unit * 0.97, -0.01 * unit],
      [0, unit * 0.88, -0.014 * unit],
    ],
    radius: (share) => [radius * (1 + 0.3 * share), radius * (1 + 0.2 * share)],
    across: detail(16),
    down: detail(5),
    ends: 'open',
  })
}

export function beardParts(plan: BodyPlan): BodyPart[] {
  const { beard } = plan.traits
  if (beard === null || beard.style === 'stubble') return []
  const hasWhiskers = beard.style !== 'moustache'
  const moustache = half(plan)
  const shape = mergeShapes([...(hasWhiskers ? [whiskers(plan)] : []), moustache, mirrorShape(moustache)])
  return [{ name: 'Beard', material: 'Hair', region: 'beard', bones: ['Head'], shape }]
}

/** A beard around the chin from ear to ear, below the mouth. */
function whiskers({ frame, detail, traits }: BodyPlan): Shape {
  const [size] = frame.head.half
  const style = traits.beard?.style
  const reach = style === 'goatee' ? 0.5 : 1.42
  const long = style === 'long' ? 0.95 : 0.12
  const down = detail(16)
  return surface({
    across: detail(30),
    down,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * reach
      const side = Math.abs(u - 0.5) * 2
      const isEdge = v > 1 - 0.5 / down || side > 0.999
      const top = lerp(2.2, style === 'goatee' ? 2.3 : 1.7, smoothstep(0.3, 0.85, side))
      const fall = lerp(top, 2.75, Math.min(1, v * 1.05))
      const bulge = Math.sin(Math.PI * Math.min(1, v * 0.8 + 0.12)) ** 0.7 * Math.sqrt(1 - side ** 6)
      const above = isEdge || v === 0 ? -0.02 * size : size * 0.15 * bulge
      const strands = 1 + 0.1 * Math.cos(angle * 11) * v
      const hang = long * size * smoothstep(0.35, 1, v) * (1 - smoothstep(0.1, 0.95, side))
      return add(pointOnHead(frame, { angle, fall, above: above * strands }), [0, -hang, 0.1 * hang])
    },
  })
}

function half({ frame, detail }: BodyPlan): Shape {
  const [size] = frame.head.half
  const at = (angle: number, fall: number, above: number) =>
    pointOnHead(frame, { angle, fall, above: above * size })
  return tube({
    path: [at(-0.03, 1.93, 0.04), at(0.18, 1.97, 0.05), at(0.42, 2.06, 0.01)],
    radius: (share) => [size * 0.1 * (1 - 0.7 * share), size * 0.08 * (1 - 0.5 * share)],
    across: detail(10),
    down: detail(10),
    front: [0, 1, 0.2],
  })
}
