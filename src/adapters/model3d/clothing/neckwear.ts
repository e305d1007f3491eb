import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import { isSheet, onSheetAt } from '../creature/ghost.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { tube } from '../geometry/tube.js'
import { add, lerp, type Vec3 } from '../geometry/vector.js'

const WORN = { name: 'Neckwear', material: 'Cloth', bones: ['Chest', 'Neck'] } as const

export function neckwearParts(plan: BodyPlan): BodyPart[] {
  const { scarf, necklace, tie, 'bow tie': bow, collar, stethoscope } = plan.traits.wears
  return [
    ...(scarf === undefined ? [] : [{ ...WORN, region: 'scarf', shape: scarfShape(plan) } as const]),
    ...(necklace === undefined
      ? []
      : [{ ...WORN, material: 'Metal', region: 'gold', bones: ['Chest'], shape: chain(plan) } as const]),
    ...(collar === undefined
      ? []
      : ([
          { ...WORN, material: 'Leather', region: 'collar', shape: collarBand(plan) },
          { ...WORN, material: 'Metal', region: 'gold', bones: ['Chest'], shape: tag(plan) },
        ] as const)),
    ...(stethoscope === undefined ? [] : stethoscopeParts(plan)),
    ...(bow === undefined ? [] : [{ ...WORN, region: 'tie', shape: bowShape(plan) } as const]),
    ...(tie === undefined
      ? []
      : [{ ...WORN, region: 'tie', bones: ['Chest', 'Spine'], shape: tieShape(plan) } as const]),
  ]
}

/** A point in front of the chest, at a height given as a fraction of the chin's height. */
const chest = (plan: BodyPlan, height: number, { angle = 0, above = 0 } = {}): Vec3 => {
  const { frame } = plan
  if (isSheet(plan)) return onSheetAt(frame, { angle, height, above: above * frame.unit })
  return pointOnTorso(frame, { angle, share: torsoShare(height), above: above * frame.unit })
}

function scarfShape(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const { unit } = frame
  const round = hoop({
    line: (at) => {
      const angle = (at - 0.5) * 2 * Math.PI
      return add(chest(plan, 0.938, { angle, above: 0.014 }), [0, -0.008 * unit * Math.cos(angle), 0])
    },
    centre: [0, frame.rise(0.94) * unit, -0.008 * unit],
    thick: 0.03 * unit,
    high: 0.036 * unit,
    across: detail(10),
    around: detail(36),
  })
  const end = (angle: number, low: number): Shape =>
    tube({
      path: [
        chest(plan, 0.92, { angle, above: 0.03 }),
        chest(plan, 0.86, { angle, above: 0.03 }),
        chest(plan, low + 0.08, { angle, above: 0.02 }),
        chest(plan, low, { angle, above: 0.022 }),
      ],
      radius: (share) => [lerp(0.022, 0.034, share) * unit, 0.012 * unit],
      across: detail(12),
      down: detail(12),
      square: 2.4,
    })
  return mergeShapes([round, end(0.34, 0.67), end(0.16, 0.74)])
}

function chain(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const { unit } = frame
  const line = (at: number): Vec3 => {
    const angle = (at - 0.5) * 2 * Math.PI
    return chest(plan, lerp(0.932, 0.865, Math.max(0, Math.cos(angle)) ** 1.5), { angle, above: 0.006 })
  }
  const links = hoop({
    line,
    centre: [0, frame.rise(0.9) * unit, -0.008 * unit],
    thick: 0.007 * unit,
    high: 0.007 * unit,
    across: detail(6),
    around: detail(36),
  })
  const size = 0.022 * unit
  const pendant = ellipsoid({
    centre: chest(plan, 0.85, { above: 0.01 }),
    radii: [size, size * 1.2, size * 0.5],
    across: detail(12),
    down: detail(8),
  })
  return mergeShapes([links, pendant])
}

/** The collar of an animal and the tag that hangs from it. */
const collarBand = (plan: BodyPlan): Shape =>
  hoop({
    line: (at) => chest(plan, 0.935, { angle: (at - 0.5) * 2 * Math.PI, above: 0.022 }),
    centre: [0, plan.frame.rise(0.935) * plan.frame.unit, -0.008 * plan.frame.unit],
    thick: 0.016 * plan.frame.unit,
    high: 0.026 * plan.frame.unit,
    across: plan.detail(8),
    around: plan.detail(30),
    square: 3,
  })

function tag(plan: BodyPlan): Shape {
  const size = 0.03 * plan.frame.unit
  return ellipsoid({
    centre: chest(plan, 0.89, { above: 0.026 }),
    radii: [size, size, size * 0.35],
    across: plan.detail(12),
    down: plan.detail(8),
  })
}

/** Around the neck, with the part that listens in front of the chest. */
function stethoscopeParts(plan: BodyPlan): BodyPart[] {
  const { unit } = plan.frame
  const on = (angle: number, height: number): Vec3 => chest(plan, height, { angle, above: 0.022 })
  const hose = tube({
    path: [
      on(0.52, 0.78),
      on(0.6, 0.86),
      on(1.1, 0.935),
      on(Math.PI, 0.95),
      on(-1.1, 0.935),
      on(-0.6, 0.86),
      on(-0.4, 0.72),
    ],
    radius: () => [0.013 * unit, 0.013 * unit],
    across: plan.detail(8),
    down: plan.detail(36),
  })
  const end = (centre: Vec3, size: number): Shape =>
    ellipsoid({
      centre,
      radii: [size * unit, size * unit, 0.4 * size * unit],
      across: plan.detail(14),
      down: plan.detail(8),
    })
  const worn = { name: 'Neckwear', bones: ['Chest'] } as const
  return [
    { ...worn, material: 'Leather', region: 'lens', shape: hose },
    {
      ...worn,
      material: 'Metal',
      region: 'metal',
      shape: mergeShapes([end(on(-0.4, 0.7), 0.036), end(on(0.52, 0.77), 0.018)]),
    },
  ]
}

function bowShape(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const { unit } = frame
  // A creature's neck is as broad as its head.
  const isCreature = plan.traits.creature !== null
  const knot = chest(plan, isCreature ? 0.9 : 0.912, { above: isCreature ? 0.036 : 0.022 })
  const wing = tube({
    path: [knot, add(knot, [0.04 * unit, 0, 0.006 * unit]), add(knot, [0.084 * unit, 0, 0])],
    radius: (share) => [lerp(0.015, 0.045, share) * unit, 0.015 * unit],
    across: detail(12),
    down: detail(8),
    square: 3,
  })
  const middle = ellipsoid({
    centre: add(knot, [0, 0, 0.006 * unit]),
    radii: [0.018 * unit, 0.02 * unit, 0.016 * unit],
    across: detail(10),
    down: detail(8),
  })
  return mergeShapes([wing, mirrorShape(wing), middle])
}

function tieShape(plan: BodyPlan): Shape {
  const { unit } = plan.frame
  return tube({
    path: [0.935, 0.9, 0.8, 0.7, 0.655].map((height) => chest(plan, height, { above: 0.004 })),
    radius: (share) => [lerp(0.013, 0.03, share) * unit * (share < 0.12 ? 1.4 : 1), 0.008 * unit],
    across: plan.detail(10),
    down: plan.detail(14),
    square: 3,
  })
}
