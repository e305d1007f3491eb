import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnHead } from '../body/head-surface.js'
import { mergeShapes, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, lerp, smoothstep, type Vec3 } from '../geometry/vector.js'

const WORN = { name: 'Hat', bones: ['Head'] } as const

/** A helm around the whole head, with a slit for the eyes, holes to breathe and a plume. */
export function helmParts(plan: BodyPlan): BodyPart[] {
  return [
    { ...WORN, material: 'Metal', region: 'hat', shape: helm(plan) },
    { ...WORN, material: 'Leather', region: 'lens', shape: mergeShapes([slit(plan), ...holes(plan)]) },
    { ...WORN, material: 'Metal', region: 'gold', shape: mergeShapes([ridge(plan), rim(plan)]) },
    { ...WORN, material: 'Cloth', region: 'hatTrim', shape: plume(plan) },
  ]
}

/** In radians, from the nose and from the top; `above` the metal in halves of the head's width. */
type HelmPoint = { readonly angle: number; readonly fall: number; readonly above?: number }

/** A point on the helm: round above, drawn to a keel in front of the nose. */
function onHelm({ frame }: BodyPlan, { angle, fall, above = 0 }: HelmPoint): Vec3 {
  const [unit] = frame.head.half
  const keel = 0.16 * smoothstep(0.95, 0, Math.abs(angle)) * smoothstep(0.9, 1.6, fall)
  return pointOnHead(frame, { angle, fall, above: (0.15 + keel + above) * unit })
}

function helm(plan: BodyPlan): Shape {
  const down = plan.detail(22)
  return surface({
    across: plan.detail(40),
    down,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * Math.PI
      const share = Math.min(1, (v * down) / (down - 1))
      const point = onHelm(plan, { angle, fall: 2.74 * share, above: v > share ? -0.12 : 0 })
      return v > share ? add(point, [0, 0.02 * plan.frame.unit, 0]) : point
    },
  })
}

const slit = (plan: BodyPlan): Shape =>
  surface({
    across: plan.detail(26),
    down: 2,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * 0.86
      const thin = Math.sqrt(1 - ((u - 0.5) * 2) ** 6)
      return onHelm(plan, { angle, fall: 1.58 + (v - 0.5) * 0.2 * thin, above: 0.012 })
    },
  })

const holes = (plan: BodyPlan): Shape[] =>
  [0.24, 0.42, 0.6].flatMap((angle) =>
    [1.98, 2.16].flatMap((fall) =>
      [angle, -angle].map((at) =>
        ellipsoid({
          centre: onHelm(plan, { angle: at, fall, above: -0.005 }),
          radii: [
            0.03 * plan.frame.head.half[0],
            0.03 * plan.frame.head.half[0],
            0.03 * plan.frame.head.half[0],
          ],
          across: plan.detail(7),
          down: plan.detail(5),
        }),
      ),
    ),
  )

/** The band from the crown over the face. */
function ridge(plan: BodyPlan): Shape {
  const [unit] = plan.frame.head.half
  return tube({
    path: [0.2, 0.7, 1.2, 1.46].map((fall) => onHelm(plan, { angle: 0, fall, above: 0.004 })),
    radius: () => [0.055 * unit, 0.025 * unit],
    across: plan.detail(8),
    down: plan.detail(14),
    front: [0, 0.6, 1],
  })
}

const rim = (plan: BodyPlan): Shape =>
  hoop({
    line: (at) => onHelm(plan, { angle: (at - 0.5) * 2 * Math.PI, fall: 2.68, above: 0.012 }),
    centre: add(plan.frame.head.centre, [0, -0.93 * plan.frame.head.half[1], 0]),
    thick: 0.035 * plan.frame.head.half[0],
    high: 0.05 * plan.frame.head.half[1],
    across: plan.detail(6),
    around: plan.detail(36),
  })

/** Feathers that rise from the crown and fall behind. */
function plume(plan: BodyPlan): Shape {
  const [unit] = plan.frame.head.half
  const from = onHelm(plan, { angle: Math.PI, fall: 0.12 })
  const to = (y: number, z: number): Vec3 => add(from, [0, y * unit, z * unit])
  return tube({
    path: [to(-0.06, 0.12), to(0.4, 0.26), to(0.72, -0.06), to(0.62, -0.6), to(0.1, -0.98), to(-0.5, -1.02)],
    radius: (share) => [
      unit * (0.07 + 0.19 * Math.sin(Math.PI * share ** 0.8)) * (1 + 0.08 * Math.cos(40 * share)),
      unit * (0.08 + 0.2 * Math.sin(Math.PI * share ** 0.8)) * (1 + 0.08 * Math.cos(40 * share)),
    ],
    across: plan.detail(12),
    down: plan.detail(26),
    front: [1, 0, 0],
  })
}

/** The opening of the round helmet, in radians from straight ahead. */
const OPENING = 0.82

/** A round helmet of a space suit with a wide opening in front. */
export function domeParts(plan: BodyPlan): BodyPart[] {
  const cap = (at: number): Shape =>
    ellipsoid({
      centre: onDome(plan, Math.PI / 2, at),
      radii: [0.12 * plan.frame.head.half[0], 0.24 * plan.frame.head.half[0], 0.24 * plan.frame.head.half[0]],
      across: plan.detail(12),
      down: plan.detail(9),
      square: 2.6,
    })
  return [
    { ...WORN, material: 'Cloth', region: 'hat', shape: dome(plan) },
    { ...WORN, material: 'Cloth', region: 'trim', shape: opening(plan) },
    {
      ...WORN,
      material: 'Metal',
      region: 'metal',
      shape: mergeShapes([cap(Math.PI / 2), cap(-Math.PI / 2)]),
    },
  ]
}

/** By the angle from straight ahead and around that direction, 0 at the top. */
function onDome({ frame: { head } }: BodyPlan, away: number, around: number): Vec3 {
  const [w, h, d] = head.half
  const [s, c] = [Math.sin(away), Math.cos(away)]
  return add(head.centre, [
    s * Math.sin(around) * 1.3 * w,
    s * Math.cos(around) * 1.24 * h + 0.02 * h,
    c * 1.3 * d + 0.02 * d,
  ])
}

function dome(plan: BodyPlan): Shape {
  return surface({
    across: plan.detail(44),
    down: plan.detail(20),
    at: (u, v) => {
      const point = onDome(plan, lerp(OPENING, Math.PI, v), -2 * Math.PI * u)
      // Flat below, where the ring of the neck is.
      const floor = plan.frame.unit * 0.945
      return [point[0], Math.max(floor, point[1]), point[2]]
    },
  })
}

const opening = (plan: BodyPlan): Shape =>
  hoop({
    line: (at) => onDome(plan, OPENING, -2 * Math.PI * at),
    centre: add(plan.frame.head.centre, [0, 0, 1.3 * Math.cos(OPENING) * plan.frame.head.half[2]]),
    thick: 0.06 * plan.frame.head.half[0],
    high: 0.06 * plan.frame.head.half[0],
    across: plan.detail(8),
    around: plan.detail(40),
    axis: [0, 0, 1],
  })
