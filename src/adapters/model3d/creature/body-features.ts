import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnHead } from '../body/head-surface.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import type { Creature } from '../description/traits.js'
import { catmullRom } from '../geometry/curve.js'
import { mergeShapes, mirroredPair, type Shape } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, lerp, type Vec3 } from '../geometry/vector.js'

/** Tail, wings on the back, spikes and crest. */
export function creatureBodyParts(plan: BodyPlan): BodyPart[] {
  const { creature, being } = plan.traits
  if (creature === null) return []
  return [
    ...tailParts(plan, creature),
    ...(being === 'dragon' ? [spikesOnBack(plan)] : []),
    ...(creature.wings && being !== 'bird' ? batWings(plan) : []),
    ...(being === 'bird' && creature.ears === 'none' && plan.traits.hat === null ? [crest(plan)] : []),
  ]
}

const SKIN = { material: 'Skin', bones: ['Hips'] } as const

/** The path of a tail from the back, in the body's units. */
const TAILS: Readonly<Record<'thin' | 'bushy' | 'short' | 'spiked', readonly Vec3[]>> = {
  thin: [
    [0, 0, 0],
    [0.05, -0.08, -0.14],
    [0.2, -0.08, -0.26],
    [0.32, 0.1, -0.28],
    [0.3, 0.28, -0.22],
    [0.36, 0.4, -0.18],
  ],
  bushy: [
    [0, 0, 0],
    [0.05, -0.06, -0.14],
    [0.18, -0.02, -0.24],
    [0.28, 0.16, -0.24],
    [0.24, 0.34, -0.18],
  ],
  short: [
    [0, 0, 0.02],
    [0.08, 0.02, -0.1],
    [0.19, 0.12, -0.15],
    [0.28, 0.28, -0.12],
  ],
  spiked: [
    [0, 0.02, 0.02],
    [0.06, -0.16, -0.16],
    [0.2, -0.34, -0.28],
    [0.4, -0.4, -0.28],
    [0.54, -0.32, -0.2],
    [0.58, -0.16, -0.16],
  ],
}

const WIDTHS: Readonly<Record<keyof typeof TAILS, (share: number) => number>> = {
  thin: (share) => 0.032 - 0.008 * share,
  bushy: (share) => 0.024 + 0.075 * Math.sin(Math.PI * share ** 1.3) ** 1.1,
  short: (share) => 0.05 - 0.02 * share,
  spiked: (share) => 0.1 * (1 - share) ** 0.9 + 0.014,
}

function tailParts(plan: BodyPlan, { tail }: Creature): BodyPart[] {
  const { unit } = plan.frame
  const worn = { ...SKIN, name: 'Tail', region: 'fur' } as const
  if (tail === 'none') return []
  if (tail === 'ball') return [{ ...worn, region: 'pale', shape: ball(plan, tailRoot(plan), 0.075) }]
  if (tail === 'fan') return [{ ...worn, bones: ['Hips', 'Spine'], shape: feathers(plan) }]
  const kind = tail === 'tuft' ? 'thin' : tail
  const root = tailRoot(plan)
  const path = TAILS[kind].map(([x, y, z]): Vec3 => add(root, [x * unit, y * unit, z * unit]))
  const width = WIDTHS[kind]
  const shape = tube({
    path,
    radius: (share) => [width(share) * unit, width(share) * unit],
    across: plan.detail(14),
    down: plan.detail(24),
    // Perpendicular to the curve at every point.
    front: [0.8, -0.3, 0.6],
  })
  const end = path.at(-1) ?? root
  return [
    { ...worn, shape },
    ...(tail === 'tuft' ? [{ ...worn, region: 'hair', shape: ball(plan, end, 0.06) } as const] : []),
    ...(tail === 'spiked'
      ? [
          {
            ...worn,
            region: 'horn',
            shape: mergeShapes([spade(plan, end), ...tailSpikes(plan, path, width)]),
          } as const,
        ]
      : []),
  ]
}

