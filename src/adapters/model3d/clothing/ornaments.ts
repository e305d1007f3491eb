import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { hairVolume } from '../body/hair.js'
import { pointOnHead } from '../body/head-surface.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { add, type Vec3 } from '../geometry/vector.js'
import { SIDES } from '../skeleton/bones.js'

/** Small items around the head and on the shoulders. */
export function ornamentParts(plan: BodyPlan): BodyPart[] {
  const { earrings, headphones, flower } = plan.traits.wears
  const worn = { bones: ['Head'] } as const
  return [
    ...(earrings === undefined
      ? []
      : [
          { ...worn, name: 'Earrings', material: 'Metal', region: 'gold', shape: earringPair(plan) } as const,
        ]),
    ...(headphones === undefined
      ? []
      : [
          {
            ...worn,
            name: 'Headphones',
            material: 'Leather',
            region: 'headphones',
            shape: headphoneShape(plan),
          } as const,
        ]),
    ...(flower === undefined
      ? []
      : [{ ...worn, name: 'Flower', material: 'Cloth', region: 'flower', shape: blossom(plan) } as const]),
  ]
}

const mirroredPair = (shape: Shape): Shape => mergeShapes([shape, mirrorShape(shape)])

function earringPair({ frame, detail }: BodyPlan): Shape {
  const [width] = frame.head.half
  const centre = add(pointOnHead(frame, { angle: 1.6, fall: 1.9 }), [
    0.05 * width,
    -0.06 * width,
    0.03 * width,
  ])
  const size = 0.06 * width
  return mirroredPair(
    ellipsoid({ centre, radii: [size, size * 1.25, size], across: detail(10), down: detail(8) }),
  )
}

function headphoneShape(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const [width, height] = frame.head.half
  const above = (hairVolume(plan) + 0.03) * width
  const centre = frame.head.centre
  const line = (at: number): Vec3 => {
    const angle = 2 * Math.PI * at
    const [out, up] = [Math.cos(angle), Math.sin(angle)]
    return add(centre, [out * (width + above), up * (height + above) * (up > 0 ? 1 : 0.12), 0])
  }
  const band = hoop({
    line,
    centre,
    thick: 0.05 * width,
    high: 0.09 * width,
    across: detail(8),
    around: detail(36),
    axis: [0, 0, 1],
  })
  const cup = ellipsoid({
    centre: add(pointOnHead(frame, { angle: Math.PI / 2, fall: 1.66 }), [0.1 * width + above * 0.4, 0, 0]),
    radii: [0.17 * width, 0.3 * height, 0.3 * width],
    across: detail(16),
    down: detail(10),
    square: 2.8,
  })
  return mergeShapes([band, cup, mirrorShape(cup)])
}

function blossom(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const [width] = frame.head.half
  const centre = pointOnHead(frame, { angle: 1.05, fall: 1.0, above: (hairVolume(plan) + 0.03) * width })
  const petals = Array.from({ length: 6 }, (_, at) => {
    const angle = (at / 5) * 2 * Math.PI
    const [size, away] = at === 5 ? [0.09, 0] : [0.11, 0.14]
    const place = add(centre, [
      Math.cos(angle) * away * width * 0.5,
      Math.sin(angle) * away * width,
      -Math.cos(angle) * away * width * 0.85,
    ])
    return ellipsoid({
      centre: place,
      radii: [size * width * 0.7, size * width, size * width],
      across: detail(8),
      down: detail(6),
    })
  })
  return mergeShapes(petals)
}

/** Plates on the shoulders. */
export function pauldronParts({ frame, detail, traits }: BodyPlan): BodyPart[] {
  if (traits.wears.pauldrons === undefined) return []
  const { unit, joints, thick } = frame
  const size = 0.078 * unit * thick.limb
  const centre = add(joints.LeftUpperArm, [0.012 * unit, 0.006 * unit, 0])
  const plate = ellipsoid({
    centre,
    radii: [size, size * 0.92, size * 1.05],
    across: detail(20),
    down: detail(12),
  })
  return SIDES.map((side) => ({
    name: 'Pauldrons',
    material: 'Metal',
    region: traits.top.kind === 'armour' ? 'sleeve' : 'metal',
    bones: [`${side}Shoulder`, `${side}UpperArm`],
    shape: side === 'Left' ? plate : mirrorShape(plate),
  }))
}
