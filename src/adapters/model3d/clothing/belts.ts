import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import type { Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { lerp, smoothstep } from '../geometry/vector.js'

export function beltParts(plan: BodyPlan): BodyPart[] {
  const { belt, sash, apron } = plan.traits.wears
  const worn = { name: 'Belt', bones: ['Hips', 'Spine'] } as const
  return [
    ...(belt === undefined
      ? []
      : ([
          { ...worn, material: 'Leather', region: 'leather', shape: band(plan, 0.021) },
          { ...worn, material: 'Metal', region: 'gold', shape: buckle(plan) },
        ] as const)),
    ...(sash === undefined
      ? []
      : [{ ...worn, material: 'Cloth', region: 'sash', shape: band(plan, 0.046) } as const]),
    ...(apron === undefined
      ? []
      : ([
          {
            ...worn,
            name: 'Apron',
            material: 'Cloth',
            region: 'apron',
            bones: ['Chest', 'Spine', 'Hips', 'LeftUpperLeg', 'RightUpperLeg'],
            shape: panel(plan),
          },
          { ...worn, name: 'Apron', material: 'Cloth', region: 'apron', shape: band(plan, 0.013) },
        ] as const)),
  ]
}

const HEIGHT = 0.64

function band({ frame, detail }: BodyPlan, high: number): Shape {
  const { unit } = frame
  return hoop({
    line: (at) =>
      pointOnTorso(frame, {
        angle: (at - 0.5) * 2 * Math.PI,
        share: torsoShare(HEIGHT),
        above: 0.009 * unit,
      }),
    centre: [0, frame.rise(HEIGHT) * unit, -0.008 * unit],
    thick: 0.009 * unit,
    high: high * unit,
    across: detail(8),
    around: detail(32),
    square: 3.5,
  })
}

function buckle({ frame, detail }: BodyPlan): Shape {
  const { unit } = frame
  const centre = pointOnTorso(frame, { angle: 0, share: torsoShare(HEIGHT), above: 0.018 * unit })
  return ellipsoid({
    centre,
    radii: [0.032 * unit, 0.027 * unit, 0.008 * unit],
    across: detail(12),
    down: detail(8),
    square: 4,
  })
}

/** The apron: from the chest to the knees, in front of all other clothes. */
function panel({ frame, detail, traits }: BodyPlan): Shape {
  const { unit } = frame
  const hem = 0.3 * unit
  const out = traits.top.skirt === null ? 0.118 : 0.225
  return surface({
    across: detail(18),
    down: detail(16),
    at: (u, v) => {
      const narrow = lerp(0.6, 0.95, smoothstep(0.12, 0.42, v))
      const angle = (u - 0.5) * 2 * narrow
      const height = lerp(0.85, 0.55, Math.min(1, v / 0.55))
      const close = pointOnTorso(frame, {
        angle,
        share: torsoShare(height),
        above: (traits.top.skirt === null ? 0.02 : 0.028) * unit,
      })
      const way = Math.max(0, (v - 0.55) / 0.45)
      const radius = out * unit * frame.thick.torso
      return [
        lerp(close[0], Math.sin(angle) * radius * 1.1, way),
        lerp(close[1], hem, way),
        lerp(close[2], Math.max(close[2], Math.cos(angle) * radius), way ** 0.7),
      ]
    },
  })
}