const tailRoot = ({ frame }: BodyPlan): Vec3 =>
  add(pointOnTorso(frame, { angle: Math.PI, share: torsoShare(0.53) }), [0, 0, 0.03 * frame.unit])

const ball = ({ frame, detail }: BodyPlan, centre: Vec3, size: number): Shape =>
  ellipsoid({
    centre,
    radii: [size * frame.unit, size * frame.unit, size * frame.unit],
    across: detail(14),
    down: detail(9),
  })

/** The flat point at the end of a dragon's tail. */
const spade = ({ frame, detail }: BodyPlan, end: Vec3): Shape =>
  tube({
    path: [
      add(end, [0, -0.03 * frame.unit, 0]),
      add(end, [0.01 * frame.unit, 0.06 * frame.unit, 0]),
      add(end, [0.015 * frame.unit, 0.15 * frame.unit, 0]),
    ],
    radius: (share) => [
      frame.unit * (0.012 + 0.06 * Math.sin(Math.PI * share ** 0.6) ** 1.3),
      frame.unit * 0.018 * (1.1 - share),
    ],
    across: detail(10),
    down: detail(10),
  })

const tailSpikes = (plan: BodyPlan, path: readonly Vec3[], width: (share: number) => number): Shape[] =>
  [0.2, 0.36, 0.52, 0.68, 0.84].map((share) => {
    const at = add(catmullRom(path, share), [0, width(share) * plan.frame.unit * 0.85, 0])
    return spike(plan, at, { way: [0, 1, -0.2], size: 0.07 * (1.15 - share * 0.6) })
  })

type SpikeForm = { readonly way: Vec3; readonly size: number }

const spike = ({ frame, detail }: BodyPlan, at: Vec3, { way, size }: SpikeForm): Shape =>
  tube({
    path: [at, add(at, [way[0] * size * frame.unit, way[1] * size * frame.unit, way[2] * size * frame.unit])],
    radius: (share) => [
      0.4 * size * frame.unit * (1 - share) + 0.001,
      0.55 * size * frame.unit * (1 - share) + 0.001,
    ],
    across: detail(8),
    down: detail(5),
    front: [1, 0, 0],
    ends: 'last',
  })

function spikesOnBack(plan: BodyPlan): BodyPart {
  const { frame } = plan
  const onBack = [0.86, 0.76, 0.66, 0.57].map((height) => {
    const at = pointOnTorso(frame, { angle: Math.PI, share: torsoShare(height), above: -0.01 * frame.unit })
    return spike(plan, at, { way: [0, 0.45, -1], size: 0.09 })
  })
  const onHead =
    plan.traits.hat === null
      ? [0.25, 0.75, 1.3, 1.85].map((fall) => {
          const at = pointOnHead(frame, { angle: Math.PI, fall, above: -0.01 * frame.unit })
          return spike(plan, at, { way: [0, Math.cos(fall) + 0.15, -Math.sin(fall)], size: 0.1 })
        })
      : []
  return {
    ...SKIN,
    name: 'Spikes',
    region: 'horn',
    bones: ['Chest', 'Spine', 'Hips', 'Neck', 'Head'],
    shape: mergeShapes([...onBack, ...onHead]),
  }
}

