import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnTorso, torsoShare } from '../body/torso.js'
import type { SkirtCut } from '../description/traits.js'
import type { Shape } from '../geometry/shape.js'
import { type Detail, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { superellipsePoint } from '../geometry/tube.js'
import { lerp, smoothstep, type Vec3 } from '../geometry/vector.js'
import type { Bone } from '../skeleton/bones.js'

const BONES: readonly Bone[] = ['Hips', 'LeftUpperLeg', 'RightUpperLeg', 'LeftLowerLeg', 'RightLowerLeg']

/** Height of the hem as a fraction of the chin's height, and how far it stands out. */
const HEMS: Readonly<Record<SkirtCut, readonly [height: number, wide: number]>> = {
  hip: [0.49, 0.142],
  mini: [0.4, 0.185],
  knee: [0.3, 0.19],
  calf: [0.2, 0.225],
  floor: [0.035, 0.25],
  tutu: [0.49, 0.33],
}

export function skirtParts(plan: BodyPlan): BodyPart[] {
  const { top, bottom } = plan.traits
  const hasOwn = bottom.kind === 'skirt' && top.kind !== 'robe' && top.kind !== 'dress'
  const worn = { name: 'Skirt', bones: BONES } as const
  const own = hasOwn ? skirt(plan, { cut: bottom.cut, gap: 0, above: 0.006 }) : null
  const over =
    top.skirt === null
      ? null
      : skirt(plan, { cut: top.skirt, gap: top.isOpen ? 0.34 : 0, above: hasOwn ? 0.02 : 0.006 })
  return [
    ...(own === null ? [] : [{ ...worn, material: 'Cloth', region: 'leg', shape: own } as const]),
    ...(over === null
      ? []
      : [
          {
            ...worn,
            material: top.kind === 'armour' ? 'Metal' : 'Cloth',
            region: 'skirt',
            shape: over,
          } as const,
        ]),
    ...(own === null && over === null ? [] : waistband(plan, hasOwn)),
  ]
}

type Hanging = { readonly cut: SkirtCut; readonly gap: number; readonly above: number }

function skirt(plan: BodyPlan, { cut, gap, above }: Hanging): Shape {
  const { frame, detail, traits } = plan
  const [hem, wide] = HEMS[cut]
  const down = detail({ hip: 7, mini: 9, knee: 10, calf: 12, floor: 14, tutu: 9 }[cut])
  const folds = traits.top.kind === 'armour' ? 0 : foldsOf(detail, cut)
  const spread = wide * frame.unit * (0.7 + 0.3 * frame.thick.torso * frame.hips)
  return surface({
    across: detail(44),
    down,
    at: (u, v) => {
      const open = gap * smoothstep(0, 0.8, v)
      const angle = (u - 0.5) * 2 * Math.PI
      // The front is at u = 0.5, where an open coat parts.
      const turned = gap === 0 ? angle : parted(u, open)
      const tucked = v > 1 - 0.5 / down
      const share = Math.min(1, (v * down) / (down - 1))
      const from = pointOnTorso(frame, { angle: turned, share: torsoShare(0.645), above: above * frame.unit })
      const hips = pointOnTorso(frame, {
        angle: turned,
        share: torsoShare(0.55),
        above: (above + 0.008) * frame.unit,
      })
      const [x, z] = superellipsePoint(turned)
      const wave = 1 + 0.055 * share * Math.cos(folds * turned)
      const out = spread * (tucked ? 0.93 : 1) * wave
      const lower: Vec3 = [x * out, frame.rise(hem) * frame.unit, z * out * 0.9]
      return hung({ from, hips, lower }, share)
    },
  })
}

const foldsOf = (detail: Detail, cut: SkirtCut): number =>
  detail(48) < 30 ? 0 : { hip: 0, mini: 8, knee: 8, calf: 8, floor: 9, tutu: 11 }[cut]

/** Moves the front seam to the ends of the grid, with both edges `open` radians from the middle. */
function parted(u: number, open: number): number {
  return open + u * 2 * (Math.PI - open)
}

/** From the waist over the hips to the hem. */
function hung({ from, hips, lower }: Record<'from' | 'hips' | 'lower', Vec3>, share: number): Vec3 {
  const first = smoothstep(0, 0.3, share)
  const rest = share < 0.2 ? 0 : ((share - 0.2) / 0.8) ** 0.92
  const upper: Vec3 = [lerp(from[0], hips[0], first), 0, lerp(from[2], hips[2], first)]
  return [lerp(upper[0], lower[0], rest), lerp(from[1], lower[1], share), lerp(upper[2], lower[2], rest)]
}

function waistband(plan: BodyPlan, own: boolean): BodyPart[] {
  const { frame, detail, traits } = plan
  if (
    traits.wears.belt !== undefined ||
    traits.wears.sash !== undefined ||
    ['coat', 'jacket', 'suit', 'jumper'].includes(traits.top.kind)
  )
    return []
  const share = torsoShare(0.645)
  const shape = hoop({
    line: (at) => pointOnTorso(frame, { angle: (at - 0.5) * 2 * Math.PI, share, above: 0.006 * frame.unit }),
    centre: [0, frame.rise(0.645) * frame.unit, -0.008 * frame.unit],
    thick: 0.008 * frame.unit,
    high: 0.016 * frame.unit,
    across: detail(6),
    around: detail(30),
    square: 3,
  })
  return [{ name: 'Skirt', material: 'Cloth', region: own ? 'leg' : 'trim', bones: ['Hips', 'Spine'], shape }]
}
