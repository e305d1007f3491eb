import { catmullRom } from '../geometry/curve.js'
import { hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { superellipsePoint } from '../geometry/tube.js'
import { smoothstep, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import type { BodyPart, BodyPlan } from './body-part.js'

export const TORSO_BONES = ['Hips', 'Spine', 'Chest'] as const

/** Half the width, the height and half the depth of the torso at each level from the neck down, as fractions. */
const LEVELS: readonly Vec3[] = [
  [0.056, 0.955, 0.054],
  [0.078, 0.935, 0.062],
  [0.118, 0.905, 0.078],
  [0.142, 0.865, 0.092],
  [0.142, 0.8, 0.1],
  [0.127, 0.72, 0.096],
  [0.116, 0.655, 0.09],
  [0.122, 0.59, 0.094],
  [0.126, 0.53, 0.095],
  [0.108, 0.485, 0.086],
  [0.05, 0.462, 0.045],
  [0, 0.46, 0],
]

/** A point on the torso; `share` is 0 at the neck and 1 between the legs. */
export function pointOnTorso(
  frame: BodyFrame,
  { angle, share, above = 0 }: { angle: number; share: number; above?: number },
): Vec3 {
  const { unit, thick, shoulders, hips } = frame
  const [width, height, depth] = catmullRom(LEVELS, share)
  const upper = smoothstep(0.66, 0.86, height)
  const waist = smoothstep(0.52, 0.64, height) * smoothstep(0.84, 0.68, height)
  const neck = smoothstep(0.9, 0.95, height)
  const wide = (upper * shoulders + (1 - upper) * hips) * (1 - neck) + neck
  const belly = 1 + thick.belly * waist * 0.9
  const [x, z] = superellipsePoint(angle, frame.head.square > 2 ? 3.6 : 2.35)
  const front = z > 0 ? belly * (1 + thick.belly * waist * 0.6) : belly
  return [
    x * (width * wide * thick.torso * belly * unit + above),
    frame.rise(height) * unit,
    z * front * (depth * thick.torso * unit + above) - 0.008 * unit,
  ]
}

/** The `share` of `pointOnTorso` for a height, given as a fraction of the chin's height. */
export function torsoShare(height: number): number {
  const below = LEVELS.findIndex(([, level]) => level <= height)
  const [, high] = LEVELS[below - 1] ?? [0, 1, 0]
  const [, low] = LEVELS[below] ?? [0, 0, 0]
  return (below - 1 + (high - height) / (high - low)) / (LEVELS.length - 1)
}

export function torsoParts(plan: BodyPlan): BodyPart[] {
  const { frame, detail, traits } = plan
  const trunk = surface({
    across: detail(28),
    down: detail(20),
    at: (u, v) => pointOnTorso(frame, { angle: (u - 0.5) * 2 * Math.PI, share: v }),
  })
  const { kind } = traits.top
  const isMetal = kind === 'armour' || kind === 'plating'
  const hasCollar = kind !== 'plating' && kind !== 'bare' && kind !== 'spacesuit'
  const cloth = { name: 'Torso', material: isMetal ? 'Metal' : 'Cloth', bones: TORSO_BONES } as const
  return [
    { ...cloth, region: 'torso', shape: trunk },
    ...(hasCollar ? [collar(plan)] : []),
    ...(hasHood(plan) ? [hoodBehind(plan)] : []),
  ]
}

function collar({ frame, detail, traits }: BodyPlan): BodyPart {
  const isHigh = traits.top.kind === 'coat' || traits.top.kind === 'jumper' || traits.top.kind === 'jacket'
  const share = torsoShare(isHigh ? 0.952 : 0.942)
  const shape = hoop({
    line: (at) => pointOnTorso(frame, { angle: (at - 0.5) * 2 * Math.PI, share, above: 0.002 }),
    centre: [0, frame.unit * frame.rise(0.95), -0.008 * frame.unit],
    thick: 0.012 * frame.unit,
    high: (isHigh ? 0.026 : 0.013) * frame.unit,
    across: detail(8),
    around: detail(28),
  })
  return { name: 'Torso', material: 'Cloth', region: 'trim', bones: ['Chest', 'Neck'], shape }
}

/** A hood that is not worn lies behind the neck. */
const hasHood = ({ traits: { top, hat, wears } }: BodyPlan): boolean =>
  (top.front === 'rainproof' || (top.kind === 'jacket' && top.front === 'hooded')) &&
  hat?.kind !== 'hood' &&
  wears.cloak === undefined

/** A roll of cloth around the neck, thin in front and thick behind, where it hangs down. */
function hoodBehind({ frame, detail }: BodyPlan): BodyPart {
  const { unit } = frame
  const shape = surface({
    across: detail(26),
    down: detail(10),
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * Math.PI
      const behind = smoothstep(0.8, 2.7, Math.abs(angle))
      const [x, y, z] = pointOnTorso(frame, {
        angle,
        share: torsoShare(0.937 - 0.02 * behind),
        above: (0.012 + 0.034 * behind) * unit,
      })
      const round = 2 * Math.PI * v
      const out = (0.014 + 0.026 * behind) * Math.sin(round) * unit
      const [ax, az] = superellipsePoint(angle)
      const up = (0.014 + 0.042 * behind) * Math.cos(round) * unit
      return [x + ax * out, y + up, z + az * out]
    },
  })
  return { name: 'Torso', material: 'Cloth', region: 'sleeve', bones: ['Chest', 'Neck'], shape }
}