/** Membranes between fingers that spread from the shoulder blade. */
function batWings(plan: BodyPlan): BodyPart[] {
  const { unit } = plan.frame
  const worn = { name: 'Wings', bones: ['Chest'] } as const
  const [, , back] = pointOnTorso(plan.frame, { angle: Math.PI, share: torsoShare(0.82) })
  const root: Vec3 = [0.05 * unit, plan.frame.rise(0.84) * unit, back + 0.02 * unit]
  const wrist = add(root, [0.2 * unit, 0.26 * unit, -0.08 * unit])
  const tips = [
    [0.56, 0.14],
    [0.5, -0.08],
    [0.34, -0.24],
    [0.1, -0.26],
  ].map(([x = 0, y = 0]): Vec3 => add(root, [x * unit, y * unit, (-0.1 - 0.06 * x) * unit]))
  const bone = (from: Vec3, to: Vec3, size: number): Shape =>
    tube({
      path: [
        from,
        add(add(from, [(to[0] - from[0]) * 0.5, (to[1] - from[1]) * 0.5, (to[2] - from[2]) * 0.5]), [
          0.01 * unit,
          0.02 * unit,
          0,
        ]),
        to,
      ],
      radius: (share) => [size * unit * (1.1 - 0.7 * share), size * unit * (1.1 - 0.7 * share)],
      across: plan.detail(7),
      down: plan.detail(8),
    })
  const bones = mergeShapes([
    bone(root, wrist, 0.024),
    ...tips.map((tip) => bone(wrist, tip, 0.014)),
    spike(plan, wrist, { way: [0.1, 1, 0], size: 0.06 }),
  ])
  return [
    { ...worn, material: 'Skin', region: 'skin', shape: mergeShapes(mirroredPair(bones)) },
    {
      ...worn,
      material: 'Cloth',
      region: 'wing',
      shape: mergeShapes(mirroredPair(membrane(plan, wrist, [...tips, root]))),
    },
  ]
}

/** From the wrist to an edge that hangs in arcs between the tips. */
function membrane({ detail }: BodyPlan, wrist: Vec3, tips: readonly Vec3[]): Shape {
  const spans = tips.length - 1
  return surface({
    across: detail(9) * spans,
    down: detail(5),
    at: (u, v) => {
      const index = Math.min(spans - 1, Math.floor(u * spans))
      const rest = u * spans - index
      const [a, b] = [tips[index] ?? wrist, tips[index + 1] ?? wrist]
      const reach = v * (1 - 0.26 * Math.sin(Math.PI * rest))
      const edge: Vec3 = [lerp(a[0], b[0], rest), lerp(a[1], b[1], rest), lerp(a[2], b[2], rest)]
      return [lerp(wrist[0], edge[0], reach), lerp(wrist[1], edge[1], reach), lerp(wrist[2], edge[2], reach)]
    },
  })
}

/** Five tail feathers, spread behind. */
function feathers(plan: BodyPlan): Shape {
  const { unit } = plan.frame
  const root = tailRoot(plan)
  return mergeShapes(
    [-0.56, -0.28, 0, 0.28, 0.56].map((turn) =>
      tube({
        path: [
          root,
          add(root, [Math.sin(turn) * 0.14 * unit, -0.03 * unit, -0.13 * unit]),
          add(root, [
            Math.sin(turn) * 0.36 * unit,
            -0.03 * unit - 0.05 * Math.abs(turn) * unit,
            -0.31 * unit,
          ]),
        ],
        radius: (share) => [unit * (0.02 + 0.035 * Math.sin(Math.PI * share * 0.85)), unit * 0.014],
        across: plan.detail(9),
        down: plan.detail(9),
        front: [0, 1, 0.1],
      }),
    ),
  )
}

/** Three feathers on the crown. */
function crest(plan: BodyPlan): BodyPart {
  const [unit] = plan.frame.head.half
  const from = pointOnHead(plan.frame, { angle: 0, fall: 0.12, above: -0.05 * unit })
  const shape = mergeShapes(
    [0.34, 0, -0.34].map((turn, at) =>
      tube({
        path: [
          from,
          add(from, [turn * 0.2 * unit, 0.24 * unit, -0.06 * unit]),
          add(from, [turn * 0.75 * unit, (0.56 - 0.1 * Math.abs(at - 1)) * unit, -0.22 * unit]),
        ],
        radius: (share) => [
          unit * (0.05 + 0.05 * Math.sin(Math.PI * share)) * (1.15 - share),
          unit * 0.05 * (1.1 - share),
        ],
        across: plan.detail(9),
        down: plan.detail(9),
      }),
    ),
  )
  return { name: 'Head', material: 'Skin', region: 'fur', bones: ['Head'], shape }
}
